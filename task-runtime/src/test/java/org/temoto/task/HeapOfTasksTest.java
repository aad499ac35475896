package org.temoto.task;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.temoto.gas.Access;
import org.temoto.gas.GasException;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasOptions.Coherence;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.LocalView;
import org.temoto.gas.array.GlobalLongs;
import org.temoto.gas.array.LongView;
import org.temoto.gas.heap.GlobalHeap;
import org.temoto.gas.simulated.CheckFailedException;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;

/** Tests of trees in a global heap, which tasks build, read and free, wherever they are. */
class HeapOfTasksTest {
  private static final long LEFT = 0;
  private static final long RIGHT = Long.BYTES;
  private static final long KEY = 2 * Long.BYTES;

  /** Size of blocks of which so few fit into an arena that all are used again. */
  private static final long LARGE = 2000;

  private static final long NODE = 3 * Long.BYTES;

  /** Sizes of blocks of at most 128 bytes. */
  private static final int SIZES = 8;

  private static final int SEEDS = 2;

  /** Builds a balanced tree of the keys [{@code from}, {@code to}). */
  record Build(GlobalHeap heap, long from, long to) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      if (from == to) {
        return GlobalHeap.NULL;
      }
      long middle = (from + to) >>> 1;
      Forked.OfLong left = context.fork(new Build(heap, from, middle));
      long right = new Build(heap, middle + 1, to).compute(context);
      long leftNode = left.join();
      long node = heap.allocate(NODE);
      try (LocalView view = heap.range(node).slice(0, NODE).localize(Access.WRITE)) {
        view.segment().set(JAVA_LONG, LEFT, leftNode);
        view.segment().set(JAVA_LONG, RIGHT, right);
        view.segment().set(JAVA_LONG, KEY, middle);
        view.commit();
      }
      return node;
    }
  }

  /** Sums the keys of a tree, and frees its nodes from below, those from {@code freed} on. */
  record Fell(GlobalHeap heap, long node, long freed) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      if (node == GlobalHeap.NULL) {
        return 0;
      }
      MemorySegment own = MemorySegment.ofArray(new long[3]);
      heap.range(node).read(0, own);
      Forked.OfLong left = context.fork(new Fell(heap, own.get(JAVA_LONG, LEFT), freed));
      long right = new Fell(heap, own.get(JAVA_LONG, RIGHT), freed).compute(context);
      long sum = left.join() + right + own.get(JAVA_LONG, KEY);
      if (own.get(JAVA_LONG, KEY) >= freed) {
        heap.free(node);
      }
      return sum;
    }
  }

  /**
   * Allocates a block, marks it, and returns it; before that takes the blocks of two children, one
   * of another PE mostly, stores what is no mark there, and frees them. That must not come late.
   */
  record Churn(GlobalHeap heap, int depth, long mark) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      if (depth > 0) {
        Forked<Long> left =
            context.forkAt(
                (int) (mark % context.space().pes()), new Churn(heap, depth - 1, 2 * mark));
        long right = new Churn(heap, depth - 1, 2 * mark + 1).compute(context);
        take(heap, right, 2 * mark + 1);
        take(heap, left.join(), 2 * mark);
      }
      long block = heap.allocate(LARGE);
      write(heap, block, mark);
      return block;
    }

    static void take(GlobalHeap heap, long block, long mark) {
      MemorySegment own = MemorySegment.ofArray(new long[1]);
      heap.range(block).read(0, own);
      if (own.get(JAVA_LONG, 0) != mark) {
        throw new IllegalStateException("mark " + own.get(JAVA_LONG, 0) + " instead of " + mark);
      }
      write(heap, block, -1);
      heap.free(block);
    }

    private static void write(GlobalHeap heap, long block, long mark) {
      try (LocalView view = heap.range(block).slice(0, Long.BYTES).localize(Access.WRITE)) {
        view.segment().set(JAVA_LONG, 0, mark);
        view.commit();
      }
    }
  }

  /**
   * Replaces random blocks of a table by new ones, and looks that each is what it was: each part on
   * another PE than in the round before, which so frees its blocks.
   */
  record Replace(GlobalHeap heap, GlobalLongs table, long seed, int steps) implements Action {
    private static final int BLOCKS = Integer.getInteger("temoto.heapSoak", 100_000);
    private static final int SLOTS = Math.min(4000, BLOCKS / 250);
    private static final int CHUNK = 64 << 10;

    private static final int PES = 4;
    private static final long BYTES_PER_PE = 32L << 20;

    /** Chunks in which any block has been allocated; all PEs are of this JVM. */
    private static final Set<Long> USED = ConcurrentHashMap.newKeySet();

    /** Bytes of each PE's arena that are allocated and not freed, by whichever PE. */
    private static final AtomicLongArray LIVE = new AtomicLongArray(PES);

    /** The most that these have been. */
    private static final AtomicLongArray MOST = new AtomicLongArray(PES);

    private static void count(GlobalRange block, long bytes) {
      int pe = (int) (block.offset() / BYTES_PER_PE);
      long live = LIVE.addAndGet(pe, bytes);
      MOST.accumulateAndGet(pe, live, Math::max);
    }

    /** Bytes of the chunks of a PE that have ever been used. */
    private static long usedOf(int pe) {
      return CHUNK * USED.stream().filter(chunk -> chunk * CHUNK / BYTES_PER_PE == pe).count();
    }

    @Override
    public void compute(TaskContext context) {
      long length = table.length();
      if (length > SLOTS) {
        int pe = (int) ((seed + length / SLOTS) % context.space().pes());
        var other =
            context.forkAt(
                pe, new Replace(heap, table.slice(length / 2, length), 2 * seed + 1, steps));
        new Replace(heap, table.slice(0, length / 2), 2 * seed, steps).compute(context);
        other.join();
        return;
      }
      SplittableRandom random = new SplittableRandom(seed);
      try (LongView view = table.localize(Access.READ_WRITE)) {
        for (int step = 0; step < steps; step++) {
          int slot = random.nextInt(SLOTS);
          free(view.get(slot), slot);
          view.set(slot, allocate(8 + random.nextInt(120), slot));
        }
        view.commit();
      }
    }

    private long allocate(long bytes, int slot) {
      long block = heap.allocate(bytes);
      USED.add(heap.range(block).offset() / CHUNK);
      count(heap.range(block), heap.range(block).length());
      try (LocalView view = heap.range(block).slice(0, Long.BYTES).localize(Access.WRITE)) {
        view.segment().set(JAVA_LONG, 0, 31 * block + slot);
        view.commit();
      }
      return block;
    }

    private void free(long block, int slot) {
      if (block == GlobalHeap.NULL) {
        return;
      }
      try (LocalView view = heap.range(block).slice(0, Long.BYTES).localize(Access.READ)) {
        if (view.segment().get(JAVA_LONG, 0) != 31 * block + slot) {
          throw new IllegalStateException("block " + block + " of slot " + slot + " has changed");
        }
      }
      count(heap.range(block), -heap.range(block).length());
      heap.free(block);
    }
  }

  /**
   * An arena never needs more than 1.3 times what has been live in it at a time, wherever it was
   * freed, and a chunk of each size that is filled in part.
   *
   * <p>With {@code -Dtemoto.heapSoak=10000000 -Dtemoto.jobSeconds=1000} so many blocks are
   * allocated.
   */
  @Test
  void shouldReplaceBlocksForLong() {
    int parts = 64;
    int rounds = 10;
    int steps = Replace.BLOCKS / (parts * rounds);
    Jobs.eachPe(
        Jobs.options(Replace.PES, 1, 11)
            .withPageSize(4096)
            .withCacheBytes(64L << 20)
            .withHeapBytes(256L << 20),
        Jobs.EAGER,
        (space, runtime) -> {
          long slots = (long) parts * Replace.SLOTS;
          GlobalLongs table = GlobalLongs.allocate(space, "table", slots);
          try (GlobalHeap heap = GlobalHeap.create(space, "heap", Replace.BYTES_PER_PE)) {
            for (int round = 1; round <= rounds; round++) {
              runtime.run(new Replace(heap, table, round, steps));
            }
            long live = 0;
            try (LongView view = table.localize(Access.READ)) {
              for (long i = 0; i < slots; i++) {
                live += view.get(i) == GlobalHeap.NULL ? 0 : 1;
              }
            }
            for (int turn = 0; turn < 100; turn++) { // what full mailboxes have sent back goes
              heap.flush();
              space.barrier();
              heap.usage();
              space.barrier();
            }
            long used = space.sum(heap.usage().blocks())[0];
            assertThat(used).isEqualTo(live);
            long most = Replace.MOST.get(space.pe());
            assertThat(Replace.usedOf(space.pe()))
                .as("bytes of chunks ever used, for at most %s that were live", most)
                .isLessThan((long) (1.3 * most) + SIZES * Replace.CHUNK);
          }
        });
  }

  /** Allocates until there is no room, by so many tasks at a time; the number of blocks. */
  record Exhaust(GlobalHeap heap, int tasks) implements LongTask {
    static final int BLOCK = 1 << 13;

    @Override
    public long compute(TaskContext context) {
      if (tasks == 0) {
        return 0;
      }
      Forked.OfLong others = context.fork(new Exhaust(heap, tasks - 1));
      long blocks = 0;
      try {
        while (true) {
          heap.allocate(BLOCK);
          blocks++;
        }
      } catch (GasException full) {
        assertThat(full).hasMessageContaining("no room for a block of 8192 bytes");
      }
      return blocks + others.join();
    }
  }

  /** Strands that find no room while others borrow wait for these, and not for each other. */
  @Test
  void shouldRefuseAllStrandsOnlyWhenNobodyHasRoom() {
    long arena = 1 << 20;
    for (int seed = 1; seed <= 10; seed++) {
      Jobs.eachPe(
          options(Schedule.SEEDED, Coherence.EXPLICIT, seed).withPes(2).withWorkers(3),
          Jobs.EAGER,
          (space, runtime) -> {
            try (GlobalHeap heap = GlobalHeap.create(space, "heap", arena)) {
              long bytes = runtime.run(new Exhaust(heap, 6)) * Exhaust.BLOCK;
              assertThat(bytes).isBetween(2 * arena - (1 << 16), 2 * arena);
              heap.clear();
            }
          });
    }
  }

  private static GasOptions options(Schedule schedule, Coherence coherence, long seed) {
    return Jobs.options(4, 2, seed)
        .withPageSize(4096)
        .withCoherence(coherence)
        .with(
            SimulationOptions.DEFAULT,
            simulation -> simulation.withSchedule(schedule).withRaceChecker(true));
  }

  @ParameterizedTest
  @EnumSource(Coherence.class)
  void shouldBuildAndFellTreesOnAllPes(Coherence coherence) {
    for (long seed = 1; seed <= 3; seed++) {
      Schedule schedule = Schedule.values()[(int) (seed % Schedule.values().length)];
      Jobs.eachPe(
          options(schedule, coherence, seed),
          Jobs.EAGER,
          (space, runtime) -> {
            try (GlobalHeap heap = GlobalHeap.create(space, "trees", 1 << 20)) {
              for (long keys = 300; keys <= 600; keys += 300) {
                long root = runtime.run(new Build(heap, 0, keys));
                long sum = runtime.run(new Fell(heap, root, 0));
                assertThat(sum).isEqualTo(keys * (keys - 1) / 2);
              }
              for (int turn = 0; turn < 3; turn++) {
                heap.flush();
                space.barrier();
                heap.usage();
                space.barrier();
              }
              assertThat(heap.usage().blocks()).isZero();
            }
          });
    }
  }

  /** Of each tree some nodes are freed, by any PE, and the others dropped with the tree. */
  @ParameterizedTest
  @EnumSource(Coherence.class)
  void shouldDropTreesByClears(Coherence coherence) {
    for (long seed = 1; seed <= 3; seed++) {
      Schedule schedule = Schedule.values()[(int) (seed % Schedule.values().length)];
      Jobs.eachPe(
          options(schedule, coherence, seed),
          Jobs.EAGER,
          (space, runtime) -> {
            try (GlobalHeap heap = GlobalHeap.create(space, "trees", 1 << 16)) {
              for (long keys = 100; keys <= 500; keys += 200) {
                long root = runtime.run(new Build(heap, 0, keys));
                long sum = runtime.run(new Fell(heap, root, keys / 2));
                assertThat(sum).isEqualTo(keys * (keys - 1) / 2);
                heap.clear();
                assertThat(heap.usage().blocks()).isZero();
              }
            }
          });
    }
  }

  /** Clears the heap, which only the programs of all PEs can. */
  record Clear(GlobalHeap heap) implements Action {
    @Override
    public void compute(TaskContext context) {
      heap.clear();
    }
  }

  @Test
  void shouldRefuseAClearByATask() {
    Jobs.eachPe(
        Jobs.options(2, 1, 1),
        Jobs.EAGER,
        (space, runtime) -> {
          try (GlobalHeap heap = GlobalHeap.create(space, "heap", 1 << 16)) {
            heap.allocate(8);
            assertThatThrownBy(() -> runtime.run(new Clear(heap)))
                .hasStackTraceContaining(
                    "clear of a heap is collective: called by the program of a PE, not by a task");
            assertThat(heap.usage().blocks()).isEqualTo(1);
            heap.clear();
            assertThat(heap.usage().blocks()).isZero();
          }
        });
  }

  @ParameterizedTest
  @EnumSource(Schedule.class)
  void shouldLetNoLateCommitReachABlockThatIsAllocatedAgain(Schedule schedule) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      Jobs.eachPe(
          options(schedule, Coherence.EXPLICIT, seed)
              .with( // which would have every commit complete at once
                  SimulationOptions.DEFAULT, simulation -> simulation.withRaceChecker(false)),
          Jobs.EAGER,
          (space, runtime) -> {
            try (GlobalHeap heap = GlobalHeap.create(space, "blocks", 1 << 20)) {
              for (int round = 0; round < 5; round++) {
                long last = runtime.run(new Churn(heap, 8, 1));
                if (space.pe() == 0) {
                  Churn.take(heap, last, 1);
                }
                space.barrier();
              }
            }
          });
    }
  }

  @Test
  void shouldLetTheCheckerFindAnUseBesideTheFree() {
    assertThatThrownBy(() ->
            Jobs.eachPe(
                options(Schedule.SEEDED, Coherence.EXPLICIT, 5),
                Jobs.EAGER,
                (space, runtime) -> {
                  GlobalHeap heap = GlobalHeap.create(space, "trees", 1 << 20);
                  long root = runtime.run(new Build(heap, 0, 1));
                  runtime.run(new ReadBeside(heap, root));
                }))
        .satisfies(thrown ->
            assertThat(chain(thrown)).contains(CheckFailedException.class.getSimpleName()));
  }

  /** Reads the node beside a task that stores to it and frees it. */
  record ReadBeside(GlobalHeap heap, long node) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      Forked.OfLong again = context.fork(new StoreAndFree(heap, node));
      MemorySegment own = MemorySegment.ofArray(new long[3]);
      heap.range(node).read(0, own);
      return again.join() + own.get(JAVA_LONG, KEY);
    }
  }

  record StoreAndFree(GlobalHeap heap, long node) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      try (LocalView view = heap.range(node).slice(0, NODE).localize(Access.WRITE)) {
        view.segment().fill((byte) 1);
        view.commit();
      }
      heap.free(node);
      return 0;
    }
  }

  private static String chain(Throwable thrown) {
    StringBuilder text = new StringBuilder();
    for (Throwable each = thrown; each != null; each = each.getCause()) {
      text.append(each).append('\n');
    }
    return text.toString();
  }
}
