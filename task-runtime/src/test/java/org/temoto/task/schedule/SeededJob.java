package org.temoto.task.schedule;

import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.Temoto;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.RuntimeOptions.StealPolicy;
import org.temoto.task.TaskRuntime;

/** Runs a program on a small cluster and a schedule that a seed decides. */
final class SeededJob {
  private SeededJob() {}

  /** A check of many schedules, one at a time. */
  interface Check {
    void run(long seed, StealPolicy policy);
  }

  /** Fault in one of {@code count} schedules, by either policy; null if there is none. */
  static String search(long first, long count, Check check) {
    for (long seed = first; seed < first + count; seed++) {
      for (StealPolicy policy : StealPolicy.values()) {
        try {
          check.run(seed, policy);
        } catch (AssertionError wrong) {
          return wrong.toString();
        }
      }
    }
    return null;
  }

  /** Runs {@code program} on each of {@code leastPes} to 4 PEs, with a runtime. */
  static void run(
      long seed,
      StealPolicy policy,
      int leastPes,
      long heapBytes,
      BiConsumer<GlobalAddressSpace, TaskRuntime> program) {
    SplittableRandom random = new SplittableRandom(seed);
    GasOptions gas =
        GasOptions.DEFAULT
            .withBackend("simulated")
            .withSeed(seed)
            .withPes(leastPes + random.nextInt(5 - leastPes))
            .withWorkers(1 + random.nextInt(2))
            .withHeapBytes(heapBytes)
            .withCacheBytes(1 << 20)
            .withPageSize(GasOptions.MIN_PAGE_SIZE)
            .with(
                SimulationOptions.DEFAULT,
                simulation ->
                    simulation
                        .withSchedule(Schedule.SEEDED)
                        .withNetwork(
                            random.nextBoolean() ? Network.NONE : new Network(2_000, 9e9)));
    RuntimeOptions options =
        new RuntimeOptions(
                random.nextBoolean() ? RuntimeOptions.Exposure.EAGER : RuntimeOptions.Exposure.LAZY,
                random.nextBoolean() ? 0 : 10_000)
            .withTimeoutNanos(1_000_000_000)
            .withPolicy(policy);
    try {
      Temoto.launch(
          gas,
          space -> {
            try (TaskRuntime runtime = TaskRuntime.start(space, options)) {
              program.accept(space, runtime);
            }
          });
    } catch (RuntimeException | Error failure) {
      throw new AssertionError(policy + ": repeat it with -Dtemoto.seed=" + seed, failure);
    }
  }
}
