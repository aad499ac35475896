package org.temoto.fuzz;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Source of programs that are a little smaller than one: a step less, a child less, the steps of a
 * child in place of its fork, fewer bytes. Each is free of data races if the first one is, for it
 * has fewer accesses and more order; its views nest if those of the first one do.
 */
final class Reduction {
  private Reduction() {}

  /** The larger steps first. */
  static List<Program> of(Program program) {
    List<Program> smaller = new ArrayList<>();
    for (List<Phase> phases : inList(program.phases(), true, Reduction::of)) {
      if (!phases.isEmpty()) {
        smaller.add(new Program(program.memories(), program.words(), phases));
      }
    }
    smaller.removeIf(each -> !isPaired(each));
    return smaller;
  }

  /** Tells whether every signal is awaited, and every one that is awaited is given. */
  private static boolean isPaired(Program program) {
    BitSet signals = new BitSet();
    BitSet awaits = new BitSet();
    program.phases().stream()
        .flatMap(phase -> phase.root().all())
        .forEach(step -> {
          switch (step) {
            case Step.Signal signal -> signals.set(signal.semaphore());
            case Step.Await await -> awaits.set(await.semaphore());
            default -> {}
          }
        });
    return signals.equals(awaits);
  }

  private static List<Phase> of(Phase phase) {
    List<Phase> smaller = new ArrayList<>();
    for (List<Relay> relays : inList(phase.relays(), true, Reduction::of)) {
      smaller.add(new Phase(relays, phase.collectives(), phase.root()));
    }
    for (List<Collective> collectives : inList(phase.collectives(), true, Reduction::of)) {
      smaller.add(new Phase(phase.relays(), collectives, phase.root()));
    }
    of(phase.root()).forEach(root -> smaller.add(phase.with(root)));
    return smaller;
  }

  private static List<Relay> of(Relay relay) {
    List<Relay> smaller = new ArrayList<>();
    for (List<Relay.Hop> hops : inList(relay.hops(), relay.hops().size() > 1, _ -> List.of())) {
      smaller.add(new Relay(relay.at(), relay.beside(), hops));
    }
    of(relay.at()).forEach(at -> smaller.add(new Relay(at, relay.beside(), relay.hops())));
    return smaller;
  }

  private static List<Collective> of(Collective collective) {
    List<Collective> smaller = new ArrayList<>();
    for (List<Collective.Place> places : inList(collective.places(), false, Reduction::of)) {
      smaller.add(collective.with(places));
    }
    if (collective.when() != Collective.When.BEFORE) {
      smaller.add(collective.with(Collective.When.BEFORE));
    }
    int half = collective.bytes() / 2 & -Long.BYTES; // whole elements of all types
    if (half > 0) {
      smaller.add(collective.withBytes(half));
    }
    return smaller;
  }

  private static List<Collective.Place> of(Collective.Place place) {
    return place.isLocal() ? List.of() : List.of(Collective.Place.LOCAL);
  }

  /** Lists with one element left out, if that may be, or replaced by something smaller. */
  private static <T> List<List<T>> inList(
      List<T> list, boolean leavesOut, Function<T, List<T>> smaller) {
    List<List<T>> lists = new ArrayList<>();
    for (int i = 0; leavesOut && i < list.size(); i++) {
      lists.add(replaced(list, i, List.of()));
    }
    for (int i = 0; i < list.size(); i++) {
      for (T each : smaller.apply(list.get(i))) {
        lists.add(replaced(list, i, List.of(each)));
      }
    }
    return lists;
  }

  private static <T> List<T> replaced(List<T> list, int index, List<T> with) {
    List<T> result = new ArrayList<>(list);
    result.remove(index);
    result.addAll(index, with);
    return result;
  }

  private static List<Block> of(Block block) {
    List<Block> smaller = new ArrayList<>();
    List<Step> steps = block.steps();
    for (int i = 0; i < steps.size(); i++) {
      for (List<Step> instead : of(steps.get(i))) {
        smaller.add(new Block(replaced(steps, i, instead)));
      }
    }
    return smaller;
  }

  /** Lists of steps that may stand in place of a step. */
  private static List<List<Step>> of(Step step) {
    List<List<Step>> instead = new ArrayList<>();
    instead.add(List.of());
    switch (step) {
      case Step.Read read -> {
        for (Pieces at : of(read.at())) {
          instead.add(List.of(new Step.Read(at, read.way())));
        }
      }
      case Step.Write write -> of(write).forEach(each -> instead.add(List.of(each)));
      case Step.Nest nest -> of(nest, instead);
      case Step.Ahead ahead -> of(ahead, instead);
      case Step.Par par -> instead.addAll(of(par));
      case Step.Ordered ordered -> instead.addAll(of(ordered));
      case Step.Detach detach -> {
        instead.add(detach.block().steps());
        for (Block block : of(detach.block())) {
          instead.add(List.of(new Step.Detach(block, detach.home())));
        }
      }
      case Step.Hold hold -> of(hold, instead);
      case Step.Fail fail -> {
        if (!fail.open().isEmpty()) {
          instead.add(List.of(new Step.Fail(Pieces.NONE)));
        }
      }
      case Step.Replace replace -> {
        for (Pieces at : of(replace.at())) {
          instead.add(List.of(new Step.Replace(at, replace.mark())));
        }
      }
      case Step.Migrate _,
          Step.Fence _,
          Step.Add _,
          Step.Guarded _,
          Step.Signal _,
          Step.Await _,
          Step.Count _ -> {}
    }
    return instead;
  }

  private static List<Step> of(Step.Write write) {
    List<Step> smaller = new ArrayList<>();
    boolean whole = write.written().equals(write.at());
    for (Pieces at : whole ? of(write.at()) : List.of(write.written())) {
      smaller.add(
          new Step.Write(
              at, at, write.ident(), write.storesOnly(), write.unitByUnit(), write.lingers()));
    }
    if (write.unitByUnit() || write.lingers()) {
      smaller.add(
          new Step.Write(
              write.at(), write.written(), write.ident(), write.storesOnly(), false, false));
    }
    return smaller;
  }

  private static void of(Step.Nest nest, List<List<Step>> instead) {
    instead.add(nest.body().steps());
    List<Step.Nest> smaller = new ArrayList<>();
    of(nest.outer()).forEach(outer -> smaller.add(new Step.Nest(outer, nest.body())));
    of(nest.body()).forEach(body -> smaller.add(new Step.Nest(nest.outer(), body)));
    smaller.removeIf(each -> !isNested(each.outer(), each.body()));
    smaller.forEach(each -> instead.add(List.of(each)));
  }

  /**
   * Tells whether what {@code body} writes has all units of an active view that writes, or none.
   */
  private static boolean isNested(Step.Held active, Block body) {
    return !active.writes()
        || body.steps().stream()
            .allMatch(step -> !(step instanceof Step.Write write) || nests(active, write));
  }

  private static boolean nests(Step.Held active, Step.Write write) {
    BitSet both = active.at().set();
    both.and(write.at().set());
    return both.isEmpty() || both.equals(active.at().set()) || both.equals(write.at().set());
  }

  private static void of(Step.Ahead ahead, List<List<Step>> instead) {
    instead.add(ahead.body().steps());
    for (List<Step.Held> views : inList(ahead.views(), true, Reduction::of)) {
      int none = Step.Ahead.NONE_DROPPED;
      instead.add(List.of(new Step.Ahead(views, ahead.body(), ahead.reversed(), none)));
    }
    for (Block body : of(ahead.body())) {
      instead.add(List.of(new Step.Ahead(ahead.views(), body, ahead.reversed(), ahead.dropped())));
    }
  }

  private static List<List<Step>> of(Step.Par par) {
    List<List<Step>> instead = new ArrayList<>();
    for (Block child : par.children()) {
      instead.add(child.steps().stream().filter(step -> !(step instanceof Step.Fail)).toList());
    }
    for (Step.Par smaller : smaller(par)) {
      if (smaller.kept().stream().allMatch(view -> isNested(view, smaller.between()))) {
        instead.add(List.of(smaller));
      }
    }
    return instead;
  }

  private static List<Block> withoutSignals(List<Block> children, int from, int to) {
    BitSet given = new BitSet();
    children.get(from).steps().stream()
        .filter(Step.Signal.class::isInstance)
        .forEach(step -> given.set(((Step.Signal) step).semaphore()));
    List<Block> result = new ArrayList<>(children);
    for (Step step : children.get(to).steps()) {
      if (step instanceof Step.Await await && given.get(await.semaphore())) {
        Predicate<Step> isPart =
            each ->
                each == step || each instanceof Step.Signal s && s.semaphore() == await.semaphore();
        result.replaceAll(
            block -> new Block(block.steps().stream().filter(isPart.negate()).toList()));
      }
    }
    return result;
  }

  private static List<Step.Par> smaller(Step.Par par) {
    List<Step.Par> smaller = new ArrayList<>();
    for (int i = 0; i < par.children().size(); i++) { // both ends of a signal
      for (int j = i + 1; j < par.children().size(); j++) {
        List<Block> children = withoutSignals(par.children(), i, j);
        if (!children.equals(par.children())) {
          smaller.add(
              new Step.Par(children, par.joining(), par.contains(), par.between(), par.kept()));
        }
      }
    }
    for (List<Block> children : inList(par.children(), true, Reduction::of)) {
      if (!children.isEmpty()) {
        smaller.add(
            new Step.Par(children, par.joining(), par.contains(), par.between(), par.kept()));
      }
    }
    if (!par.between().isEmpty()) {
      smaller.add(
          new Step.Par(par.children(), par.joining(), par.contains(), Block.EMPTY, par.kept()));
    }
    for (Block between : of(par.between())) {
      smaller.add(new Step.Par(par.children(), par.joining(), par.contains(), between, par.kept()));
    }
    for (List<Step.Held> kept : inList(par.kept(), true, Reduction::of)) {
      smaller.add(new Step.Par(par.children(), par.joining(), par.contains(), par.between(), kept));
    }
    if (!par.contains() || par.joining() != Step.Joining.OLDEST_FIRST) {
      smaller.add(
          new Step.Par(par.children(), Step.Joining.OLDEST_FIRST, true, par.between(), par.kept()));
    }
    return smaller;
  }

  private static List<List<Step>> of(Step.Ordered ordered) {
    List<List<Step>> instead = new ArrayList<>();
    for (Block block : ordered.blocks()) {
      instead.add(block.steps().stream().filter(step -> !(step instanceof Step.Fail)).toList());
    }
    for (int i = 0; i < ordered.tasks().size() && ordered.tasks().size() > 1; i++) {
      instead.add(List.of(without(ordered, i)));
    }
    for (List<Step.Late> tasks : inList(ordered.tasks(), false, Reduction::of)) {
      instead.add(List.of(new Step.Ordered(tasks, ordered.waits(), ordered.contains())));
    }
    if (!ordered.waits().isEmpty()) { // the last: others may read what it waits for
      List<Step.Waited> waits = ordered.waits().subList(0, ordered.waits().size() - 1);
      instead.add(List.of(new Step.Ordered(ordered.tasks(), waits, ordered.contains())));
    }
    for (List<Step.Waited> waits : inList(ordered.waits(), false, Reduction::of)) {
      instead.add(List.of(new Step.Ordered(ordered.tasks(), waits, ordered.contains())));
    }
    if (!ordered.contains()) {
      instead.add(List.of(new Step.Ordered(ordered.tasks(), ordered.waits(), true)));
    }
    return instead;
  }

  private static List<Step.Late> of(Step.Late task) {
    List<Step.Late> smaller = new ArrayList<>();
    for (Block block : of(task.block())) {
      smaller.add(new Step.Late(block, task.after(), task.home(), task.joins(), task.promising()));
    }
    if (task.home() != Step.NO_HOME || task.joins()) {
      smaller.add(new Step.Late(task.block(), task.after(), Step.NO_HOME, false, task.promising()));
    }
    if (task.promising() != Step.Promising.NONE) {
      smaller.add(
          new Step.Late(
              task.block(), task.after(), task.home(), task.joins(), Step.Promising.NONE));
    }
    return smaller;
  }

  private static List<Step.Waited> of(Step.Waited waited) {
    return of(waited.then()).stream().map(then -> new Step.Waited(waited.task(), then)).toList();
  }

  /** Without a task: what waits for it waits for those that it comes after. */
  private static Step.Ordered without(Step.Ordered ordered, int number) {
    List<Integer> before = ordered.tasks().get(number).after();
    List<Step.Late> tasks = new ArrayList<>();
    for (int i = 0; i < ordered.tasks().size(); i++) {
      Step.Late each = ordered.tasks().get(i);
      List<Integer> after =
          each.after().stream()
              .flatMap(j -> j == number ? before.stream() : Stream.of(j))
              .distinct()
              .map(j -> j > number ? j - 1 : j)
              .toList();
      if (i != number) {
        tasks.add(new Step.Late(each.block(), after, each.home(), each.joins(), each.promising()));
      }
    }
    List<Step.Waited> waits = new ArrayList<>();
    for (Step.Waited each : ordered.waits()) {
      if (each.task() == number) {
        before.forEach(j -> waits.add(new Step.Waited(j, Block.EMPTY)));
        waits.add(new Step.Waited(Step.NO_TASK, each.then()));
      } else {
        int task = each.task() > number ? each.task() - 1 : each.task();
        waits.add(new Step.Waited(task, each.then()));
      }
    }
    return new Step.Ordered(tasks, waits, ordered.contains());
  }

  private static void of(Step.Hold hold, List<List<Step>> instead) {
    instead.add(List.of(hold.body()));
    for (List<Step> body : of(hold.body())) {
      boolean forks = body.size() == 1 && body.getFirst() instanceof Step.Forking;
      instead.add(
          forks ? List.of(new Step.Hold(hold.views(), (Step.Forking) body.getFirst())) : body);
    }
    for (List<Step.Held> views : inList(hold.views(), true, Reduction::of)) {
      if (!views.isEmpty()) {
        instead.add(List.of(new Step.Hold(views, hold.body())));
      }
    }
  }

  private static List<Step.Held> of(Step.Held held) {
    List<Step.Held> smaller = new ArrayList<>();
    for (Pieces at : of(held.at())) {
      smaller.add(new Step.Held(at, held.writes(), held.storesOnly(), held.before(), held.after()));
    }
    if (held.writes()) {
      smaller.add(new Step.Held(held.at(), false, false, 0, 0));
    }
    if (held.before() != 0 && !held.storesOnly()) {
      smaller.add(new Step.Held(held.at(), true, false, 0, held.after()));
    }
    if (held.after() != 0) {
      smaller.add(new Step.Held(held.at(), true, held.storesOnly(), held.before(), 0));
    }
    return smaller;
  }

  /** The first and the second half of the units. */
  private static List<Pieces> of(Pieces pieces) {
    int[] units = pieces.units();
    if (units.length < 2) {
      return List.of();
    }
    BitSet first = new BitSet();
    BitSet second = new BitSet();
    for (int i = 0; i < units.length; i++) {
      (i < units.length / 2 ? first : second).set(units[i]);
    }
    return List.of(Pieces.of(first), Pieces.of(second));
  }
}
