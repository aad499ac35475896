package org.temoto.fuzz;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.temoto.gas.Distribution;
import org.temoto.task.collective.CollectiveOptions;

/** Text of a case in words. */
final class CaseText {
  private final Program program;
  private final StringBuilder text = new StringBuilder();

  private CaseText(Program program) {
    this.program = program;
  }

  static String of(FuzzCase of) {
    CaseText writer = new CaseText(of.program());
    writer.cluster(of.cluster(), of.schedule());
    if (of.program().phases().stream().anyMatch(phase -> !phase.collectives().isEmpty())) {
      writer.collectives(of.cluster().collectives());
    }
    writer.memories();
    for (int phase = 0; phase < of.program().phases().size(); phase++) {
      Phase each = of.program().phases().get(phase);
      each.relays().forEach(writer::relay);
      each.issued(of.cluster().collectives().progress()).forEach(writer::collective);
      writer.task(each.root(), String.valueOf(phase + 1), 0);
    }
    return writer.text.toString().stripTrailing();
  }

  /** The number of steps of all tasks. */
  static int steps(Program program) {
    return program.phases().stream()
        .mapToInt(phase ->
            steps(phase.root())
                + phase.collectives().size()
                + phase.relays().stream().mapToInt(r -> r.hops().size()).sum())
        .sum();
  }

  private static int steps(Block block) {
    return block.steps().stream().mapToInt(CaseText::steps).sum();
  }

  private static int steps(Step step) {
    return switch (step) {
      case Step.Nest nest -> 1 + steps(nest.body());
      case Step.Ahead ahead -> 1 + steps(ahead.body());
      case Step.Ordered ordered ->
          1
              + ordered.blocks().stream().mapToInt(CaseText::steps).sum()
              + ordered.waits().stream().mapToInt(each -> steps(each.then())).sum();
      case Step.Detach detach -> 1 + steps(detach.block());
      case Step.Hold hold -> 1 + steps(hold.body());
      case Step.Par par ->
          1 + steps(par.between()) + par.children().stream().mapToInt(CaseText::steps).sum();
      default -> 1;
    };
  }

  private void cluster(ClusterShape cluster, long schedule) {
    text.append(
        "%d PEs of %d workers, %s schedule of seed %d, caches of %d pages%s%n"
            .formatted(
                cluster.pes(),
                cluster.workers(),
                lower(cluster.schedule()),
                schedule,
                cluster.cachePages(),
                cluster.caching() ? "" : " that nobody trusts"));
    text.append(
        "commits %s, aliasing %s, buffers %s, %s spare frames, latency %d ns, exposure %s,"
                .formatted(
                    lower(cluster.coherence()),
                    cluster.aliasing() ? "on" : "off",
                    cluster.identity() ? "identity" : "separate",
                    cluster.spareFrames(),
                    cluster.networkNanos(),
                    lower(cluster.exposure()))
            + " patience %d ns, steal %s, %s%n"
                .formatted(
                    cluster.patienceNanos(), lower(cluster.policy()), lower(cluster.amount())));
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private void memories() {
    for (int i = 0; i < program.memories().size(); i++) {
      MemoryShape memory = program.memories().get(i);
      boolean block = memory.distribution() instanceof Distribution.Block;
      text.append(
          "memory \"%s\": %d bytes, %d pages of %d, %s, %s%n"
              .formatted(
                  name(i),
                  memory.bytes(),
                  memory.pages(),
                  memory.pageSize(),
                  block ? "block" : "cyclic",
                  lower(memory.ownership())));
    }
  }

  static String name(int memory) {
    return String.valueOf((char) ('a' + memory));
  }

  private void relay(Relay relay) {
    line(0, "programs hand on " + at(relay.at()));
    if (!relay.beside().isEmpty()) {
      line(1, "all read " + at(relay.beside()));
    }
    for (Relay.Hop hop : relay.hops()) {
      String release =
          relay.isLocked() ? "unlock" : hop.awaits() ? "start a release, await it" : "release";
      String acquire = relay.isLocked() ? "lock" : "acquire";
      line(1, "PE %d: %s, write %d, %s".formatted(hop.pe(), acquire, hop.ident(), release));
    }
  }

  private void collectives(CollectiveOptions options) {
    long arena = options.arenaBytes();
    text.append(
        "collectives moved on by %s%s%n"
            .formatted(
                lower(options.progress()),
                arena == CollectiveOptions.BY_HEAP
                    ? ""
                    : ", received in %d bytes".formatted(arena)));
  }

  private void collective(Collective each) {
    line(
        0,
        "programs %s %d bytes by %s, messages of %d%s, root %d, local bytes %d, %s"
            .formatted(
                lower(each.operation()),
                each.bytes(),
                lower(each.algorithm()),
                each.chunk(),
                each.reduces() ? ", " + lower(each.combining()) : "",
                each.root(),
                each.ident(),
                lower(each.when())));
    for (int pe = 0; pe < each.places().size(); pe++) {
      Collective.Place place = each.places().get(pe);
      if (!place.isLocal()) {
        String from = place.from().isEmpty() ? "" : " from " + at(place.from());
        String to = place.to().isEmpty() ? "" : " to " + at(place.to());
        line(1, "PE %d:%s%s".formatted(pe, from, to));
      }
    }
  }

  private void task(Block block, String path, int depth) {
    line(depth, "task " + path);
    steps(block, path, 1, depth + 1);
  }

  /** The children of {@code block} are numbered from {@code first} on. */
  private void steps(Block block, String path, int first, int depth) {
    int child = first;
    for (Step step : block.steps()) {
      step(step, path, child, depth);
      child += new Block(List.of(step)).children().size();
    }
  }

  private void step(Step step, String path, int child, int depth) {
    switch (step) {
      case Step.Read read -> line(depth, read(read.way()) + at(read.at()));
      case Step.Write write -> line(depth, write(write));
      case Step.Migrate migrate ->
          line(depth, "migrate page %d to PE %d and on".formatted(migrate.page(), migrate.pe()));
      case Step.Fence fence -> line(depth, "fence: " + lower(fence.kind()));
      case Step.Add add -> line(depth, "add %d to word %d".formatted(add.delta(), add.word()));
      case Step.Guarded guarded ->
          line(
              depth,
              "add %s to number %s under the semaphore"
                  .formatted(guarded.delta(), guarded.number()));
      case Step.Signal signal ->
          line(depth, "%s, signal %s".formatted(write(signal.before()), signal.semaphore()));
      case Step.Await await -> {
        line(depth, "await signal " + await.semaphore());
        step(await.after(), path, child, depth);
        await.answer().ifPresent(write -> step(write, path, child, depth));
      }
      case Step.Count count ->
          line(depth, "count %d on: %s".formatted(count.delta(), lower(count.how())));
      case Step.Replace replace ->
          line(depth, "replace blocks of %s by %d".formatted(at(replace.at()), replace.mark()));
      case Step.Fail fail ->
          line(depth, "fail" + (fail.open().isEmpty() ? "" : " with a view of " + at(fail.open())));
      case Step.Nest nest -> {
        line(depth, "open " + held(nest.outer()));
        steps(nest.body(), path, child, depth + 1);
        line(depth, "close it");
      }
      case Step.Ahead ahead -> {
        ahead.views().forEach(view -> line(depth, "ask for " + held(view)));
        steps(ahead.body(), path, child, depth);
        line(depth, "await number " + ahead.order().stream().map(i -> i + 1).toList());
      }
      case Step.Par par -> par(par, path, child, depth);
      case Step.Ordered ordered -> ordered(ordered, path, child, depth);
      case Step.Detach detach -> {
        line(depth, "detach" + home(detach.home()));
        task(detach.block(), path + "." + child, depth + 1);
      }
      case Step.Hold hold -> {
        hold.views().forEach(view -> line(depth, "hold " + held(view)));
        step(hold.body(), path, child, depth);
      }
    }
  }

  private static String read(Step.Way way) {
    return switch (way) {
      case VIEW -> "read ";
      case AWAY -> "read away ";
      case TOGETHER -> "read together ";
      case MEANWHILE -> "read together, and meanwhile the first, ";
      case GATHERED -> "read as an index set ";
    };
  }

  private String write(Step.Write write) {
    return "write %d to %s through a %s view%s%s%s"
        .formatted(
            write.ident(),
            at(write.written()),
            write.storesOnly() ? "WRITE" : "READ_WRITE",
            write.written().equals(write.at()) ? "" : " of " + at(write.at()),
            write.unitByUnit() ? ", commit piece by piece" : "",
            write.lingers() ? ", slowly" : "");
  }

  private void par(Step.Par par, String path, int first, int depth) {
    for (int i = 0; i < par.children().size(); i++) {
      line(depth, "fork");
      task(par.children().get(i), path + "." + (first + i), depth + 1);
    }
    par.kept().forEach(view -> line(depth, "keep " + held(view)));
    steps(par.between(), path, 1, depth);
    line(
        depth,
        "join %s%s".formatted(lower(par.joining()), par.contains() ? "" : ", fail with them"));
  }

  private void ordered(Step.Ordered ordered, String path, int first, int depth) {
    for (int i = 0; i < ordered.tasks().size(); i++) {
      Step.Late task = ordered.tasks().get(i);
      List<String> after = task.after().stream().map(j -> path + "." + (first + j)).toList();
      line(
          depth,
          "fork%s after %s%s%s"
              .formatted(
                  home(task.home()),
                  after,
                  task.joins() ? ", which it joins" : "",
                  switch (task.promising()) {
                    case NONE -> "";
                    case PLAIN -> ", to fulfil a promise";
                    case VALUED -> ", to fulfil a promise with a value";
                  }));
      task(task.block(), path + "." + (first + i), depth + 1);
    }
    for (Step.Waited each : ordered.waits()) {
      String task = each.task() == Step.NO_TASK ? "no task" : path + "." + (first + each.task());
      line(depth, "wait for " + task);
      steps(each.then(), path, 1, depth);
    }
    line(depth, "join all" + (ordered.contains() ? "" : ", fail with them"));
  }

  private static String home(int pe) {
    return pe == Step.NO_HOME ? "" : " to PE " + pe;
  }

  private String held(Step.Held held) {
    String access = held.storesOnly() ? "WRITE" : held.writes() ? "READ_WRITE" : "READ";
    return "a %s view of %s%s%s"
        .formatted(
            access,
            at(held.at()),
            held.before() == 0 ? "" : ", write %d".formatted(held.before()),
            held.after() == 0 ? "" : ", at last write %d".formatted(held.after()));
  }

  /** The bytes of pieces of one memory. */
  private String at(Pieces pieces) {
    int memory = program.memoryOf(pieces.lo(0));
    MemoryShape shape = program.memories().get(memory);
    int first = program.firstUnit(memory);
    return name(memory)
        + IntStream.range(0, pieces.count())
            .mapToObj(i ->
                shape.position(pieces.lo(i) - first)
                    + ".."
                    + (shape.position(pieces.hi(i) - first) - 1))
            .collect(Collectors.joining(", ", "[", "]"));
  }

  private void line(int depth, String line) {
    text.append("  ".repeat(depth)).append(line).append(System.lineSeparator());
  }
}
