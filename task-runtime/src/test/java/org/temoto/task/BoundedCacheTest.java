package org.temoto.task;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.gas.Access;
import org.temoto.gas.Distribution;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasOptions.Coherence;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.LocalView;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;

/**
 * Tests of programs that touch far more than the cache holds, with views of ancestors open
 * meanwhile.
 */
@Timeout(120)
class BoundedCacheTest {
  private static final int PAGE = GasOptions.MIN_PAGE_SIZE;
  private static final int PES = 4;
  private static final int CACHE_PAGES = 16;

  /**
   * Number of pages, of which a PE reads or writes a fourth or so, three fourths of these others':
   * 12 times.
   */
  private static final int PAGES = 1024;

  /**
   * Number that a node adds to the first words of its range before its fork; after its join, {@link
   * #AFTER}.
   */
  private static final long BEFORE = 1;

  private static final long AFTER = 1 << 16;

  /** A leaf's addition to every word. */
  private static final long LEAF = 1L << 32;

  private static final int LEAF_PAGES = 2;

  private static final long LEAF_NANOS = 20_000;

  /**
   * Holds a view of the first pages of its range while its children, of which one has the same
   * pages, run wherever they are stolen to.
   */
  record Node(GlobalRange range) implements Action {
    @Override
    public void compute(TaskContext context) {
      if (range.length() == LEAF_PAGES * PAGE) {
        try (LocalView view = range.localize(Access.READ_WRITE)) {
          add(view.segment(), LEAF);
          view.commit();
        }
        context.charge(LEAF_NANOS);
        return;
      }
      try (LocalView view = range.slice(0, 2 * PAGE).localize(Access.READ_WRITE)) {
        add(view.segment(), BEFORE);
        view.commit();
        long half = range.length() / 2;
        context.forkJoin(new Node(range.slice(0, half)), new Node(range.slice(half, half)));
        add(view.segment(), AFTER);
        view.commit();
      }
    }

    private static void add(MemorySegment words, long value) {
      for (long at = 0; at < words.byteSize(); at += Long.BYTES) {
        words.set(JAVA_LONG, at, words.get(JAVA_LONG, at) + value);
      }
    }
  }

  /** Final value of the words of {@code page}: nodes whose range begins here held it. */
  private static long expected(int page) {
    int first = page / LEAF_PAGES;
    long nodes = 0;
    for (int span = 2; span * LEAF_PAGES <= PAGES && first % span == 0; span *= 2) {
      nodes++;
    }
    return LEAF + nodes * (BEFORE + AFTER);
  }

  @ParameterizedTest
  @CsvSource({
    "EXPLICIT, FIXED",
    "EXPLICIT, LAST_WRITER",
    "AUTOMATIC, FIXED",
    "AUTOMATIC, ADAPTIVE"
  })
  void shouldBeRightWithTenTimesTheCache(Coherence coherence, OwnershipPolicy ownership) {
    GasOptions options =
        Jobs.options(PES, 1, 7)
            .withPageSize(PAGE)
            .withCacheBytes((long) CACHE_PAGES * PAGE)
            .withCoherence(coherence)
            .withOwnership(ownership)
            .with(
                SimulationOptions.DEFAULT,
                simulation ->
                    simulation
                        .withSchedule(Schedule.VIRTUAL)
                        .withCosts(Costs.MODELLED)
                        .withNetwork(new Network(2_000, 9e9)));
    AtomicReference<GlobalAddressSpace.Statistics> traffic = new AtomicReference<>();
    AtomicReference<TaskRuntime.Statistics> tasks = new AtomicReference<>();
    Jobs.eachPe(
        options,
        Jobs.EAGER,
        (space, runtime) -> {
          try (GlobalMemory memory = space.allocate(spread())) {
            GlobalAddressSpace.Statistics before = space.totalStatistics();
            runtime.run(new Node(memory.whole()));
            GlobalAddressSpace.Statistics after = space.totalStatistics().since(before);
            check(space, memory);
            TaskRuntime.Statistics total = runtime.totalStatistics();
            if (space.pe() == 0) {
              traffic.set(after);
              tasks.set(total);
            }
          }
        });
    GlobalAddressSpace.Statistics all = traffic.get();
    long caches = (long) PES * CACHE_PAGES * PAGE;
    assertThat(tasks.get().remoteSteals()).isPositive();
    if (ownership == OwnershipPolicy.FIXED) {
      assertThat(all.bytesFetched()).as("%s", all).isGreaterThan(10 * caches);
      assertThat(all.evictions()).isGreaterThan(9L * PES * CACHE_PAGES);
      assertThat(all.bytesRefetched()).as("views of ancestors come back").isPositive();
    } else { // pages become their writers' own, and take no cache then
      assertThat(all.bytesFetched()).as("%s", all).isGreaterThan(3 * caches);
      assertThat(all.evictions()).isGreaterThan(2L * PES * CACHE_PAGES);
    }
    assertThat(all.bytesCachedPeak()).isBetween(caches / 2, caches);
    assertThat(all.bytesPinnedPeak()).isBetween((long) PAGE, all.bytesCachedPeak());
  }

  /** Options by which three fourths of a few neighbouring pages are other PEs', on each PE. */
  private static MemoryOptions spread() {
    return MemoryOptions.of("words", (long) PAGES * PAGE).withDistribution(Distribution.cyclic());
  }

  private static void check(GlobalAddressSpace space, GlobalMemory memory) {
    for (int page = 0; page < PAGES; page++) {
      try (LocalView view = memory.localize((long) page * PAGE, PAGE, Access.READ)) {
        for (long at = 0; at < PAGE; at += Long.BYTES) {
          assertThat(view.segment().get(JAVA_LONG, at))
              .as("PE %d, page %d, byte %d", space.pe(), page, at)
              .isEqualTo(expected(page));
        }
      }
    }
  }

  /** Copies that were evicted take no memory: what this process has grows by the cache only. */
  @Test
  void shouldReturnMemoryToTheSystem() {
    int page = 1 << 16;
    long cache = 4L << 20;
    long data = 64L << 20;
    GasOptions options =
        Jobs.options(2, 1, 7).withPageSize(page).withCacheBytes(cache).withHeapBytes(2 * data);
    AtomicLongArray least = new AtomicLongArray(new long[] {data, data});
    Jobs.eachPe(
        options,
        RuntimeOptions.DEFAULT,
        (space, runtime) -> {
          for (int i = 0; i < 3; i++) { // the JVM's own memory may grow meanwhile
            least.accumulateAndGet(space.pe(), growth(space, data), Math::min);
          }
        });
    for (int pe = 0; pe < 2; pe++) {
      assertThat(least.get(pe)).as("PE %d", pe).isLessThan(data / 4);
    }
  }

  private static long growth(GlobalAddressSpace space, long data) {
    try (GlobalMemory memory = space.allocate("data", data)) {
      touch(memory, space.pe(), Access.WRITE); // its own frames are there
      space.barrier();
      long before = resident();
      space.barrier();
      touch(memory, 1 - space.pe(), Access.READ);
      space.barrier();
      long growth = resident() - before;
      space.barrier();
      return growth;
    }
  }

  private static void touch(GlobalMemory memory, int half, Access access) {
    long bytes = memory.byteSize() / 2;
    for (long at = half * bytes; at < (half + 1) * bytes; at += memory.pageSize()) {
      try (LocalView view = memory.localize(at, memory.pageSize(), access)) {
        if (access == Access.WRITE) {
          view.segment().fill((byte) 1);
          view.commit();
        } else {
          assertThat(view.segment().get(JAVA_BYTE, 0)).isOne();
        }
      }
    }
  }

  /** Bytes of this process that are in memory and no file's. */
  private static long resident() {
    try {
      List<String> status = Files.readAllLines(Path.of("/proc/self/smaps_rollup"));
      return status.stream()
          .filter(line -> line.startsWith("Anonymous:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D+", "")) * 1024)
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
