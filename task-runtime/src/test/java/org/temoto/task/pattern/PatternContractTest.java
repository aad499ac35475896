package org.temoto.task.pattern;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.Temoto;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.TaskRuntime;
import org.temoto.task.pattern.sort.ElementType;

/** Tests of the patterns beside loops over Java arrays, on any backend. */
public abstract class PatternContractTest {
  private static final int PAGE = GasOptions.MIN_PAGE_SIZE;

  /** Every fork is offered, and a join waits for a thief. */
  private static final RuntimeOptions STOLEN =
      new RuntimeOptions(RuntimeOptions.Exposure.EAGER, 100_000);

  /** Clusters that every check runs on, one after the other. */
  protected abstract Stream<GasOptions> clusters();

  /** Options that all backends have in common. */
  protected static GasOptions options(String backend, int pes) {
    return GasOptions.DEFAULT
        .withBackend(backend)
        .withPes(pes)
        .withPageSize(PAGE)
        .withHeapBytes(16 << 20)
        .withCacheBytes(64 * PAGE);
  }

  /** A pattern beside its reference. */
  interface Check {
    void run(GlobalAddressSpace space, TaskRuntime runtime, Setting setting);
  }

  /** Runs {@code check} on every PE. */
  static void run(GasOptions options, Check check, Setting... settings) {
    Temoto.launch(
        options,
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space, STOLEN)) {
            for (Setting setting : settings) {
              check.run(space, runtime, setting);
            }
          }
        });
  }

  private static Setting[] settings() {
    Patterns.Policy pages = Patterns.Policy.DEFAULT.withCutoff(3 * PAGE / 8).withGrain(PAGE / 8);
    Patterns.Policy elements = Patterns.Policy.DEFAULT.withCutoff(701).withGrain(99);
    return new Setting[] {
      new Setting(ElementType.INT32, 0, 0, 0, pages, 1),
      new Setting(ElementType.INT64, 0, 1, 0, pages, 2),
      new Setting(ElementType.FLOAT32, 5, 10_000, 1, pages, 3),
      new Setting(ElementType.FLOAT64, 0, 10_000, 0, pages, 4),
      new Setting(ElementType.INT32, 700, 10_001, 2, elements, 5),
      new Setting(ElementType.INT64, 3, 9_999, 0, elements.withPrefetch(false), 6),
      new Setting(ElementType.FLOAT64, 1, 12_345, 0, Patterns.Policy.DEFAULT, 7),
    };
  }

  private void check(Check check) {
    clusters().forEach(options -> run(options, check, settings()));
  }

  @Test
  void shouldLoopAsSequentialLoopsDo() {
    check(LoopChecks::loops);
  }

  @Test
  void shouldFillNothingElse() {
    check(LoopChecks::fills);
  }

  @Test
  void shouldReduceAsSequentialLoopsDo() {
    check(LoopChecks::reductions);
  }

  @Test
  void shouldScanAsSequentialLoopsDo() {
    check(ScanChecks::scans);
  }

  @Test
  void shouldCountAsSequentialLoopsDo() {
    check(ScanChecks::counts);
  }

  @Test
  void shouldPartitionInOrder() {
    check(ScanChecks::partitions);
  }

  @Test
  void shouldSortAsArraysDo() {
    check(SortChecks::sorts);
  }

  @Test
  void shouldSortPairsInOrder() {
    check(SortChecks::pairs);
  }

  @Test
  void shouldMergeAsASortDoes() {
    check(SortChecks::merges);
  }

  @Test
  void shouldNestInTasks() {
    check(LoopChecks::nested);
  }
}
