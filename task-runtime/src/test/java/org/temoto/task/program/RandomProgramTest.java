package org.temoto.task.program;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random data-race-free programs see on 1 to 4 PEs what they see sequentially, with steals forced. */
class RandomProgramTest {
  private static final long SEED = Long.getLong("temoto.seed", System.nanoTime() & 0xffff_ffffL);
  private static final int PROGRAMS = Integer.getInteger("temoto.programs", 60);

  @ParameterizedTest
  @CsvSource({"1,1", "1,3", "2,1", "3,1", "4,1", "2,2", "3,2"})
  void shouldSeeWhatSequentialExecutionShows(int pes, int workers) {
    long steals = new ProgramRunner("simulated", pes, workers).run(SEED, PROGRAMS);
    if (pes > 1) {
      assertThat(steals).as("remote steals, seed %d", SEED).isPositive();
    }
  }
}
