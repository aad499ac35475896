package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.LocalView;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.Clock;
import org.temoto.gas.spi.RuntimeSupport;

/** Tests of the times of workers: work, communication, waiting, idleness. */
@Timeout(60)
class ActivityTest {
  private static final long MILLI = 1_000_000;

  record Busy(long nanos) implements Action {
    @Override
    public void compute(TaskContext context) {
      Clock clock = RuntimeSupport.of(context.space()).processingElement().clock();
      long end = clock.now() + nanos;
      while (clock.now() < end) {
        Thread.onSpinWait();
      }
    }
  }

  record Tree(int depth, long leafNanos) implements Action {
    @Override
    public void compute(TaskContext context) {
      if (depth == 0) {
        new Busy(leafNanos).compute(context);
      } else {
        context.forkJoin(new Tree(depth - 1, leafNanos), new Tree(depth - 1, leafNanos));
      }
    }
  }

  private static final AtomicLong ROOT_NANOS = new AtomicLong();

  record Timed(Tree tree) implements Action {
    @Override
    public void compute(TaskContext context) {
      Clock clock = RuntimeSupport.of(context.space()).processingElement().clock();
      long start = clock.now();
      context.forkJoin(tree);
      ROOT_NANOS.set(clock.now() - start);
    }
  }

  private static final AtomicReference<TaskRuntime> FORKER = new AtomicReference<>();

  /** Lasts a while longer than it takes the task that forked it to be suspended. */
  record Awaited() implements Action {
    @Override
    public void compute(TaskContext context) {
      while (FORKER.get().statistics().suspensions() == 0) {
        Thread.onSpinWait();
      }
      new Busy(50 * MILLI).compute(context);
    }
  }

  private static void runAwaited(int pe, TaskRuntime runtime) {
    if (pe == 0) {
      FORKER.set(runtime);
    }
    runtime.run((Action) context -> context.join(context.fork(new Awaited())));
  }

  @ParameterizedTest
  @CsvSource({"1,1", "1,2", "2,1", "3,2"})
  void shouldAddUpToTheTimeOfTheRun(int pes, int workers) {
    Jobs.eachPe(
        Jobs.options(pes, workers, 1),
        RuntimeOptions.DEFAULT,
        (space, runtime) -> {
          Clock clock = RuntimeSupport.of(space).processingElement().clock();
          runtime.run(new Tree(2, MILLI)); // the first run begins with the start of threads
          TaskRuntime.Activity before = runtime.activity();
          space.barrier();
          long start = clock.now();
          runtime.run(new Timed(new Tree(7, MILLI)));
          long nanos = clock.now() - start;
          List<TaskRuntime.Activity.Times> spent = runtime.activity().since(before).workers();
          assertThat(spent).hasSize(workers);
          for (TaskRuntime.Activity.Times each : spent) {
            assertThat(each.workNanos()).isNotNegative();
            assertThat(each.totalNanos()).isLessThanOrEqualTo(nanos);
            if (space.pe() == 0) { // others may have been late for the run
              assertThat(each.totalNanos()).isGreaterThanOrEqualTo(ROOT_NANOS.get());
            }
          }
          TaskRuntime.Activity.Times all = runtime.totalActivity().total();
          assertThat(all.workNanos()).isGreaterThanOrEqualTo(128 * MILLI);
          assertThat(runtime.totalActivity().workers()).hasSize(pes * workers);
        });
  }

  record Charged(int depth) implements Action {
    private static final int DEPTH = 6;
    private static final long LEAF_NANOS = 5 * MILLI;

    @Override
    public void compute(TaskContext context) {
      if (depth == DEPTH) {
        context.charge(LEAF_NANOS);
      } else {
        context.forkJoin(new Charged(depth + 1), new Charged(depth + 1));
      }
    }
  }

  /** A thief reports the end of its task to another PE, which is no work. */
  @Test
  void shouldNotTakeForWorkWhatTheNetworkTakes() {
    Jobs.eachPe(
        Jobs.options(4, 1, 1)
            .with(
                SimulationOptions.DEFAULT,
                simulation ->
                    simulation
                        .withSchedule(Schedule.VIRTUAL)
                        .withCosts(Costs.MODELLED)
                        .withNetwork(new Network(MILLI, 9e9))),
        RuntimeOptions.DEFAULT,
        (space, runtime) -> {
          runtime.run(new Charged(0));
          long stolen = runtime.totalStatistics().remoteSteals();
          TaskRuntime.Activity.Times all = runtime.totalActivity().total();
          assertThat(stolen).isPositive();
          assertThat(all.workNanos())
              .isBetween(
                  Charged.LEAF_NANOS << Charged.DEPTH,
                  (Charged.LEAF_NANOS << Charged.DEPTH) + MILLI / 2);
          assertThat(all.communicationNanos()).isGreaterThanOrEqualTo(stolen * MILLI);
        });
  }

  @ParameterizedTest
  @CsvSource({"1,2", "2,1"})
  void shouldTellWaitingFromWorkAndCountSteals(int pes, int workers) {
    Jobs.eachPe(
        Jobs.options(pes, workers, 1),
        Jobs.FORCED,
        (space, runtime) -> {
          runAwaited(space.pe(), runtime);
          TaskRuntime.Activity all = runtime.totalActivity();
          TaskRuntime.Statistics counts = runtime.totalStatistics();
          assertThat(all.total().workNanos()).isGreaterThanOrEqualTo(50 * MILLI);
          assertThat(all.total().waitNanos()).isGreaterThan(10 * MILLI);
          assertThat(all.steals().count()).isEqualTo(counts.steals()).isEqualTo(1);
          assertThat(all.failedSteals().count()).isPositive();
          assertThat(all.steals().quantile(0.5)).isPositive();
        });
  }

  record Reads(GlobalRange range) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (LocalView view = range.localize(Access.READ)) {
        assertThat(view.address()).isNotZero();
      }
    }
  }

  @Test
  void shouldTellCommunicationFromWork() {
    Jobs.eachPe(
        Jobs.options(2, 1, 1)
            .with(
                SimulationOptions.DEFAULT,
                simulation -> simulation.withNetwork(new Network(20 * MILLI, Network.UNLIMITED))),
        new RuntimeOptions(RuntimeOptions.Exposure.NEVER, 0),
        (space, runtime) -> {
          GlobalRange range = space.allocate("far", 1 << 20).whole();
          runtime.run(new Reads(range));
          TaskRuntime.Activity.Times root = runtime.totalActivity().workers().getFirst();
          assertThat(root.communicationNanos()).isGreaterThanOrEqualTo(20 * MILLI);
          assertThat(root.workNanos()).isNotNegative();
        });
  }

  @Test
  void shouldTellDurationsWithinAnEighth() {
    for (long nanos = 4; nanos < 1L << 39; nanos += 1 + nanos / 7) {
      double told =
          TaskRuntime.Activity.Latencies.middle(TaskRuntime.Activity.Latencies.interval(nanos));
      assertThat(told).isCloseTo((double) nanos, Percentage.withPercentage(12.6));
    }
    assertThat(TaskRuntime.Activity.Latencies.interval(-1)).isZero();
    assertThat(TaskRuntime.Activity.Latencies.interval(Long.MAX_VALUE))
        .isEqualTo(TaskRuntime.Activity.Latencies.INTERVALS - 1);
    long[] counts = new long[TaskRuntime.Activity.Latencies.INTERVALS];
    counts[TaskRuntime.Activity.Latencies.interval(100)] = 98;
    counts[TaskRuntime.Activity.Latencies.interval(10_000)] = 2;
    TaskRuntime.Activity.Latencies latencies = new TaskRuntime.Activity.Latencies(counts);
    assertThat(latencies.count()).isEqualTo(100);
    assertThat(latencies.quantile(0.98)).isBetween(88.0, 112.0);
    assertThat(latencies.quantile(0.99)).isBetween(8_800.0, 11_200.0);
    assertThatThrownBy(() -> latencies.quantile(1.5)).hasMessage("share=1.5 must be from 0 to 1");
  }

  @Test
  void shouldRecordEvents(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("run.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("temoto.Steal");
      recording.enable("temoto.SuspendedJoin");
      recording.enable("temoto.Run");
      recording.start();
      Jobs.eachPe(
          Jobs.options(2, 1, 1), Jobs.FORCED, (space, runtime) -> runAwaited(space.pe(), runtime));
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> events = RecordingFile.readAllEvents(file);
    assertThat(events)
        .filteredOn(event -> event.getEventType().getName().equals("temoto.Steal"))
        .singleElement()
        .satisfies(steal -> {
          assertThat(steal.getInt("pe")).isEqualTo(1);
          assertThat(steal.getInt("worker")).isZero();
          assertThat(steal.getInt("victimPe")).isZero();
          assertThat(steal.getInt("victim")).isZero();
          assertThat(steal.getDuration("latency").toNanos()).isPositive();
        });
    assertThat(events)
        .filteredOn(event -> event.getEventType().getName().equals("temoto.SuspendedJoin"))
        .singleElement()
        .satisfies(join -> {
          assertThat(join.getInt("pe")).isZero();
          assertThat(join.getString("task")).isEqualTo(Awaited.class.getName());
          assertThat(join.getBoolean("remote")).isTrue();
          assertThat(join.getDuration().toMillis()).isGreaterThan(10);
        });
    assertThat(events)
        .filteredOn(event -> event.getEventType().getName().equals("temoto.Run"))
        .extracting(event -> event.getInt("pe"))
        .containsExactlyInAnyOrder(0, 1);
  }
}
