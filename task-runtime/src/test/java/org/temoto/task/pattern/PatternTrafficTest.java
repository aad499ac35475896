package org.temoto.task.pattern;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.Temoto;
import org.temoto.gas.array.DoubleView;
import org.temoto.gas.array.GlobalDoubles;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.Clock;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.task.TaskRuntime;

/**
 * Tests of the bytes that patterns fetch on four PEs, a network of 1.8 us between them, in virtual
 * time.
 */
class PatternTrafficTest {
  private static final int ELEMENTS = 1_000_000;
  private static final long BYTES = (long) ELEMENTS * Double.BYTES;

  private static final int HALF = ELEMENTS / 2;

  /** Four per worker, and of merges as many as have 2^15 elements each. */
  private static final long LEAVES = 16;

  private static final long MERGES = 32;
  private static final long SHARED_PAGES = 4L * GasOptions.DEFAULT.pageSize();

  /** Arrays of a run. */
  private record Arrays(GlobalDoubles a, GlobalDoubles b, GlobalDoubles c) {}

  private static GasOptions options() {
    return GasOptions.DEFAULT
        .withBackend("simulated")
        .withPes(4)
        .with(
            SimulationOptions.DEFAULT,
            simulation -> simulation.withSchedule(Schedule.VIRTUAL).withCosts(Costs.MODELLED))
        .withHeapBytes(64 << 20);
  }

  private static GlobalAddressSpace.Statistics traffic(
      boolean prefetch, BiFunction<Patterns, Arrays, Object> pattern) {
    GasOptions options =
        options()
            .with(
                SimulationOptions.DEFAULT,
                simulation -> simulation.withNetwork(new Network(1_800, 9e9)));
    AtomicReference<GlobalAddressSpace.Statistics> result = new AtomicReference<>();
    Temoto.launch(
        options,
        space -> {
          GlobalAddressSpace.Statistics own = traffic(space, prefetch, pattern);
          if (space.pe() == 0) {
            result.set(own);
          }
        });
    return result.get();
  }

  private static GlobalAddressSpace.Statistics traffic(
      GlobalAddressSpace space, boolean prefetch, BiFunction<Patterns, Arrays, Object> pattern) {
    GlobalDoubles a = GlobalDoubles.allocate(space, "a", ELEMENTS);
    GlobalDoubles b = GlobalDoubles.allocate(space, "b", ELEMENTS);
    GlobalDoubles c = GlobalDoubles.allocate(space, "c", ELEMENTS);
    try (TaskRuntime runtime = TaskRuntime.start(space)) {
      store(a, 5);
      store(b, HALF); // two ascending runs
      space.barrier();
      GlobalAddressSpace.Statistics before = space.totalStatistics();
      runtime.run(context ->
          pattern.apply(
              Patterns.in(context, Patterns.Policy.DEFAULT.withPrefetch(prefetch)),
              new Arrays(a, b, c)));
      assertThat(runtime.totalStatistics().remoteSteals()).isPositive();
      return space.totalStatistics().since(before);
    }
  }

  /** Each PE its share of the indices modulo {@code modulus}. */
  private static void store(GlobalDoubles array, long modulus) {
    GlobalAddressSpace space = array.range().memory().space();
    long share = ELEMENTS / space.pes();
    long first = space.pe() * share;
    try (DoubleView view = array.localize(first, first + share, Access.WRITE)) {
      for (long i = 0; i < share; i++) {
        view.set(i, (double) ((first + i) % modulus));
      }
      view.commit();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldFetchEveryByteAtMostOnce(boolean prefetch) {
    assertThat(
            traffic(prefetch, (patterns, all) -> patterns.reduce(all.a(), DoubleOperator.SUM))
                .bytesFetched())
        .isBetween(1L, BYTES);
    GlobalAddressSpace.Statistics copied =
        traffic(
            prefetch,
            (patterns, all) -> {
              patterns.copy(all.a(), all.b());
              return null;
            });
    assertThat(copied.bytesFetched()).isBetween(1L, BYTES);
    assertThat(copied.bytesCommitted()).isBetween(1L, BYTES);
    GlobalAddressSpace.Statistics filled =
        traffic(
            prefetch,
            (patterns, all) -> {
              patterns.fill(all.c(), 1);
              return null;
            });
    assertThat(filled.bytesFetched()).isBetween(0L, (long) GasOptions.DEFAULT.pageSize());
    GlobalAddressSpace.Statistics transformed =
        traffic(
            prefetch,
            (patterns, all) -> {
              patterns.transform(all.a(), all.b(), all.c(), new Add());
              return null;
            });
    assertThat(transformed.bytesFetched()).isBetween(1L, 2 * BYTES);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldFetchEveryByteAtMostOncePerPass(boolean prefetch) {
    GlobalAddressSpace.Statistics scanned =
        traffic(
            prefetch,
            (patterns, all) -> {
              patterns.inclusiveScan(all.a(), all.c(), DoubleOperator.SUM);
              return null;
            });
    assertThat(scanned.bytesFetched()).isBetween(1L, 2 * BYTES);
    GlobalAddressSpace.Statistics inPlace =
        traffic(
            prefetch,
            (patterns, all) -> {
              patterns.exclusiveScan(all.a(), all.a(), DoubleOperator.SUM);
              return null;
            });
    assertThat(inPlace.bytesFetched()).isBetween(1L, 2 * BYTES);
  }

  /** Ends of what a leaf writes are in pages of its neighbours, too, of either kind. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldFetchOnlySharedPagesBesideWhereOutputsEndAnywhere(boolean prefetch) {
    GlobalAddressSpace.Statistics parted =
        traffic(prefetch, (patterns, all) -> patterns.partition(all.a(), all.c(), new Low()));
    assertThat(parted.bytesFetched()).isBetween(1L, 2 * BYTES + LEAVES * SHARED_PAGES);
    GlobalAddressSpace.Statistics merged =
        traffic(
            prefetch,
            (patterns, all) -> {
              GlobalDoubles runs = all.b();
              patterns.merge(runs.slice(0, HALF), runs.slice(HALF, ELEMENTS), all.c());
              return null;
            });
    assertThat(merged.bytesFetched()).isBetween(1L, BYTES + MERGES * SHARED_PAGES);
  }

  record Low() implements Patterns.ElementTest {
    @Override
    public boolean test(MemorySegment elements, long index) {
      return elements.getAtIndex(JAVA_DOUBLE, index) < 2;
    }
  }

  @Test
  void shouldSortWithFewPassesOverWhatIsAway() {
    GlobalAddressSpace.Statistics sorted =
        traffic(
            true,
            (patterns, all) -> {
              patterns.sort(all.a(), all.c());
              return null;
            });
    assertThat(sorted.bytesFetched()).isBetween(1L, 2 * BYTES);
  }

  /**
   * Over a network that brings a grain about as fast as it is worked on, in the sum of 16 seeds.
   */
  @Test
  void shouldWorkWhileTheNextGrainTravels() {
    long waiting = 0;
    long overlapped = 0;
    for (int seed = 1; seed <= 16; seed++) {
      waiting += nanos(false, seed);
      overlapped += nanos(true, seed);
    }
    assertThat(overlapped).as("beside %d ns", waiting).isLessThan(waiting * 95 / 100);
  }

  private static long nanos(boolean prefetch, long seed) {
    GasOptions options =
        options()
            .with(
                SimulationOptions.DEFAULT,
                simulation -> simulation.withNetwork(new Network(1_800, 100e9)))
            .withSeed(seed);
    AtomicLong nanos = new AtomicLong();
    Temoto.launch(
        options,
        space -> {
          GlobalDoubles array = GlobalDoubles.allocate(space, "array", ELEMENTS);
          Clock clock = RuntimeSupport.of(space).processingElement().clock();
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            Patterns.Policy policy = Patterns.Policy.DEFAULT.withPrefetch(prefetch);
            runtime.run(context -> 0); // its strands have started then
            long start = clock.now();
            runtime.run(context -> Patterns.in(context, policy).reduce(array, DoubleOperator.SUM));
            if (space.pe() == 0) {
              nanos.set(clock.now() - start);
            }
          }
        });
    return nanos.get();
  }

  /** Adds two arrays. */
  record Add() implements Patterns.BinaryKernel {
    @Override
    public void run(
        MemorySegment left, MemorySegment right, MemorySegment to, long first, long count) {
      for (long i = 0; i < count; i++) {
        to.setAtIndex(
            JAVA_DOUBLE, i, left.getAtIndex(JAVA_DOUBLE, i) + right.getAtIndex(JAVA_DOUBLE, i));
      }
    }
  }
}
