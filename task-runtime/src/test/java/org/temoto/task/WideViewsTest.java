package org.temoto.task;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasOptions.Coherence;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.array.GlobalInts;
import org.temoto.gas.array.GlobalRecords;
import org.temoto.gas.array.IntView;
import org.temoto.gas.array.RecordView;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;

/** Tests of tasks that write parts of a page through views of all of it, without commits. */
class WideViewsTest {
  private static final long SEED = Long.getLong("temoto.seed", 1);
  private static final int SEEDS = Integer.getInteger("temoto.test.seeds", 1000);
  private static final int ELEMENTS = 1024;
  private static final int LEAVES = 4;

  /** Writes {@code round} into those elements of which {@code leaf} is the remainder. */
  record Part(GlobalMemory memory, int leaf, int round) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (LocalView view = memory.localize(0, 4L * ELEMENTS, Access.READ_WRITE)) {
        for (int i = leaf; i < ELEMENTS; i += LEAVES) {
          view.segment().setAtIndex(JAVA_INT, i, round * ELEMENTS + i);
          if (i < 2 * LEAVES) {
            context.attend();
          }
        }
      }
    }
  }

  /** Each round all parts are written, with a view of everything open, and read after the joins. */
  record Parts(GlobalMemory memory, int rounds) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      long lost = 0;
      for (int round = 1; round <= rounds; round++) {
        try (LocalView view = memory.localize(0, 4L * ELEMENTS, Access.READ_WRITE)) {
          for (int leaf = 1; leaf < LEAVES; leaf++) {
            context.fork(new Part(memory, leaf, round));
          }
          new Part(memory, 0, round).compute(context);
          context.sync();
          for (int i = 0; i < ELEMENTS; i++) {
            lost += view.segment().getAtIndex(JAVA_INT, i) == round * ELEMENTS + i ? 0 : 1;
          }
        }
      }
      return lost;
    }
  }

  private static GasOptions options(long seed, int pes) {
    return Jobs.options(pes, 1 + (int) (seed % 2), seed)
        .withPageSize(4096)
        .withCoherence(Coherence.AUTOMATIC)
        .with(
            SimulationOptions.DEFAULT,
            simulation ->
                simulation
                    .withSchedule(Schedule.SEEDED)
                    .withNetwork(new Network(seed % 3 * 1000, 9e9)));
  }

  @ParameterizedTest
  @EnumSource(OwnershipPolicy.class)
  void shouldLoseNoWriteOfTasksThatShareAPage(OwnershipPolicy policy) {
    long[] steals = {0};
    for (long seed = SEED; seed < SEED + SEEDS / 3; seed++) {
      long now = seed;
      Jobs.eachPe(
          options(seed, 2 + (int) (seed % 2)),
          Jobs.EAGER,
          (space, runtime) -> {
            MemoryOptions one = MemoryOptions.of("page", 4L * ELEMENTS).withOwnership(policy);
            try (GlobalMemory memory = space.allocate(one)) {
              assertThat(runtime.run(new Parts(memory, 2))).as("lost, of seed %d", now).isZero();
              long all = runtime.totalStatistics().remoteSteals();
              if (space.pe() == 0) {
                steals[0] += all;
              }
            }
          });
    }
    assertThat(steals[0]).as("steals between PEs").isGreaterThan(SEEDS / 6);
  }

  /** PE 0 has moved its page to PE 1, and takes it back while PE 1 puts to where it was. */
  @Test
  void shouldLoseNothingThatIsPutToAFrameWhileItsPageComesBack() {
    for (long seed = SEED; seed < SEED + SEEDS / 2; seed++) {
      long now = seed;
      Jobs.eachPe(
          options(1, 2).withSeed(seed),
          Jobs.EAGER,
          (space, runtime) -> {
            MemoryOptions one = MemoryOptions.of("page", PAGE);
            GlobalMemory memory = space.allocate(one.withOwnership(OwnershipPolicy.LAST_WRITER));
            if (space.pe() == 0) {
              memory.migrate(0, PAGE, 1);
              try (LocalView all = memory.localize(0, PAGE, Access.READ_WRITE)) {
                all.segment().set(JAVA_INT, 400, 9);
              }
            } else {
              try (LocalView part = memory.localize(8, 4, Access.READ_WRITE)) {
                part.segment().set(JAVA_INT, 0, 7);
              }
            }
            space.barrier();
            try (LocalView all = memory.localize(0, PAGE, Access.READ)) {
              assertThat(all.segment().get(JAVA_INT, 8)).as("put, of seed %d", now).isEqualTo(7);
              assertThat(all.segment().get(JAVA_INT, 400)).as("of seed %d", now).isEqualTo(9);
            }
          });
    }
  }

  /** Changes one byte of each of 16 elements, and stores what they were to the others. */
  record AddToSome(GlobalInts array) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (IntView view = array.localize(ELEMENTS, 2L * ELEMENTS, Access.READ_WRITE)) {
        for (int i = 0; i < ELEMENTS; i++) {
          view.set(i, i / 16 == 3 ? 1 << i % 16 : view.get(i));
        }
      }
    }
  }

  /** The page is PE 1's, and an element is put as a whole. */
  @Test
  void shouldPutWhatHasChangedOnly() {
    Jobs.eachPe(
        options(1, 2),
        new RuntimeOptions(RuntimeOptions.Exposure.NEVER, 0),
        (space, runtime) -> {
          GlobalInts array = GlobalInts.allocate(space, "ints", 2L * ELEMENTS);
          GlobalAddressSpace.Statistics before = space.totalStatistics();
          runtime.run(new AddToSome(array));
          GlobalAddressSpace.Statistics after = space.totalStatistics();
          assertThat(after.bytesCommitted() - before.bytesCommitted())
              .isEqualTo(Integer.BYTES * 16);
        });
  }

  /** Components of one record that two tasks write. */
  record Both(byte one, byte other) {}

  /** Writes one component of all records. */
  record Component(GlobalRecords<Both> records, String name) implements Action {
    @Override
    public void compute(TaskContext context) {
      VarHandle handle = GlobalRecords.component(Both.class, name);
      try (RecordView<Both> view = records.localize(Access.READ_WRITE)) {
        for (long i = 0; i < records.length(); i++) {
          handle.set(view, i, (byte) (1 + i % 100));
        }
        context.attend();
      }
    }
  }

  /** Both components at once; how many records lack one. */
  record BothComponents(GlobalRecords<Both> records) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      context.forkJoin(new Component(records, "one"), new Component(records, "other"));
      long lost = 0;
      try (RecordView<Both> view = records.localize(Access.READ)) {
        for (long i = 0; i < records.length(); i++) {
          byte expected = (byte) (1 + i % 100);
          lost += view.get(i).equals(new Both(expected, expected)) ? 0 : 1;
        }
      }
      return lost;
    }
  }

  @Test
  void shouldLoseNoComponentOfARecord() {
    for (long seed = SEED; seed < SEED + 50; seed++) {
      long now = seed;
      Jobs.eachPe(
          options(seed, 2),
          Jobs.EAGER,
          (space, runtime) -> {
            GlobalRecords<Both> records =
                GlobalRecords.allocate(space, "both", Both.class, ELEMENTS);
            assertThat(runtime.run(new BothComponents(records))).as("seed %d", now).isZero();
          });
    }
  }

  // --- what it costs beside exact views

  private static final int PAGE = 4096;

  /** The pages of {@code memory} that hold the bytes, or just these. */
  private static LocalView view(
      GlobalMemory memory, long from, long to, Access access, boolean wide) {
    long low = wide ? from / PAGE * PAGE : from;
    long high = wide ? Math.min(memory.byteSize(), Math.ceilDiv(to, PAGE) * (long) PAGE) : to;
    return memory.localize(low, high - low, wide && access.writes() ? Access.READ_WRITE : access);
  }

  /** Commits an exact view; of a wide one only what has changed is to be published. */
  private static void commit(LocalView write, boolean wide) {
    if (!wide) {
      write.commit();
    }
  }

  /** One sweep over the rows of a grid, by halves; each element becomes the mean of three rows'. */
  record Sweep(GlobalMemory old, GlobalMemory next, int from, int to, boolean wide)
      implements Action {
    private static final int ROWS = 130;
    private static final int COLUMNS = 250;
    private static final long ROW = 8L * COLUMNS;

    @Override
    public void compute(TaskContext context) {
      if (to - from > 13) {
        int middle = (from + to) / 2;
        context.forkJoin(
            new Sweep(old, next, from, middle, wide), new Sweep(old, next, middle, to, wide));
        return;
      }
      long above = (from - 1) * ROW;
      try (LocalView read = old.localize(above, (to + 1) * ROW - above, Access.READ);
          LocalView write = view(next, from * ROW, to * ROW, Access.WRITE, wide)) {
        for (int row = from; row < to; row++) {
          for (int i = 0; i < COLUMNS; i++) {
            long at = row * ROW + 8L * i;
            double sum = 0;
            for (long near = at - ROW; near <= at + ROW; near += ROW) {
              sum += read.segment().get(JAVA_DOUBLE, near - above);
            }
            write.segment().set(JAVA_DOUBLE, at - write.offset(), sum / 3);
          }
        }
        commit(write, wide);
      }
    }

    static void run(GlobalAddressSpace space, TaskRuntime runtime, boolean wide) {
      GlobalMemory[] grids = {space.allocate("a", ROWS * ROW), space.allocate("b", ROWS * ROW)};
      if (space.pe() == 0) {
        for (GlobalMemory grid : grids) {
          try (LocalView all = grid.localize(0, ROWS * ROW, Access.WRITE)) {
            for (int i = 0; i < ROWS * COLUMNS; i++) {
              all.segment().setAtIndex(JAVA_DOUBLE, i, Math.sqrt(i));
            }
            all.commit();
          }
        }
      }
      for (int step = 0; step < 10; step++) {
        runtime.run(new Sweep(grids[step % 2], grids[1 - step % 2], 1, ROWS - 1, wide));
      }
    }
  }

  /** Merge sort into the other of two arrays at each level. */
  record MergeSort(GlobalMemory from, GlobalMemory to, int low, int high, boolean wide)
      implements Action {
    private static final int KEYS = 1 << 15;

    @Override
    public void compute(TaskContext context) {
      if (high - low <= 1500) {
        try (LocalView read = from.localize(4L * low, 4L * (high - low), Access.READ);
            LocalView write = view(to, 4L * low, 4L * high, Access.WRITE, wide)) {
          int[] keys = read.segment().toArray(JAVA_INT);
          Arrays.sort(keys);
          write.segment().asSlice(4L * low - write.offset()).copyFrom(MemorySegment.ofArray(keys));
          commit(write, wide);
        }
        return;
      }
      int middle = (low + high) / 2 - 7;
      context.forkJoin(
          new MergeSort(to, from, low, middle, wide), new MergeSort(to, from, middle, high, wide));
      try (LocalView read = from.localize(4L * low, 4L * (high - low), Access.READ);
          LocalView write = view(to, 4L * low, 4L * high, Access.WRITE, wide)) {
        int left = low;
        int right = middle;
        for (int i = low; i < high; i++) {
          boolean first = right == high || left < middle && key(read, left) <= key(read, right);
          int key = key(read, first ? left++ : right++);
          write.segment().set(JAVA_INT, 4L * i - write.offset(), key);
        }
        commit(write, wide);
      }
    }

    private int key(LocalView read, int i) {
      return read.segment().getAtIndex(JAVA_INT, i - low);
    }

    static void run(GlobalAddressSpace space, TaskRuntime runtime, boolean wide) {
      GlobalMemory keys = space.allocate("keys", 4L * KEYS);
      GlobalMemory other = space.allocate("other", 4L * KEYS);
      if (space.pe() == 0) {
        try (LocalView all = keys.localize(0, 4L * KEYS, Access.WRITE);
            LocalView same = other.localize(0, 4L * KEYS, Access.WRITE)) {
          SplittableRandom random = new SplittableRandom(SEED);
          for (int i = 0; i < KEYS; i++) {
            all.segment().setAtIndex(JAVA_INT, i, random.nextInt());
          }
          same.segment().copyFrom(all.segment());
          all.commit();
          same.commit();
        }
      }
      runtime.run(new MergeSort(other, keys, 0, KEYS, wide));
      try (LocalView all = keys.localize(0, 4L * KEYS, Access.READ)) {
        int[] sorted = all.segment().toArray(JAVA_INT);
        assertThat(sorted).isSorted();
      }
    }
  }

  /** Bytes that a program has moved between PEs, in median. */
  private static long moved(Coherence coherence, Body program, boolean wide) {
    List<Long> moved = new ArrayList<>();
    for (long seed = SEED; seed < SEED + 9; seed++) {
      Jobs.eachPe(
          options(seed, 4).withCoherence(coherence).withOwnership(OwnershipPolicy.FIXED),
          Jobs.EAGER,
          (space, runtime) -> {
            program.run(space, runtime, wide);
            GlobalAddressSpace.Statistics all = space.totalStatistics();
            if (space.pe() == 0) {
              moved.add(all.bytesCommitted() + all.bytesFetched());
            }
          });
    }
    Collections.sort(moved);
    return moved.get(moved.size() / 2);
  }

  /** Program with views that are exact, or wide. */
  private interface Body {
    void run(GlobalAddressSpace space, TaskRuntime runtime, boolean wide);
  }

  @Test
  void shouldMoveHardlyMoreThroughWideViews() {
    for (Body program : List.<Body>of(Sweep::run, MergeSort::run)) {
      long exact = moved(Coherence.EXPLICIT, program, false);
      long wide = moved(Coherence.AUTOMATIC, program, true);
      assertThat((double) wide / exact).as("%d by %d bytes", wide, exact).isLessThan(1.25);
    }
  }
}
