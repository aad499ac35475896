package org.temoto.task.pattern;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.temoto.gas.GasOptions;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.task.pattern.sort.ElementType;

/** Tests of the patterns beside loops over Java arrays, on random settings and seeded schedules. */
class PatternPropertyTest {
  private static final int MOST_ELEMENTS = 20_000;

  /** Elements of each of three arrays that fit a small cache, for two workers. */
  private static final int MOST_AT_HAND = 2_000;

  @Provide
  Arbitrary<Patterns.Policy> policies() {
    return Combinators.combine(
            Arbitraries.longs().between(0, MOST_ELEMENTS),
            Arbitraries.longs().between(0, MOST_AT_HAND),
            Arbitraries.of(true, false))
        .as((cutoff, grain, prefetch) ->
            Patterns.Policy.DEFAULT
                .withCutoff(cutoff == 0 ? 0 : Math.max(MOST_ELEMENTS / 64, cutoff))
                .withGrain(grain == 0 ? 0 : Math.max(MOST_ELEMENTS / 256, grain))
                .withPrefetch(prefetch));
  }

  @Provide
  Arbitrary<Setting> settings() {
    return Combinators.combine(
            Arbitraries.of(ElementType.class),
            Arbitraries.integers().between(0, 3_000),
            Arbitraries.integers().between(0, MOST_ELEMENTS),
            Arbitraries.integers().between(0, 3),
            policies(),
            Arbitraries.longs())
        .as(Setting::new);
  }

  @Provide
  Arbitrary<GasOptions> clusters() {
    return Combinators.combine(
            Arbitraries.integers().between(1, 4),
            Arbitraries.integers().between(1, 2),
            Arbitraries.integers().between(0, 3),
            Arbitraries.longs())
        .as((pes, workers, shift, seed) ->
            PatternContractTest.options("simulated", pes)
                .withWorkers(workers)
                .withPageSize(GasOptions.MIN_PAGE_SIZE << shift)
                .withCacheBytes(64L * GasOptions.MIN_PAGE_SIZE << shift)
                .with(
                    SimulationOptions.DEFAULT,
                    simulation -> simulation.withSchedule(Schedule.SEEDED))
                .withSeed(seed));
  }

  @Property(tries = 60)
  void shouldLoopAsSequentialLoopsDo(
      @ForAll("clusters") GasOptions options, @ForAll("settings") Setting setting) {
    PatternContractTest.run(options, LoopChecks::loops, setting);
  }

  @Property(tries = 30)
  void shouldFillNothingElse(
      @ForAll("clusters") GasOptions options, @ForAll("settings") Setting setting) {
    PatternContractTest.run(options, LoopChecks::fills, setting);
  }

  @Property(tries = 60)
  void shouldReduceAsSequentialLoopsDo(
      @ForAll("clusters") GasOptions options, @ForAll("settings") Setting setting) {
    PatternContractTest.run(options, LoopChecks::reductions, setting);
  }

  @Property(tries = 60)
  void shouldScanAsSequentialLoopsDo(
      @ForAll("clusters") GasOptions options, @ForAll("settings") Setting setting) {
    PatternContractTest.run(options, ScanChecks::scans, setting);
  }

  @Property(tries = 30)
  void shouldCountAsSequentialLoopsDo(
      @ForAll("clusters") GasOptions options, @ForAll("settings") Setting setting) {
    PatternContractTest.run(options, ScanChecks::counts, setting);
  }

  @Property(tries = 30)
  void shouldPartitionInOrder(
      @ForAll("clusters") GasOptions options, @ForAll("settings") Setting setting) {
    PatternContractTest.run(options, ScanChecks::partitions, setting);
  }

  @Property(tries = 40)
  void shouldSortAsArraysDo(
      @ForAll("clusters") GasOptions options, @ForAll("settings") Setting setting) {
    PatternContractTest.run(options, SortChecks::sorts, setting);
  }

  @Property(tries = 40)
  void shouldSortPairsInOrder(
      @ForAll("clusters") GasOptions options, @ForAll("settings") Setting setting) {
    PatternContractTest.run(options, SortChecks::pairs, setting);
  }

  @Property(tries = 40)
  void shouldMergeAsASortDoes(
      @ForAll("clusters") GasOptions options, @ForAll("settings") Setting setting) {
    PatternContractTest.run(options, SortChecks::merges, setting);
  }
}
