package org.temoto.fuzz;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Results of the sequential execution of a program: what each read must see, which blocks fail, and
 * what is there after each phase.
 *
 * <p>What a cancelled task has written is unknown, for it is not known how far it came; its joiner
 * goes on with the rest.
 */
final class Expectation {
  static final int UNKNOWN = Contents.UNKNOWN;

  private final IdentityHashMap<Object, int[]> seen = new IdentityHashMap<>();
  private final Set<Block> failing = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<int[]> results = new ArrayList<>();
  private final List<long[]> sums = new ArrayList<>();
  private final IdentityHashMap<Collective, byte[][]> outputs = new IdentityHashMap<>();
  private final Contents contents = new Contents();
  private final Layout layout;
  private final int pes;
  private final int[] memory;
  private final long[] words;

  /** Tasks detached in the phase. */
  private final List<Block> detached = new ArrayList<>();

  private final BitSet unknownWords = new BitSet();
  private final IdentityHashMap<Step.Count, Long> counts = new IdentityHashMap<>();

  /** The word of the task that runs. */
  private long count;

  /** Runs the program, collectives as those of {@code pes} PEs. */
  Expectation(Program program, int pes) {
    this.pes = pes;
    layout = new Layout(program, List.of());
    memory = new int[program.units()];
    words = new long[program.words() + Program.GUARDED];
    for (Phase phase : program.phases()) {
      phase.relays().forEach(relay -> seen.put(relay.beside(), relay.beside().copy(memory)));
      phase.relays().forEach(this::run);
      phase.collectives().forEach(each -> outputs.put(each, outputs(each)));
      phase.collectives().stream().filter(each -> !each.isBeside()).forEach(this::fill);
      run(phase);
      phase.collectives().stream().filter(Collective::isBeside).forEach(this::fill);
      results.add(memory.clone());
      sums.add(words.clone());
    }
  }

  /** Value of a task's own word before the step. */
  long count(Step.Count step) {
    return counts.get(step);
  }

  /**
   * Contents that a {@link Step.Read} or {@link Step.Held} must see, unit by unit; or a {@link
   * Relay.Hop}, the end of a {@link Relay}, or what is beside it.
   */
  int[] of(Object step) {
    return seen.get(step);
  }

  /** Tells whether the task of this block ends by a planned failure. */
  boolean fails(Block block) {
    return failing.contains(block);
  }

  /** Contents of every unit after a phase. */
  int[] result(int phase) {
    return results.get(phase);
  }

  /** Value of a word, or of a guarded number, which come after the words, after a phase. */
  long sum(int phase, int word) {
    return sums.get(phase)[word];
  }

  /** Tells whether some cancelled task may have added to the word. */
  boolean isUnknown(int word) {
    return unknownWords.get(word);
  }

  /** The bytes that numbers of writes stand for. */
  Contents contents() {
    return contents;
  }

  /** Bytes that a PE must find where the collective fills it; null if they are not known. */
  byte[] output(Collective collective, int pe) {
    return outputs.get(collective)[pe];
  }

  private byte[][] outputs(Collective collective) {
    byte[][] inputs = new byte[pes][];
    boolean known = !collective.fails(pes);
    for (int pe = 0; pe < pes; pe++) {
      inputs[pe] = input(collective, pe);
      known &= inputs[pe] != null;
    }
    return known ? collective.outputs(inputs) : new byte[pes][];
  }

  private byte[] input(Collective collective, int pe) {
    byte[] input = new byte[collective.given(pe, pes)];
    Collective.Place place = collective.place(pe, pes, layout);
    if (!place.isLocal()) {
      return bytes(place.from(), input.length);
    }
    for (int i = 0; i < input.length; i++) {
      input[i] = collective.local(pe, i);
    }
    return input;
  }

  /** The first bytes of a run of units; null if some are unknown. */
  private byte[] bytes(Pieces at, int count) {
    byte[] bytes = new byte[count];
    for (int unit : at.units()) {
      long before = layout.start(unit) - layout.start(at.lo(0));
      long end = Math.min(count, layout.end(unit) - layout.start(at.lo(0)));
      if (before < end && memory[unit] == UNKNOWN) {
        return null;
      }
      for (long i = before; i < end; i++) {
        bytes[(int) i] = contents.value(memory[unit], layout.start(at.lo(0)) + i);
      }
    }
    return bytes;
  }

  private void fill(Collective collective) {
    for (int pe = 0; pe < pes; pe++) {
      Collective.Place place = collective.place(pe, pes, layout);
      int count = collective.filled(pe, pes);
      if (!place.isLocal() && count > 0) {
        fill(place.to(), count, output(collective, pe));
      }
    }
  }

  /** The first bytes of a run of units are new; {@code output} is null if they are not known. */
  private void fill(Pieces at, int count, byte[] output) {
    long base = layout.start(at.lo(0));
    for (int unit : at.units()) {
      long start = layout.start(unit);
      long end = layout.end(unit);
      if (start - base >= count) {
        return;
      }
      boolean whole = end - base <= count;
      if (output == null || !whole && memory[unit] == UNKNOWN) {
        memory[unit] = UNKNOWN;
      } else {
        byte[] bytes = new byte[(int) (end - start)];
        for (long i = start; i < end; i++) {
          bytes[(int) (i - start)] =
              i - base < count ? output[(int) (i - base)] : contents.value(memory[unit], i);
        }
        memory[unit] = contents.add(start, bytes);
      }
    }
  }

  private void run(Relay relay) {
    for (Relay.Hop hop : relay.hops()) {
      seen.put(hop, relay.at().copy(memory));
      relay.at().fill(memory, hop.ident());
    }
    seen.put(relay, relay.at().copy(memory));
  }

  private void run(Phase phase) {
    detached.clear();
    if (runTask(phase.root())) { // then those that are detached are cancelled
      List.copyOf(detached).forEach(this::forget);
    }
  }

  private int word(Step.Guarded guarded) {
    return words.length - Program.GUARDED + guarded.number();
  }

  /** Tells whether the task of the block fails. */
  private boolean runTask(Block block) {
    long outer = count;
    count = 0;
    boolean fails = run(block);
    count = outer;
    return fails;
  }

  /** Tells whether the block fails. */
  private boolean run(Block block) {
    for (Step step : block.steps()) {
      if (fails(step)) {
        failing.add(block);
        return true;
      }
    }
    return false;
  }

  private boolean fails(Step step) {
    switch (step) {
      case Step.Read read -> seen.put(read, read.at().copy(memory));
      case Step.Write write -> write.written().fill(memory, write.ident());
      case Step.Add add -> words[add.word()] += add.delta();
      case Step.Guarded guarded -> words[word(guarded)] += guarded.delta();
      case Step.Signal signal -> fails(signal.before());
      case Step.Await await -> { // of one that was forked before, and has been run
        fails(await.after());
        await.answer().ifPresent(this::fails);
      }
      case Step.Count each -> {
        counts.put(each, count);
        count += each.how() == Step.Counting.REFUSED_SWAP ? 0 : each.delta();
      }
      case Step.Nest nest -> {
        begin(List.of(nest.outer()));
        run(nest.body());
        finish(List.of(nest.outer()));
      }
      case Step.Ahead ahead -> {
        if (run(ahead.body())) {
          return true;
        }
        ahead.order().forEach(i -> finish(List.of(ahead.views().get(i))));
      }
      case Step.Par par -> {
        return fails(par);
      }
      case Step.Ordered ordered -> {
        return fails(ordered);
      }
      case Step.Detach detach -> {
        detached.add(detach.block());
        runTask(detach.block());
      }
      case Step.Hold hold -> {
        begin(hold.views());
        if (fails(hold.body())) {
          return true;
        }
        finish(hold.views());
      }
      case Step.Fail _ -> {
        return true;
      }
      case Step.Migrate _, Step.Fence _, Step.Replace _ -> {}
    }
    return false;
  }

  /** Tells whether a task of that number, or one that it comes after, fails. */
  boolean fails(Step.Ordered ordered, int number) {
    return ordered.until(number).stream().anyMatch(i -> fails(ordered.blocks().get(i)));
  }

  private boolean fails(Step.Par par) {
    begin(par.kept());
    run(par.between());
    boolean failed = false;
    for (Block child : par.children()) {
      failed |= runTask(child);
    }
    if (failed && par.cancels()) {
      par.children().forEach(this::forget);
    }
    if (failed && !par.contains()) {
      return true;
    }
    finish(par.kept());
    return false;
  }

  private boolean fails(Step.Ordered ordered) {
    boolean failed = false;
    for (Block task : ordered.blocks()) { // before all that come after it
      failed |= runTask(task);
    }
    if (failed) {
      ordered.blocks().forEach(this::forget);
    }
    ordered.waits().forEach(each -> run(each.then()));
    if (failed && !ordered.contains()) { // a wait may have told of it, and what follows not be done
      ordered.waits().forEach(each -> forget(each.then()));
      return true;
    }
    return false;
  }

  private void begin(List<Step.Held> views) {
    for (Step.Held view : views) {
      if (view.before() != 0) {
        view.at().fill(memory, view.before());
      }
    }
  }

  private void finish(List<Step.Held> views) {
    views.forEach(view -> seen.put(view, view.at().copy(memory)));
    for (Step.Held view : views) {
      if (view.after() != 0) {
        view.at().fill(memory, view.after());
      }
    }
  }

  /** Makes all unknown that the task of this block may have changed. */
  private void forget(Block block) {
    for (Step step : block.steps()) {
      switch (step) {
        case Step.Write write -> write.at().fill(memory, UNKNOWN);
        case Step.Add add -> unknownWords.set(add.word());
        case Step.Guarded guarded -> unknownWords.set(word(guarded));
        case Step.Signal signal -> signal.before().at().fill(memory, UNKNOWN);
        case Step.Await await ->
            await.answer().ifPresent(write -> write.at().fill(memory, UNKNOWN));
        case Step.Nest nest -> {
          forget(List.of(nest.outer()));
          forget(nest.body());
        }
        case Step.Ahead ahead -> {
          forget(ahead.views());
          forget(ahead.body());
        }
        case Step.Forking forking -> forget(forking);
        case Step.Detach detach -> forget(detach.block());
        case Step.Hold hold -> {
          forget(hold.views());
          forget(hold.body());
        }
        case Step.Read _,
            Step.Migrate _,
            Step.Fence _,
            Step.Count _,
            Step.Replace _,
            Step.Fail _ -> {}
      }
    }
  }

  private void forget(Step.Forking forking) {
    switch (forking) {
      case Step.Par par -> {
        forget(par.kept());
        forget(par.between());
        par.children().forEach(this::forget);
      }
      case Step.Ordered ordered -> {
        ordered.blocks().forEach(this::forget);
        ordered.waits().forEach(each -> forget(each.then()));
      }
    }
  }

  private void forget(List<Step.Held> views) {
    for (Step.Held view : views) {
      if (view.writes()) {
        view.at().fill(memory, UNKNOWN);
      }
    }
  }
}
