package org.temoto.gas.simulated.backend;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.temoto.gas.Access;
import org.temoto.gas.EngineOptions;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.Temoto;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;

/**
 * Tests of pages that change hands by whole commits while another PE migrates them, on seeded
 * schedules.
 */
class TakeoverScheduleTest {
  private static final int PAGE = GasOptions.MIN_PAGE_SIZE;
  private static final int SEEDS = 150;
  private static final int ROUNDS = 10;

  @Test
  void shouldNotLoseAWholeCommitThatAMigrationOvertakes() {
    long overtaken = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      overtaken += run(seed);
    }
    assertThat(overtaken).as("commits that were put after all").isPositive();
  }

  /** Two PEs commit halves of two pages of a third one, for the first time. */
  @Test
  void shouldMoveEachPageToOneOfTwoThatAreFirst() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      assertThat(commitHalves(seed)).as("seed %s", seed).isEqualTo(2);
    }
  }

  private static long commitHalves(long seed) {
    long[] migrations = new long[1];
    Temoto.launch(
        options(seed).withOwnership(OwnershipPolicy.FIRST_TOUCH),
        space -> {
          GlobalMemory memory = space.allocate(MemoryOptions.of("contended", 6 * PAGE));
          for (int page = 0; page < 2 && space.pe() != 0; page++) {
            int from = page * PAGE + (space.pe() - 1) * PAGE / 2;
            try (LocalView view = memory.localize(from, PAGE / 2, Access.WRITE)) {
              view.segment().fill((byte) 7);
              view.commit();
            }
          }
          space.barrier();
          assertContains(memory, 7, seed);
          long total = space.totalStatistics().pageMigrations();
          if (space.pe() == 0) {
            migrations[0] = total;
          }
        });
    return migrations[0];
  }

  private static GasOptions options(long seed) {
    return GasOptions.DEFAULT
        .withBackend(SimulatedBackend.NAME)
        .withPes(3)
        .withPageSize(PAGE)
        .withHeapBytes(1 << 20)
        .with(EngineOptions.DEFAULT, engine -> engine.withSpareFrames(8))
        .with(SimulationOptions.DEFAULT, simulation -> simulation.withSchedule(Schedule.SEEDED))
        .withSeed(seed);
  }

  /** Returns how many whole commits were put to the page's owner. */
  private static long run(long seed) {
    long[] put = new long[1];
    Temoto.launch(
        options(seed).withOwnership(OwnershipPolicy.LAST_WRITER),
        space -> {
          GlobalMemory memory = space.allocate(MemoryOptions.of("contended", PAGE));
          for (int round = 1; round <= ROUNDS; round++) {
            if (space.pe() == 1) {
              write(memory, round);
            } else {
              memory.migrate(0, PAGE, space.pe());
            }
            space.barrier();
            assertContains(memory, round, seed);
            space.barrier();
          }
          long committed = space.totalStatistics().bytesCommitted();
          if (space.pe() == 0) {
            put[0] = committed / PAGE;
          }
        });
    return put[0];
  }

  private static void write(GlobalMemory memory, int value) {
    try (LocalView view = memory.localize(0, PAGE, Access.WRITE)) {
      view.segment().fill((byte) value);
      view.commit();
    }
  }

  private static void assertContains(GlobalMemory memory, int value, long seed) {
    try (LocalView view = memory.localize(0, PAGE, Access.READ)) {
      assertThat(view.segment().toArray(JAVA_BYTE))
          .as("round %s of seed %s", value, seed)
          .containsOnly(value);
    }
  }
}
