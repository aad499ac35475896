package org.temoto.task.steal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.GasOptions;
import org.temoto.gas.Temoto;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.task.Action;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.RuntimeOptions.StealAmount;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskRuntime;
import org.temoto.task.deque.StealWord;
import org.temoto.task.steal.CountedBackend.Event;

/**
 * Tests of stealing by halves: the steals that spread a flat forest, compared with one task at a
 * time.
 */
@Timeout(100)
class StealHalfTest {
  private static final int CHILDREN = 4096;
  private static final String START = "a task starts";

  /** Children that ran on another PE than their forker's. */
  private static final AtomicInteger ELSEWHERE = new AtomicInteger();

  private static final AtomicInteger RUN = new AtomicInteger();

  /** Takes 2 us. */
  record Tiny(int number) implements Action {
    @Override
    public void compute(TaskContext context) {
      CountedBackend.note(START, context.pe(), CountedBackend.NOWHERE, null, null);
      RuntimeSupport.of(context.space()).processingElement().strands().park(2_000);
      RUN.incrementAndGet();
      ELSEWHERE.addAndGet(context.pe() == 0 ? 0 : 1);
    }
  }

  record Forest(int trees) implements Action {
    @Override
    public void compute(TaskContext context) {
      for (int i = 0; i < trees; i++) {
        context.fork(new Tiny(i));
      }
      context.sync();
    }
  }

  /** Runs a forest; returns the statistics of all PEs. */
  private static TaskRuntime.Statistics run(int pes, int workers, int seed, StealAmount amount) {
    CountedBackend.forget();
    ELSEWHERE.set(0);
    RUN.set(0);
    GasOptions options =
        GasOptions.DEFAULT
            .withBackend(CountedBackend.NAME)
            .withPes(pes)
            .withWorkers(workers)
            .withHeapBytes(8 << 20)
            .with(
                SimulationOptions.DEFAULT,
                simulation ->
                    simulation.withNetwork(new Network(2_000, 9e9)).withSchedule(Schedule.SEEDED))
            .withSeed(seed);
    TaskRuntime.Statistics[] result = new TaskRuntime.Statistics[1];
    Temoto.launch(
        options,
        space -> {
          try (TaskRuntime runtime =
              TaskRuntime.start(space, RuntimeOptions.DEFAULT.withAmount(amount))) {
            runtime.run(new Forest(CHILDREN));
            TaskRuntime.Statistics total = runtime.totalStatistics();
            if (space.pe() == 0) {
              result[0] = total;
            }
          }
        });
    assertThat(RUN.get()).as("children run").isEqualTo(CHILDREN);
    return result[0];
  }

  /** The number of tasks that the {@code i}-th event claims; 0 if it does not. */
  private static int claimed(List<Event> events, int i) {
    Event event = events.get(i);
    if (event.is("fetchAdd")) {
      return StealWord.hasUnclaimed(event.result()) ? 1 : 0;
    }
    boolean swapped = event.is("compareAndSwap") && event.result() == events.get(i - 1).result();
    return swapped ? (int) (event.operand() - event.result()) : 0;
  }

  @Test
  void shouldStartTheFirstOfSeveralAfterOneAtomicOneGetAndOneUpdateWithoutWaiting() {
    long several = 0;
    for (int seed = 1; seed <= 6; seed++) {
      TaskRuntime.Statistics statistics = run(2 + seed % 3, 1 + seed % 2, seed, StealAmount.HALF);
      List<Integer> claims = new ArrayList<>();
      for (List<Event> all : CountedBackend.eventsOfChannels()) {
        claims.addAll(claims(all.stream().filter(Event::isRemote).toList(), seed));
      }
      assertThat(claims).as("seed %d", seed).hasSize((int) statistics.remoteSteals());
      assertThat(claims).as("seed %d", seed).allMatch(each -> each <= 8);
      several += claims.stream().filter(each -> each > 1).count();
    }
    assertThat(several).isGreaterThan(100);
  }

  /** Numbers of tasks that the claims of a strand have got; checks the operations after each. */
  private static List<Integer> claims(List<Event> events, int seed) {
    List<Integer> claims = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      int count = claimed(events, i);
      if (count > 0) {
        claims.add(count);
        List<Event> following = events.subList(i + 1, i + 3);
        assertThat(following)
            .as("seed %d: what follows a claim of %d", seed, count)
            .extracting(Event::what)
            .containsExactly("get", "add");
        assertThat(following).extracting(Event::target).containsOnly(events.get(i).target());
        assertThat(CountedBackend.isNext(START, events, i + 2)).as("then a task starts").isTrue();
        assertThat(following.get(0).operand()).isEqualTo((long) count * SlotLayout.BYTES);
        assertThat(following.get(1).operand()).as("acknowledged").isEqualTo(count);
      }
    }
    return claims;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void shouldSpreadAFlatForestByFarFewerStealsThanOneByOne(int pes) {
    for (int seed = 1; seed <= 3; seed++) {
      long steals = run(pes, 1, seed, StealAmount.ONE).remoteSteals();
      int elsewhere = ELSEWHERE.get();
      long stealsOfHalves = run(pes, 1, seed, StealAmount.HALF).remoteSteals();
      int elsewhereByHalves = ELSEWHERE.get();
      System.out.printf(
          "%d PEs, seed %d: one by one %d children by %d steals, by halves %d by %d%n",
          pes, seed, elsewhere, steals, elsewhereByHalves, stealsOfHalves);
      assertThat(steals).as("one child by each steal, seed %d", seed).isEqualTo(elsewhere);
      assertThat(elsewhereByHalves).as("seed %d", seed).isGreaterThanOrEqualTo(elsewhere);
      assertThat(5 * stealsOfHalves)
          .as("seed %d: %d children", seed, elsewhereByHalves)
          .isLessThan(2L * elsewhereByHalves);
    }
  }
}
