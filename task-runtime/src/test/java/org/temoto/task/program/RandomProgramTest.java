package org.temoto.task.program;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.lifecycle.AfterContainer;
import org.temoto.gas.Schedule;

/**
 * Random data-race-free programs see on 1 to 4 PEs what they see sequentially, with steals forced,
 * puts late and unordered.
 *
 * <p>Nothing is shrunk: in most cases threads, not the seed alone, choose the interleaving. Repeat
 * a failure with the seeds it names.
 */
class RandomProgramTest {
  /** Programs that share a space; -Dtemoto.programs=N for a longer search. */
  private static final int PROGRAMS = Integer.getInteger("temoto.programs", 20);

  private static long steals;

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  @Label("should see what sequential execution shows")
  void shouldSeeWhatSequentialExecutionShows(
      @ForAll @IntRange(min = 1, max = 4) int pes,
      @ForAll @IntRange(min = 1, max = 3) int workers,
      @ForAll @LongRange(min = 0, max = 1L << 40) long seed) {
    steals += new ProgramRunner("simulated", pes, workers).run(seed, PROGRAMS);
  }

  /** Here the seed chooses the interleaving, too. */
  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  @Label("should see what sequential execution shows under seeded schedules")
  void shouldSeeWhatSequentialExecutionShowsUnderSeededSchedules(
      @ForAll @IntRange(min = 1, max = 4) int pes,
      @ForAll @IntRange(min = 1, max = 3) int workers,
      @ForAll @LongRange(min = 0, max = 1L << 40) long seed) {
    steals += new ProgramRunner("simulated", pes, workers, Schedule.SEEDED).run(seed, 2);
  }

  /** Here everybody goes on in the order of virtual time, with a network that takes some. */
  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  @Label("should see what sequential execution shows in virtual time")
  void shouldSeeWhatSequentialExecutionShowsInVirtualTime(
      @ForAll @IntRange(min = 1, max = 6) int pes,
      @ForAll @IntRange(min = 1, max = 3) int workers,
      @ForAll @LongRange(min = 0, max = 1L << 40) long seed) {
    steals += new ProgramRunner("simulated", pes, workers, Schedule.VIRTUAL).run(seed, 2);
  }

  @AfterContainer
  static void shouldHaveStolenBetweenPes() {
    assertThat(steals).isGreaterThan(60);
  }
}
