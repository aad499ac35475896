package org.temoto.gas.simulated.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.temoto.gas.Access;

/** Tests of order and histories against brute force, on random programs. */
class OrderTest {
  private static final int PROGRAMS = 400;
  private static final int BYTES = 24;
  private static final SourceLines.Line NO_LINE = new SourceLines.Found(Optional.empty());

  /**
   * A random program in the making: tasks fork, join their children in any order or never, release
   * and acquire by fences, and use bytes, in any interleaving. Beside each {@link CheckedTask}, the
   * plain graph of its steps.
   */
  private static final class Program {
    private final Random random;
    private final List<Live> live = new ArrayList<>();

    /** The steps that come before each step. */
    private final List<BitSet> before = new ArrayList<>();

    /** The steps that fences have released. */
    private final List<Integer> released = new ArrayList<>();

    private final boolean fences;
    private final List<Use> uses = new ArrayList<>();
    private final History history = new History(() -> !released.isEmpty());

    /** Flag for each use: the history has told of a race. */
    private final List<Boolean> found = new ArrayList<>();

    /** Logs in which strands put their reads off. */
    private final List<ReadLog> logs = new ArrayList<>();

    private boolean hasRace;

    /**
     * @param fences whether it has any
     * @param readsAtOnce of each strand
     */
    Program(long seed, boolean fences, int readsAtOnce) {
      random = new Random(seed);
      this.fences = fences;
      for (int strand = 0; strand < 3; strand++) {
        logs.add(new ReadLog(history, (_, _, _, _) -> hasRace = true, readsAtOnce));
      }
      live.add(
          new Live(
              CheckedTask.root(() -> "root", CheckedTask.class, 0),
              null,
              newStep(),
              logs.getFirst()));
    }

    private int newStep(int... earlier) {
      BitSet all = new BitSet();
      for (int step : earlier) {
        all.or(before.get(step));
        all.set(step);
      }
      before.add(all);
      return before.size() - 1;
    }

    /** A task that has not ended, or has not been joined. */
    private static final class Live {
      private final CheckedTask task;
      private final Live parent;
      private final List<Live> children = new ArrayList<>();
      private int step;
      private final ReadLog reads;
      private boolean ended;

      Live(CheckedTask task, Live parent, int step, ReadLog reads) {
        this.task = task;
        this.parent = parent;
        this.step = step;
        this.reads = reads;
      }
    }

    private record Use(CheckedAccess access, int step, int from, int to) {
      boolean conflictsWith(Use other) {
        return from < other.to && other.from < to && (access.writes() || other.access.writes());
      }
    }

    void run(int moves) {
      for (int i = 0; i < moves; i++) {
        List<Live> running = live.stream().filter(each -> !each.ended).toList();
        move(running.get(random.nextInt(running.size())));
      }
    }

    private void move(Live at) {
      switch (random.nextInt(7)) {
        case 0, 1 -> fork(at);
        case 2 -> join(at);
        case 3 -> end(at);
        case 4 -> {
          if (fences) {
            fence(at);
          }
        }
        default -> use(at);
      }
    }

    private void fork(Live at) {
      ReadLog log = random.nextInt(3) > 0 ? at.reads : logs.get(random.nextInt(logs.size()));
      boolean isDetached = random.nextInt(4) == 0;
      CheckedTask task =
          isDetached
              ? at.task.detach(() -> "child", CheckedTask.class)
              : at.task.fork(() -> "child", CheckedTask.class);
      Live child = new Live(task, at, newStep(at.step), log);
      at.step = newStep(at.step);
      live.add(child);
      if (!isDetached) {
        at.children.add(child);
      }
    }

    private void join(Live at) {
      List<Live> ended = at.children.stream().filter(each -> each.ended).toList();
      if (!ended.isEmpty()) {
        joinOne(at, ended.get(random.nextInt(ended.size())));
      }
    }

    private void joinOne(Live at, Live child) {
      child.task.join();
      at.step = newStep(at.step, child.step);
      at.children.remove(child);
      live.remove(child);
    }

    private void end(Live at) {
      if (at.parent != null && at.children.stream().allMatch(each -> each.ended)) {
        List.copyOf(at.children).forEach(child -> joinOne(at, child));
        at.ended = true;
      }
    }

    private void fence(Live at) {
      if (random.nextBoolean()) {
        released.add(at.step);
        at.task.release(released.size());
        at.step = newStep(at.step);
      } else if (!released.isEmpty()) {
        at.task.acquire(released.size());
        int[] earlier = IntStream.range(0, released.size() + 1).toArray();
        at.step =
            newStep(
                Arrays.stream(earlier)
                    .map(i -> i < released.size() ? released.get(i) : at.step)
                    .toArray());
      }
    }

    private void use(Live at) {
      boolean writes = random.nextInt(3) == 0;
      int from = random.nextInt(BYTES);
      int to = from + 1 + random.nextInt(BYTES - from);
      CheckedAccess access =
          new CheckedAccess(at.task, 0, writes ? Access.READ_WRITE : Access.READ, "use", NO_LINE);
      Use use = new Use(access, at.step, from, to);
      access.end(0);
      hasRace = false;
      if (writes) {
        history.use(access, from, to, (_, _, _, _) -> hasRace = true);
      } else {
        at.reads.read(access, from, to);
      }
      uses.add(use);
      found.add(hasRace);
    }

    private boolean isBefore(Use earlier, Use later) {
      return earlier.step == later.step || before.get(later.step).get(earlier.step);
    }
  }

  @Test
  void shouldOrderAsTheGraphDoes() {
    for (int seed = 0; seed < PROGRAMS; seed++) {
      Program program = new Program(seed, seed % 2 == 1, Integer.MAX_VALUE);
      for (int i = 0; i < 40; i++) {
        program.run(4);
        if (program.uses.isEmpty()) {
          continue;
        }
        Program.Use last = program.uses.getLast();
        for (Program.Live at : program.live) {
          if (!at.ended) {
            Program.Use now = new Program.Use(last.access(), at.step, 0, 1);
            for (Program.Use use : program.uses) {
              assertThat(use.access().isBefore(at.task))
                  .as("seed %d, %s, step %d", seed, use, at.step)
                  .isEqualTo(program.isBefore(use, now));
            }
          }
        }
      }
    }
  }

  @Test
  void shouldFindTheFirstRaceOfEachProgram() {
    int races = 0;
    for (int seed = 0; seed < PROGRAMS; seed++) {
      Program program = new Program(seed, seed % 2 == 1, Integer.MAX_VALUE);
      program.run(150);
      int first = program.uses.size();
      for (int later = 0; later < first; later++) {
        Program.Use use = program.uses.get(later);
        if (program.uses.subList(0, later).stream()
            .anyMatch(other -> use.conflictsWith(other) && !program.isBefore(other, use))) {
          first = later;
        }
      }
      races += first < program.uses.size() ? 1 : 0;
      int told = program.found.indexOf(true);
      assertThat(told < 0 ? program.uses.size() : told).as("seed %d", seed).isEqualTo(first);
    }
    assertThat(races).isBetween(PROGRAMS / 4, PROGRAMS);
  }

  /**
   * Reads that are put off are joined with others, and found with a later use: only that there is a
   * race is compared.
   */
  @Test
  void shouldFindARaceThoughReadsArePutOff() {
    int races = 0;
    for (int seed = 0; seed < 10 * PROGRAMS; seed++) {
      Program program = new Program(seed, seed % 4 == 1, seed % 3);
      program.run(5 + seed % 50);
      program.hasRace = false;
      program.history.takeReads();
      boolean expected = false;
      for (int later = 0; later < program.uses.size() && !expected; later++) {
        Program.Use use = program.uses.get(later);
        expected =
            program.uses.subList(0, later).stream()
                .anyMatch(other -> use.conflictsWith(other) && !program.isBefore(other, use));
      }
      races += expected ? 1 : 0;
      assertThat(program.hasRace || program.found.contains(true))
          .as("seed %d", seed)
          .isEqualTo(expected);
    }
    assertThat(races).isBetween(PROGRAMS, 9 * PROGRAMS);
  }

  /** Reads of ended tasks, byte by byte in any order, are one range in the end. */
  @Test
  void shouldJoinReadsOfEndedTasks() {
    int bytes = 5_000;
    CheckedTask root = CheckedTask.root(() -> "root", CheckedTask.class, 0);
    History history = new History(() -> false);
    List<CheckedAccess> races = new ArrayList<>();
    ReadLog log = new ReadLog(history, (_, _, _, _) -> {}, 0);
    List<Integer> order = new ArrayList<>(IntStream.range(0, bytes).boxed().toList());
    Collections.shuffle(order, new Random(7));
    CheckedTask task = root.fork(() -> "reader", CheckedTask.class);
    List<CheckedTask> children = new ArrayList<>();
    for (int at : order) {
      CheckedTask child = task.fork(() -> "child", CheckedTask.class);
      children.add(child);
      CheckedAccess access = new CheckedAccess(child, 0, Access.READ, "READ", NO_LINE);
      access.end(0);
      log.read(access, at, at + 1);
    }
    children.forEach(CheckedTask::join);
    history.takeReads();
    assertThat(history.size()).isOne();
    history.use(
        new CheckedAccess(root, 0, Access.WRITE, "WRITE", NO_LINE),
        100,
        108,
        (reader, _, from, to) -> {
          assertThat(new long[] {from, to}).containsExactly(100, 108);
          races.add(reader);
        });
    assertThat(races).hasSize(1);
    assertThat(races.getFirst().place().task())
        .containsExactly("(a task that has ended)", "reader", "root");
  }

  /** Readers that are in no order, and few of them: the sets stay small. */
  @Test
  void shouldFindRacesBehindManyReaders() {
    CheckedTask root = CheckedTask.root(() -> "root", CheckedTask.class, 0);
    History history = new History(() -> false);
    boolean[] race = {false};
    List<CheckedTask> readers = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      CheckedTask reader = root.fork(() -> "reader", CheckedTask.class);
      readers.add(reader);
      history.use(
          new CheckedAccess(reader, 0, Access.READ, "READ", NO_LINE),
          0,
          8,
          (_, _, _, _) -> race[0] = true);
    }
    readers.subList(0, 999).forEach(CheckedTask::join);
    assertThat(race[0]).isFalse();
    history.use(
        new CheckedAccess(root, 0, Access.WRITE, "WRITE", NO_LINE),
        0,
        8,
        (_, _, _, _) -> race[0] = true);
    assertThat(race[0]).isTrue();
  }

  /** Children that have been joined are equivalent for later joins, but not for fences. */
  @Test
  void shouldTellReadersApartThatFencesDo() {
    CheckedTask root = CheckedTask.root(() -> "root", CheckedTask.class, 0);
    boolean[] fenced = {false};
    History history = new History(() -> fenced[0]);
    CheckedTask parent = root.fork(() -> "parent", CheckedTask.class);
    List<CheckedTask> children = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      children.add(parent.fork(() -> "child", CheckedTask.class));
    }
    children.forEach(each -> read(history, each));
    fenced[0] = true;
    children.getLast().release(1);
    children.forEach(CheckedTask::join);
    CheckedTask another = root.fork(() -> "another", CheckedTask.class);
    read(history, another);
    another.release(2);
    CheckedTask writer = root.fork(() -> "writer", CheckedTask.class);
    writer.acquire(2);
    List<CheckedTask> racing = new ArrayList<>();
    history.use(
        new CheckedAccess(writer, 0, Access.WRITE, "WRITE", NO_LINE),
        0,
        8,
        (reader, _, _, _) -> racing.add(reader.task));
    assertThat(racing).isEqualTo(children.subList(0, 5));
  }

  private static void read(History history, CheckedTask task) {
    CheckedAccess access = new CheckedAccess(task, 0, Access.READ, "READ", NO_LINE);
    history.use(access, 0, 8, (_, _, _, _) -> {});
  }
}
