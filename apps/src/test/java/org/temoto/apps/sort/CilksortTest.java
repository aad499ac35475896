package org.temoto.apps.sort;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.temoto.apps.Spmd;
import org.temoto.apps.report.Progress;
import org.temoto.gas.Access;
import org.temoto.gas.EngineOptions;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasOptions.Coherence;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Buffers;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.TaskRuntime;
import org.temoto.task.pattern.sort.Cilksort;
import org.temoto.task.pattern.sort.ElementType;
import org.temoto.task.pattern.sort.FastKernel;
import org.temoto.task.pattern.sort.Keys;
import org.temoto.task.pattern.sort.SortPlan;

@Timeout(120)
class CilksortTest {
  /** Offers work at every fork and waits for thieves: many steals, also of little work. */
  private static final RuntimeOptions STOLEN =
      new RuntimeOptions(RuntimeOptions.Exposure.EAGER, 1_000_000);

  private record Result(
      KeyCheck before, KeyCheck after, GlobalAddressSpace.Statistics traffic, long remoteSteals) {
    boolean isRight() {
      return after.isAscending() && after.hasSameKeys(before);
    }
  }

  private static Result sort(
      GasOptions options, RuntimeOptions stealing, KeyGenerator generator, SortPlan plan) {
    AtomicReference<Result> result = new AtomicReference<>();
    Spmd.run(
        options,
        space -> {
          Result own = sort(space, stealing, generator, plan);
          if (space.pe() == 0) {
            result.set(own);
          }
        });
    return result.get();
  }

  private static Result sort(
      GlobalAddressSpace space, RuntimeOptions stealing, KeyGenerator generator, SortPlan plan) {
    long bytes = generator.count() * generator.type().bytes();
    try (TaskRuntime runtime = TaskRuntime.start(space, stealing);
        GlobalMemory memory = space.allocate("keys", Math.max(1, bytes));
        GlobalMemory scratch = space.allocate("scratch", Math.max(1, bytes))) {
      Keys keys = new Keys(generator.type(), memory.range(0, bytes));
      generator.fill(keys);
      space.barrier();
      KeyCheck before = KeyCheck.of(keys);
      GlobalAddressSpace.Statistics start = space.totalStatistics();
      runtime.run(new Cilksort(keys, new Keys(generator.type(), scratch.range(0, bytes)), plan));
      GlobalAddressSpace.Statistics traffic = space.totalStatistics().since(start);
      return new Result(
          before, KeyCheck.of(keys), traffic, runtime.totalStatistics().remoteSteals());
    }
  }

  @ParameterizedTest
  @EnumSource(ElementType.class)
  void shouldSortEveryDistributionWithStealsOnThreePes(ElementType type) {
    long remoteSteals = 0;
    for (KeyDistribution distribution : KeyDistribution.values()) {
      KeyGenerator generator = new KeyGenerator(type, 40_001, distribution, Spmd.SEED);
      SortPlan plan = new SortPlan(1500, 2000, 10_000, FastKernel.INSTANCE);
      Result result = sort(Spmd.options(3), STOLEN, generator, plan);
      assertThat(result.isRight()).as("%s %s seed %s", type, distribution, Spmd.SEED).isTrue();
      remoteSteals += result.remoteSteals();
    }
    assertThat(remoteSteals).isPositive();
  }

  @ParameterizedTest
  @CsvSource({
    "0,1,1",
    "1,1,1",
    "2,1,1",
    "3,2,1",
    "5,3,1",
    "17,2,2",
    "1000,4,1",
    "1025,1,4",
    "8192,8,1",
    "30000,2,2"
  })
  void shouldSortAnyLengthOnAnyShapeOfCluster(long count, int pes, int workers) {
    for (Buffers buffers : Buffers.values()) {
      KeyGenerator generator =
          new KeyGenerator(ElementType.INT32, count, KeyDistribution.UNIFORM, Spmd.SEED);
      GasOptions options =
          Spmd.options(pes)
              .withWorkers(workers)
              .with(SimulationOptions.DEFAULT, simulation -> simulation.withBuffers(buffers));
      SortPlan fine = new SortPlan(3 + count / 50, 2 + count / 40, count / 4, PlainKernel.INSTANCE);
      assertThat(sort(options, STOLEN, generator, fine).isRight()).isTrue();
      SortPlan suited = SortPlan.suited(generator.type(), count, pes, workers, FastKernel.INSTANCE);
      assertThat(sort(options, RuntimeOptions.DEFAULT, generator, suited).isRight()).isTrue();
    }
  }

  /** Also where runs, pieces and merges do not fill a page, and several levels merge. */
  @ParameterizedTest
  @CsvSource({
    "0,1,1,16,1",
    "1,2,1,16,2",
    "2,3,1,4,2",
    "40000,1,3,3,1",
    "40000,2,1,64,4",
    "60001,3,1,5,2",
    "60001,5,2,64,3",
    "100000,9,1,128,2"
  })
  void shouldMergeManyRunsAtATime(long count, int pes, int workers, int ways, int pieces) {
    SortPlan plan =
        new SortPlan(Math.max(1, count / 40), 2 + count / 30, 0, FastKernel.INSTANCE, ways, pieces);
    for (KeyDistribution distribution : KeyDistribution.values()) {
      for (GasOptions options : options(pes, workers)) {
        ElementType type = ElementType.values()[distribution.ordinal() % 4];
        KeyGenerator generator = new KeyGenerator(type, count, distribution, Spmd.SEED);
        assertThat(sort(options, RuntimeOptions.DEFAULT, generator, plan).isRight())
            .as("%s %s %s", distribution, type, options)
            .isTrue();
      }
    }
  }

  private static List<GasOptions> options(int pes, int workers) {
    GasOptions plain = Spmd.options(pes).withWorkers(workers);
    return List.of(
        plain,
        plain.with(
            SimulationOptions.DEFAULT, simulation -> simulation.withBuffers(Buffers.IDENTITY)),
        plain.withCoherence(Coherence.AUTOMATIC).withOwnership(OwnershipPolicy.LAST_WRITER),
        plain
            .withOwnership(OwnershipPolicy.ADAPTIVE)
            .with(EngineOptions.DEFAULT, engine -> engine.without(EngineOptions.Feature.CACHING)));
  }

  @Test
  void shouldFetchNothingForChildrenOfATaskThatHoldsTheRange() {
    long count = 64 << 10;
    Spmd.run(2, space -> withKeys(space, count, keys -> sortPartsOfAHeldRange(space, keys)));
  }

  private static void sortPartsOfAHeldRange(GlobalAddressSpace space, Keys keys) {
    if (space.pe() != 0) {
      return;
    }
    int parts = 64;
    long length = keys.length() / parts;
    SortPlan leaf = new SortPlan(length, length, length, FastKernel.INSTANCE);
    keys.localize(Access.READ).close();
    GlobalAddressSpace.Statistics held = space.statistics();
    for (int part = 0; part < parts; part++) {
      Keys slice = keys.slice(part * length, (part + 1) * length);
      new Cilksort(slice, slice, leaf).compute(new InPlace(space));
    }
    GlobalAddressSpace.Statistics after = space.statistics();
    // Half of the pages are the other PE's: the parent fetched them, once, the children nothing.
    assertThat(held.bytesFetched()).isEqualTo(keys.range().length() / 2);
    assertThat(after.bytesFetched()).isEqualTo(held.bytesFetched());
    assertThat(after.localizeMisses()).isEqualTo(held.localizeMisses());
    assertThat(after.localizeHits()).isEqualTo(held.localizeHits() + parts);
  }

  @Test
  void shouldFetchKeysAndScratchOnceWhereOnePeIsActive() {
    long count = 64 << 10;
    SortPlan plan = new SortPlan(1024, 4096, count, FastKernel.INSTANCE);
    Spmd.run(
        2,
        space ->
            withKeys(
                space,
                count,
                keys -> {
                  try (GlobalMemory memory = space.allocate("scratch", keys.range().length())) {
                    if (space.pe() == 0) {
                      Keys scratch = new Keys(keys.type(), memory.whole());
                      new Cilksort(keys, scratch, plan).compute(new InPlace(space));
                      assertThat(space.statistics().bytesFetched())
                          .isLessThanOrEqualTo(keys.range().length());
                    }
                  }
                }));
  }

  /** Generates {@code count} keys and hands them to {@code work}. */
  private static void withKeys(GlobalAddressSpace space, long count, Consumer<Keys> work) {
    KeyGenerator generator =
        new KeyGenerator(ElementType.INT32, count, KeyDistribution.UNIFORM, Spmd.SEED);
    try (GlobalMemory memory = space.allocate("keys", count * Integer.BYTES)) {
      Keys keys = new Keys(ElementType.INT32, memory.whole());
      generator.fill(keys);
      space.barrier();
      work.accept(keys);
      space.barrier();
    }
  }

  @Test
  void shouldStayBelowTheTrafficThatTheMergesMustCause() {
    int pes = 4;
    long count = 2_000_000;
    KeyGenerator generator =
        new KeyGenerator(ElementType.INT32, count, KeyDistribution.UNIFORM, Spmd.SEED);
    GasOptions options = Spmd.options(pes).withPageSize(64 << 10);
    Result result =
        sort(
            options,
            new RuntimeOptions(RuntimeOptions.Exposure.LAZY, 2_000_000_000L), // thieves may be late
            generator,
            SortPlan.suited(ElementType.INT32, count, pes, 1, FastKernel.INSTANCE));
    assertThat(result.isRight()).isTrue();
    assertThat(result.remoteSteals()).isPositive();
    long data = count * Integer.BYTES;
    assertThat(result.traffic().bytesFetched()).isLessThan(2 * 2 * data);
  }

  @Test
  void shouldSortAsAJob() {
    KeyGenerator generator =
        new KeyGenerator(ElementType.FLOAT32, 100_000, KeyDistribution.ZIPF, Spmd.SEED);
    SortPlan plan = SortPlan.suited(generator.type(), generator.count(), 2, 1, FastKernel.INSTANCE);
    SortJob job = new SortJob(new SortJob.Generated(generator), Optional.empty(), plan);
    Spmd.run(
        2,
        space ->
            assertThat(job.run(space, RuntimeOptions.DEFAULT, Progress.hidden()).verified())
                .isTrue());
  }
}
