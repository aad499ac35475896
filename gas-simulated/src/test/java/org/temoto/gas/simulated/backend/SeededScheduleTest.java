package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.GasException;
import org.temoto.gas.GasOptions;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.Strands;

/** Tests of seeded schedules: one strand at a time, picked by a seed. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SeededScheduleTest {
  private static final long WORD = 64;

  private static GasOptions options(int pes, long seed) {
    return Clusters.options(pes)
        .with(SimulationOptions.DEFAULT, simulation -> simulation.withSchedule(Schedule.SEEDED))
        .withSeed(seed);
  }

  /** Runs the program; returns which strands went on when. */
  private static long trace(GasOptions options, Consumer<ProcessingElement> program) {
    try (SimulatedCluster cluster = new SimulatedCluster(options, Reordering.of(1))) {
      cluster.run(program);
      return ((SeededScheduler) cluster.execution).trace();
    }
  }

  private static void launch(int pes, long seed, Consumer<ProcessingElement> program) {
    new SimulatedBackend().launch(options(pes, seed), program);
  }

  /** Two strands per PE that add and swap, and note what they saw. */
  private static void mix(ProcessingElement pe, List<Long> seen) {
    Strands.Strand other = pe.strands().spawn("other", () -> change(pe, seen));
    change(pe, seen);
    pe.strands().join(other);
    pe.transport().barrier();
  }

  private static void change(ProcessingElement pe, List<Long> seen) {
    try (Channel channel = pe.transport().openChannel()) {
      for (int i = 0; i < 10; i++) {
        int target = (pe.rank() + i) % pe.count();
        channel.add(target, WORD, 1);
        seen.add(channel.fetch(target, WORD));
        if (i % 3 == 0) {
          pe.strands().park(700);
        }
        seen.add(pe.clock().now());
      }
    }
  }

  @Test
  void shouldTakeTheSameCourseWithTheSameSeed() {
    Set<Long> traces = new HashSet<>();
    for (long seed = 0; seed < 50; seed++) {
      Network network = new Network(seed % 2 * 2_000, 9e9);
      GasOptions options =
          options(3, seed)
              .with(SimulationOptions.DEFAULT, simulation -> simulation.withNetwork(network));
      List<Long> first = new ArrayList<>();
      List<Long> second = new ArrayList<>();
      long trace = trace(options, pe -> mix(pe, first));
      assertThat(trace(options, pe -> mix(pe, second))).as("seed %d", seed).isEqualTo(trace);
      assertThat(second).as("seed %d", seed).isEqualTo(first);
      traces.add(trace);
    }
    assertThat(traces).as("courses of different seeds").hasSizeGreaterThan(40);
  }

  @Test
  void shouldRunOneStrandAtATime() {
    int[] inside = new int[2]; // plain: a lost update would show
    launch(
        4,
        3,
        pe -> {
          for (int i = 0; i < 1_000; i++) {
            inside[0]++;
            assertThat(++inside[1]).isEqualTo(1);
            inside[1]--;
            pe.strands().yield();
          }
        });
    assertThat(inside[0]).isEqualTo(4_000);
  }

  @Test
  void shouldReorderWhatIsNotOrdered() {
    Set<String> outcomes = new HashSet<>();
    for (long seed = 0; seed < 300; seed++) {
      launch(2, seed, pe -> outcomes.add(twoSets(pe)));
    }
    assertThat(outcomes).contains("0 0", "0 1", "1 0", "1 1");
  }

  /** PE 0 sets two words of PE 1, which looks at them without waiting. */
  private static String twoSets(ProcessingElement pe) {
    String seen = "sent";
    try (Channel channel = pe.transport().openChannel()) {
      if (pe.rank() == 0) {
        channel.set(1, WORD, 1);
        channel.set(1, 2 * WORD, 1);
        pe.strands().park(100);
      } else {
        pe.strands().yield();
        seen = channel.fetch(1, WORD) + " " + channel.fetch(1, 2 * WORD);
      }
    }
    pe.transport().barrier();
    return seen;
  }

  @Test
  void shouldLetTimePassWhenAllWait() {
    launch(
        2,
        5,
        pe -> {
          long start = pe.clock().now();
          pe.strands().park(3_600_000_000_000L);
          assertThat(pe.clock().now() - start).isGreaterThanOrEqualTo(3_600_000_000_000L);
        });
  }

  @Test
  void shouldReportADeadlockWithEveryStrand() {
    assertThatThrownBy(() ->
            launch(
                3,
                7,
                pe -> {
                  if (pe.rank() == 1) {
                    pe.strands().park();
                  }
                  pe.transport().barrier();
                }))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("deadlock: no strand can go on")
        .hasMessageContaining("schedule of seed 7")
        .hasMessageContaining("pe0-main: waits at a barrier, until a strand wakes it")
        .hasMessageContaining("pe1-main: parked, until a strand wakes it");
  }

  @Test
  void shouldTellWhereEverybodyWasWhenAJobFails() {
    Throwable failure =
        catchThrowable(() ->
            launch(
                2,
                9,
                pe -> {
                  if (pe.rank() == 1) {
                    throw new IllegalStateException("PE 1 fails");
                  }
                  pe.strands().park();
                }));
    assertThat(failure).hasMessage("PE 1 fails");
    assertThat(failure.getSuppressed()[0]).hasMessageContaining("schedule of seed 9");
  }

  @Test
  void shouldEndWhenTheLauncherIsInterrupted() {
    Thread launcher = Thread.currentThread();
    Throwable failure =
        catchThrowable(() ->
            launch(
                2,
                11,
                pe -> {
                  launcher.interrupt();
                  while (true) {
                    pe.strands().yield();
                  }
                }));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(failure).hasMessageContaining("the job was interrupted");
  }
}
