package org.temoto.task.schedule;

import java.util.List;
import java.util.SplittableRandom;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.Temoto;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.Strands;
import org.temoto.task.Leftovers;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.RuntimeOptions.StealAmount;
import org.temoto.task.RuntimeOptions.StealPolicy;
import org.temoto.task.TaskException;
import org.temoto.task.TaskRuntime;

/**
 * Random trees on the real runtime under one seeded schedule: right sums, every task once, nothing
 * left behind. Shape, options, trees and schedule all follow from the seed.
 */
final class ScheduledRun {
  /** Simulated time far beyond what a tree takes; a task that waits longer waits for ever. */
  private static final long HANG_NANOS = 1_000_000_000;

  private static final int TREES = 2;

  private final long seed;
  private final GasOptions gas;
  private final RuntimeOptions options;
  private final int doom;

  /** Statistics of the last run, of all PEs together. */
  private TaskRuntime.Statistics statistics;

  private long nanos;
  private int tasks;

  ScheduledRun(long seed, StealPolicy policy, StealAmount amount) {
    this.seed = seed;
    SplittableRandom random = new SplittableRandom(seed);
    gas =
        GasOptions.DEFAULT
            .withBackend("simulated")
            .with(SimulationOptions.DEFAULT, simulation -> simulation.withSchedule(Schedule.SEEDED))
            .withSeed(seed)
            .withPes(2 + random.nextInt(3))
            .withWorkers(1 + random.nextInt(2))
            .withHeapBytes(4 << 20)
            .withCacheBytes(1 << 20)
            .withPageSize(GasOptions.MIN_PAGE_SIZE)
            .with(
                SimulationOptions.DEFAULT,
                simulation ->
                    simulation.withNetwork(
                        random.nextBoolean() ? Network.NONE : new Network(2_000, 9e9)));
    options =
        new RuntimeOptions(
                random.nextBoolean() ? RuntimeOptions.Exposure.EAGER : RuntimeOptions.Exposure.LAZY,
                random.nextBoolean() ? 0 : 10_000)
            .withPolicy(policy)
            .withAmount(amount);
    doom = random.nextInt(4) == 0 ? 5 : 0;
  }

  /** Throws what is wrong; the message says how to repeat it. */
  void run() {
    try {
      Temoto.launch(gas, this::program);
    } catch (RuntimeException | Error failure) {
      throw new AssertionError(
          options.policy()
              + ", "
              + options.amount()
              + ": schedule of seed "
              + seed
              + " (repeat it with -Dtemoto.seed="
              + seed
              + "): "
              + failure,
          failure);
    }
  }

  private void program(GlobalAddressSpace space) {
    ProcessingElement element = RuntimeSupport.of(space).processingElement();
    boolean[] over = new boolean[1];
    Strands.Strand watch = element.strands().spawn("watch", () -> watch(element, over));
    try (TaskRuntime runtime = TaskRuntime.start(space, options)) {
      for (int tree = 0; tree < TREES; tree++) {
        run(space, runtime, seed * TREES + tree);
      }
      TaskRuntime.Statistics total = runtime.totalStatistics();
      if (space.pe() == 0) {
        statistics = total;
        nanos = element.clock().now();
      }
    }
    over[0] = true;
    element.strands().unpark(watch);
    element.strands().join(watch);
  }

  private static void watch(ProcessingElement element, boolean[] over) {
    long end = element.clock().now() + HANG_NANOS;
    while (!over[0] && element.clock().now() < end) {
      element.strands().park(end - element.clock().now());
    }
    if (!over[0]) {
      element.abort(new AssertionError("no end in " + HANG_NANOS + " ns: something was lost"));
    }
  }

  private void run(GlobalAddressSpace space, TaskRuntime runtime, long root) {
    int depth = 2 + (int) Long.remainderUnsigned(root, 3);
    RunLog expected = new RunLog(doom);
    long sum = Plan.expected(root, depth, expected);
    if (space.pe() == 0) {
      Tree.log = new RunLog(doom);
    }
    String found = outcome(runtime, new Tree.Sum(root, depth, new byte[0]));
    require(found, expected.hasDied() ? "doomed" : String.valueOf(sum));
    require(Tree.log.difference(expected), null);
    space.barrier(); // what is on its way arrives
    List<String> left = Leftovers.of(runtime);
    require(left.isEmpty() ? null : left.toString(), null);
    space.barrier();
    tasks += space.pe() == 0 ? Tree.log.tasks() : 0;
  }

  private static String outcome(TaskRuntime runtime, Tree.Sum root) {
    try {
      return String.valueOf(runtime.run(root));
    } catch (TaskException failure) {
      return failure.getMessage().contains("doomed") ? "doomed" : failure.toString();
    }
  }

  private static void require(String found, String expected) {
    if (!java.util.Objects.equals(found, expected)) {
      throw new AssertionError("expected " + expected + ", found " + found);
    }
  }

  long remoteSteals() {
    return statistics.remoteSteals();
  }

  long suspensions() {
    return statistics.suspensions();
  }

  int tasks() {
    return tasks;
  }

  /** Counts of the run, and the time of its end: the same whenever the seed is. */
  String course() {
    return statistics + " after " + nanos + " ns";
  }
}
