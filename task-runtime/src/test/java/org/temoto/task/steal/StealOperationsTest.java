package org.temoto.task.steal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.GasOptions;
import org.temoto.gas.Temoto;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.task.Action;
import org.temoto.task.Forked;
import org.temoto.task.LongTask;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskRuntime;
import org.temoto.task.deque.StealWord;
import org.temoto.task.join.CellLayout;
import org.temoto.task.steal.CountedBackend.Event;

/** Tests of the transport operations of a steal between PEs. */
@Timeout(60)
class StealOperationsTest {
  private static final int SEEDS = 20;
  private static final String START = "a task starts";

  /** Counts the leaves of a binary tree, each of which takes 20 us. */
  record Leaves(int depth) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      CountedBackend.note(START, context.pe(), CountedBackend.NOWHERE, null, null);
      if (depth == 0) {
        RuntimeSupport.of(context.space()).processingElement().strands().park(20_000);
        return 1;
      }
      Forked.OfLong left = context.fork(new Leaves(depth - 1));
      long right = new Leaves(depth - 1).compute(context);
      return context.join(left) + right;
    }
  }

  @BeforeEach
  void forget() {
    CountedBackend.forget();
  }

  record Failing() implements Action {
    @Override
    public void compute(TaskContext context) {
      throw new IllegalStateException("of an earlier run");
    }
  }

  /** A run in which a stolen child fails: every PE is alarmed. */
  private static void fail(TaskRuntime runtime) {
    Action root =
        context -> {
          context.fork(new Failing());
          context.fork(new Leaves(5));
          new Leaves(3).compute(context);
          context.sync();
        };
    assertThatThrownBy(() -> runtime.run(root)).hasRootCauseMessage("of an earlier run");
  }

  private static TaskRuntime.Statistics run(int pes, int workers, long seed) {
    return run(pes, workers, seed, false);
  }

  /**
   * Runs a tree; returns the statistics of all PEs.
   *
   * @param afterFailure whether a run has failed before, which is not counted
   */
  private static TaskRuntime.Statistics run(int pes, int workers, long seed, boolean afterFailure) {
    TaskRuntime.Statistics[] result = new TaskRuntime.Statistics[1];
    Temoto.launch(
        options(pes, workers, seed),
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            if (afterFailure) {
              fail(runtime);
              space.barrier();
              CountedBackend.forget();
              space.barrier();
            }
            assertThat(runtime.run(new Leaves(6))).isEqualTo(64);
            TaskRuntime.Statistics total = runtime.totalStatistics();
            if (space.pe() == 0) {
              result[0] = total;
            }
          }
        });
    return result[0];
  }

  private static GasOptions options(int pes, int workers, long seed) {
    return GasOptions.DEFAULT
        .withBackend(CountedBackend.NAME)
        .withPes(pes)
        .withWorkers(workers)
        .withHeapBytes(8 << 20)
        .with(
            SimulationOptions.DEFAULT,
            simulation ->
                simulation.withNetwork(new Network(2_000, 9e9)).withSchedule(Schedule.SEEDED))
        .withSeed(seed);
  }

  private static void runFailing(int pes, long seed) {
    Temoto.launch(
        options(pes, 1, seed),
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            fail(runtime);
          }
        });
  }

  private static boolean isClaim(Event event) {
    return event.is("fetchAdd") && event.isRemote();
  }

  private static boolean isSuccess(Event event) {
    return isClaim(event) && StealWord.hasUnclaimed(event.result());
  }

  private static long count(List<List<Event>> strands, Predicate<Event> which) {
    return strands.stream().flatMap(List::stream).filter(which).count();
  }

  @Test
  void shouldStartAStolenTaskAfterOneClaimOneGetAndOneUpdateWithoutWaiting() {
    long steals = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      CountedBackend.forget();
      TaskRuntime.Statistics statistics = run(2 + (int) seed % 3, 1 + (int) seed % 2, seed);
      long successes = 0;
      for (List<Event> events : CountedBackend.eventsOfChannels()) {
        successes += checkSuccesses(events, seed);
      }
      assertThat(successes).as("seed %d", seed).isEqualTo(statistics.remoteSteals());
      steals += successes;
    }
    assertThat(steals).isGreaterThan(3 * SEEDS);
  }

  @Test
  void shouldStartAStolenTaskAsFastAfterARunThatHasFailed() {
    long successes = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      run(2 + (int) seed % 3, 1 + (int) seed % 2, seed, true);
      for (List<Event> events : CountedBackend.eventsOfChannels()) {
        successes += checkSuccesses(events, seed);
      }
    }
    assertThat(successes).isGreaterThan(3 * SEEDS);
  }

  /** An atomic of a network may write back a mark that the CPU of its PE changes. */
  @Test
  void shouldReadMarksOfCancelledTasksByGets() {
    long gets = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      CountedBackend.forget();
      runFailing(2 + (int) seed % 3, seed);
      List<List<Event>> strands = CountedBackend.events();
      List<Long> blocks =
          strands.stream()
              .flatMap(List::stream)
              .filter(StealOperationsTest::isClaim)
              .map(event -> event.place() - WorkerLayout.STEAL_WORD)
              .distinct()
              .toList();
      assertThat(count(strands, event -> event.is("fetch") && isMark(event.place(), blocks)))
          .as("seed %d: atomics on marks", seed)
          .isZero();
      gets += count(strands, event -> event.is("get") && isMark(event.place(), blocks));
    }
    assertThat(gets).isPositive();
  }

  private static boolean isMark(long place, List<Long> blocks) {
    return blocks.stream()
        .anyMatch(block ->
            WorkerLayout.mark(block, 0) <= place
                && place < WorkerLayout.mark(block, CellLayout.COUNT));
  }

  private static long checkSuccesses(List<Event> events, long seed) {
    long successes = 0;
    for (int i = 0; i < events.size(); i++) {
      if (isSuccess(events.get(i))) {
        int victim = events.get(i).target();
        assertThat(events.subList(i + 1, i + 3))
            .as("seed %d: what follows a claim", seed)
            .extracting(Event::what)
            .containsExactly("get", "add");
        assertThat(events.subList(i + 1, i + 3)).extracting(Event::target).containsOnly(victim);
        assertThat(CountedBackend.isNext(START, events, i + 2)).as("then a task starts").isTrue();
        successes++;
      }
    }
    return successes;
  }

  @Test
  void shouldSpendOneRoundTripOnAFailedAttempt() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      CountedBackend.forget();
      TaskRuntime.Statistics statistics = run(3, 1, seed); // one worker: all attempts are remote
      List<List<Event>> strands = CountedBackend.events();
      final long vainClaims = count(strands, e -> isClaim(e) && !isSuccess(e));
      long vainProbes = 0;
      for (List<Event> events : CountedBackend.eventsOfChannels()) {
        vainProbes += vainProbes(events);
      }
      assertThat(statistics.failedSteals())
          .as("seed %d: failed attempts, each a claim or a probe", seed)
          .isEqualTo(vainClaims + vainProbes);
      assertThat(count(strands, e -> e.is("add") && e.isRemote()))
          .as("seed %d: nothing is acknowledged but what was claimed", seed)
          .isEqualTo(statistics.remoteSteals());
    }
  }

  /** Looks at words with nothing new in them: no claim follows. */
  private static long vainProbes(List<Event> events) {
    long vain = 0;
    for (int i = 0; i < events.size(); i++) {
      Event event = events.get(i);
      if (event.is("fetch") && event.isRemote()) {
        boolean followed =
            i + 1 < events.size()
                && isClaim(events.get(i + 1))
                && events.get(i + 1).target() == event.target();
        vain += followed ? 0 : 1;
      }
    }
    return vain;
  }
}
