package org.temoto.task.collective.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.GasOptions;
import org.temoto.gas.Temoto;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.task.Action;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskRuntime;
import org.temoto.task.collective.CollectiveOptions;
import org.temoto.task.collective.Collectives;

/**
 * Tests of collectives drawn at random, several under way at once, on seeded schedules with late
 * and unordered puts. Everything follows from the seed.
 */
@Timeout(120)
class SeededCollectivesTest {
  private static final int SCHEDULES = Integer.getInteger("temoto.schedules", 1_000);
  private static final long[] SIZES = {0, 1, 7, 64, 1_000, (4 << 10) + 3, 40_000};

  /** Now and then, in few jobs, and in large messages. */
  private static final int LARGE = 3 << 20;

  @Test
  void shouldGiveTheSameOnEverySchedule() {
    Long repeated = Long.getLong("temoto.seed");
    if (repeated != null) {
      run(repeated);
      return;
    }
    for (long seed = 0; seed < SCHEDULES; seed++) {
      run(seed);
    }
  }

  private static void run(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int pes = 1 + random.nextInt(9);
    GasOptions gas =
        GasOptions.DEFAULT
            .withBackend("simulated")
            .with(SimulationOptions.DEFAULT, simulation -> simulation.withSchedule(Schedule.SEEDED))
            .withSeed(seed)
            .withPes(pes)
            .withWorkers(1 + random.nextInt(2))
            .withHeapBytes(8 << 20)
            .withCacheBytes(1 << 20)
            .with(
                SimulationOptions.DEFAULT,
                simulation ->
                    simulation.withNetwork(
                        random.nextBoolean() ? Network.NONE : new Network(2_000, 9e9)));
    CollectiveOptions.Progress[] all = CollectiveOptions.Progress.values();
    CollectiveOptions options =
        new CollectiveOptions(all[random.nextInt(all.length)], random.nextInt(1, 9) * 8L << 10);
    long program = random.nextLong();
    try {
      Temoto.launch(
          gas,
          space -> {
            try (TaskRuntime runtime = TaskRuntime.start(space)) {
              runtime.collectives(options);
              program(runtime, pes, new SplittableRandom(program));
              space.barrier();
            }
          });
    } catch (RuntimeException | Error failure) {
      throw new AssertionError(
          pes
              + " PEs, "
              + options
              + ": seed "
              + seed
              + " (repeat it with -Dtemoto.seed="
              + seed
              + "): "
              + failure,
          failure);
    }
  }

  /** A tree of tasks, for workers to be at work. */
  private record Forks(int depth) implements Action {
    @Override
    public void compute(TaskContext context) {
      if (depth > 0) {
        context.fork(new Forks(depth - 1));
        context.fork(new Forks(depth - 1));
        context.sync();
      }
    }
  }

  /** The same on every PE. */
  private static void program(TaskRuntime runtime, int pes, SplittableRandom random) {
    Collectives collectives = runtime.collectives();
    List<Scenario> scenarios = Scenario.all(pes);
    for (int round = 0; round < 2; round++) {
      List<Scenario.Running> running = new ArrayList<>();
      int count = 1 + random.nextInt(5);
      for (int i = 0; i < count; i++) {
        Scenario scenario = scenarios.get(random.nextInt(scenarios.size()));
        boolean isLarge = pes <= 4 && random.nextInt(50) == 0;
        long chunk = isLarge ? 64 << 10 : 64L << random.nextInt(8);
        long bytes = isLarge ? LARGE : SIZES[random.nextInt(SIZES.length)];
        running.add(scenario.start(collectives.withChunkBytes(chunk), bytes));
      }
      if (random.nextInt(3) == 0) {
        runtime.run(new Forks(random.nextInt(4)));
      }
      int[] order = new int[count];
      Arrays.setAll(order, i -> i);
      for (int i = count - 1; i > 0; i--) {
        int j = random.nextInt(i + 1);
        int swapped = order[i];
        order[i] = order[j];
        order[j] = swapped;
      }
      for (int i : order) {
        running.get(i).finish();
      }
    }
  }
}
