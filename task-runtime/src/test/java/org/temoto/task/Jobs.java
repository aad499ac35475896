package org.temoto.task;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.junit.jupiter.api.Assertions;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.Temoto;

/** Runs programs of the tests on small simulated clusters. */
final class Jobs {
  /**
   * Every fork is offered, and a join waits long for a thief: with a second worker idle, it comes.
   */
  static final RuntimeOptions FORCED =
      new RuntimeOptions(RuntimeOptions.Exposure.EAGER, 20_000_000_000L);

  /** Every fork is offered, and a join waits a moment for a thief. */
  static final RuntimeOptions EAGER = new RuntimeOptions(RuntimeOptions.Exposure.EAGER, 100_000);

  private static final Duration HANG =
      Duration.ofSeconds(Integer.getInteger("temoto.jobSeconds", 100));

  private Jobs() {}

  /** Root folder of the project's own files. */
  static Path projectRoot() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve(".mvn"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  static GasOptions options(int pes, int workers, long seed) {
    return GasOptions.DEFAULT
        .withPes(pes)
        .withWorkers(workers)
        .withSeed(seed)
        .withHeapBytes(64 << 20)
        .withCacheBytes(1 << 20);
  }

  /** Result of {@code program} on PE 0; every PE runs it with a runtime of its own. */
  static <R> R onRuntimes(
      GasOptions gas, RuntimeOptions options, Function<TaskRuntime, R> program) {
    AtomicReference<R> result = new AtomicReference<>();
    eachPe(
        gas,
        options,
        (space, runtime) -> {
          R own = program.apply(runtime);
          if (space.pe() == 0) {
            result.set(own);
          }
        });
    return result.get();
  }

  /**
   * Runs {@code program} on every PE with a runtime of its own; fails if that takes suspiciously
   * long.
   */
  static void eachPe(
      GasOptions gas, RuntimeOptions options, BiConsumer<GlobalAddressSpace, TaskRuntime> program) {
    Assertions.assertTimeoutPreemptively(
        HANG,
        () ->
            Temoto.launch(
                gas,
                space -> {
                  try (TaskRuntime runtime = TaskRuntime.start(space, options)) {
                    program.accept(space, runtime);
                  }
                }));
  }
}
