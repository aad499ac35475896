package org.temoto.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.lifecycle.AfterContainer;
import org.temoto.gas.simulated.SimulationOptions.Schedule;

/**
 * Tests of random data-race-free programs: they see what they see sequentially, with steals forced,
 * puts late and unordered.
 *
 * <p>Nothing is shrunk here: on threads the seed alone does not choose the interleaving. Repeat a
 * failure with the seeds it names; see {@code temoto fuzz}.
 */
class RandomProgramTest {
  /** Programs of a try; -Dtemoto.programs=N for a longer search. */
  private static final int PROGRAMS = Integer.getInteger("temoto.programs", 5);

  private static long steals;

  @Property(tries = 20, shrinking = ShrinkingMode.OFF)
  @Label("should see what sequential execution shows")
  void shouldSeeWhatSequentialExecutionShows(
      @ForAll @IntRange(min = 1, max = 4) int pes,
      @ForAll @IntRange(min = 1, max = 3) int workers,
      @ForAll @LongRange(min = 0, max = 1L << 40) long seed) {
    for (long each = seed; each < seed + PROGRAMS; each++) {
      steals += Fuzzer.runOnThreads("simulated", pes, workers, each);
    }
  }

  @Property(tries = 20, shrinking = ShrinkingMode.OFF)
  @Label("should see what sequential execution shows under seeded schedules")
  void shouldSeeWhatSequentialExecutionShowsUnderSeededSchedules(
      @ForAll @IntRange(min = 1, max = 4) int pes,
      @ForAll @IntRange(min = 1, max = 3) int workers,
      @ForAll @LongRange(min = 0, max = 1L << 40) long seed) {
    for (long each = seed; each < seed + PROGRAMS; each++) {
      steals += Fuzzer.run(Schedule.SEEDED, pes, workers, each);
    }
  }

  @Property(tries = 20, shrinking = ShrinkingMode.OFF)
  @Label("should see what sequential execution shows in virtual time")
  void shouldSeeWhatSequentialExecutionShowsInVirtualTime(
      @ForAll @IntRange(min = 1, max = 6) int pes,
      @ForAll @IntRange(min = 1, max = 3) int workers,
      @ForAll @LongRange(min = 0, max = 1L << 40) long seed) {
    for (long each = seed; each < seed + PROGRAMS; each++) {
      steals += Fuzzer.run(Schedule.VIRTUAL, pes, workers, each);
    }
  }

  @AfterContainer
  static void shouldHaveStolenBetweenPes() {
    assertThat(steals).isGreaterThan(60);
  }
}
