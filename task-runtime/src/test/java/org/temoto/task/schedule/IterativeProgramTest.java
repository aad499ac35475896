package org.temoto.task.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.Temoto;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.task.Forked;
import org.temoto.task.LongTask;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.RuntimeOptions.StealPolicy;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskRuntime;

/**
 * Tests of a program of many rounds with a few leaves each, which must not become deaf to thieves
 * after its first rounds. Leaves take simulated time, so that nothing depends on this machine: each
 * seed gives the same numbers everywhere.
 */
@Timeout(60)
class IterativeProgramTest {
  private static final int ROUNDS = 60;
  private static final int LEAVES = 6;
  private static final long LEAF_NANOS = 1_000_000;
  private static final int SEEDS = 10;

  /** Takes a millisecond; returns the PE that it ran on. */
  record Leaf(int number) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      var element = RuntimeSupport.of(context.space()).processingElement();
      long end = element.clock().now() + LEAF_NANOS;
      while (element.clock().now() < end) {
        element.strands().park(end - element.clock().now());
      }
      return context.pe();
    }
  }

  /** Notes for each round how many of its leaves ran on PEs other than its own. */
  record Program() implements LongTask {
    /**
     * Numbers of leaves run elsewhere, by round, in the run under way; written by the root task
     * alone.
     */
    static final List<Integer> ELSEWHERE = new ArrayList<>();

    @Override
    public long compute(TaskContext context) {
      ELSEWHERE.clear();
      for (int round = 0; round < ROUNDS; round++) {
        ELSEWHERE.add(elsewhere(context));
      }
      return ELSEWHERE.stream().mapToInt(Integer::intValue).sum();
    }

    private static int elsewhere(TaskContext context) {
      List<Forked.OfLong> leaves = new ArrayList<>();
      for (int leaf = 0; leaf < LEAVES; leaf++) {
        leaves.add(context.fork(new Leaf(leaf)));
      }
      int count = 0;
      for (Forked.OfLong leaf : leaves) {
        count += context.join(leaf) != context.pe() ? 1 : 0;
      }
      return count;
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "3, 1", "4, 1", "2, 2", "4, 2"})
  void shouldBeStolenFromThroughout(int pes, int workers) {
    shouldBeStolenFromThroughout(StealPolicy.ONE_SIDED, pes, workers);
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "3, 1", "4, 1"})
  void shouldBeAskedThroughout(int pes, int workers) {
    shouldBeStolenFromThroughout(StealPolicy.REQUEST, pes, workers);
  }

  private static void shouldBeStolenFromThroughout(StealPolicy policy, int pes, int workers) {
    int first = 0;
    int last = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      assertThat(deafness(policy, pes, workers, seed)).isNull();
      first += stolen(0);
      last += stolen(ROUNDS - 10);
    }
    assertThat(4 * last)
        .as("%d leaves stolen in the first ten rounds of all seeds, %d in the last", first, last)
        .isGreaterThanOrEqualTo(3 * first);
  }

  /**
   * Searches for a run that is deaf to thieves at its end, which a mutated runtime is asked for;
   * null if there is none.
   */
  static String search(long first, long count) {
    return search(first, count, StealPolicy.ONE_SIDED);
  }

  static String search(long first, long count, StealPolicy policy) {
    String found = null;
    for (long seed = first; seed < first + count && found == null; seed++) {
      found = deafness(policy, 2 + (int) (seed % 3), 1 + (int) (seed % 2), seed);
    }
    return found;
  }

  private static String deafness(StealPolicy policy, int pes, int workers, long seed) {
    Temoto.launch(options(pes, workers, seed), space -> run(space, policy));
    int first = stolen(0);
    int last = stolen(ROUNDS - 10);
    boolean deaf = first == 0 || 4 * last < first;
    return deaf
        ? "schedule of seed %d, %d PEs x %d: %d leaves stolen in the first ten rounds, %d in the last"
            .formatted(seed, pes, workers, first, last)
        : null;
  }

  private static GasOptions options(int pes, int workers, long seed) {
    return GasOptions.DEFAULT
        .withBackend("simulated")
        .with(SimulationOptions.DEFAULT, simulation -> simulation.withSchedule(Schedule.SEEDED))
        .withSeed(seed)
        .withPes(pes)
        .withWorkers(workers)
        .withHeapBytes(8 << 20)
        .with(
            SimulationOptions.DEFAULT,
            simulation -> simulation.withNetwork(new Network(2_000, 9e9)));
  }

  private static void run(GlobalAddressSpace space, StealPolicy policy) {
    try (TaskRuntime runtime =
        TaskRuntime.start(space, RuntimeOptions.DEFAULT.withPolicy(policy))) {
      runtime.run(new Program());
    }
  }

  /** Leaves stolen in ten rounds from {@code round} on. */
  private static int stolen(int round) {
    return Program.ELSEWHERE.subList(round, round + 10).stream().mapToInt(Integer::intValue).sum();
  }
}
