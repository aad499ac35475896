package org.temoto.gas.simulated.backend;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.temoto.gas.Access;
import org.temoto.gas.Distribution;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.Temoto;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.Traffic;

/** Tests of pages that their readers hand on to each other, on seeded schedules. */
class ForwardingScheduleTest {
  private static final int PAGE = GasOptions.MIN_PAGE_SIZE;
  private static final int SEEDS = 25;
  private static final int PES = 18; // three levels of groups

  /** Copies of so many pages are handed on at a time. */
  private static final int SLOTS = (1 << 20) / PAGE;

  private static void run(
      int pes, long seed, long cacheBytes, Consumer<GlobalAddressSpace> program) {
    GasOptions options =
        GasOptions.DEFAULT
            .withBackend(SimulatedBackend.NAME)
            .withPes(pes)
            .withPageSize(PAGE)
            .withHeapBytes(8 << 20)
            .withCacheBytes(cacheBytes)
            .withOwnership(OwnershipPolicy.FORWARDED)
            .with(SimulationOptions.DEFAULT, simulation -> simulation.withSchedule(Schedule.SEEDED))
            .withSeed(seed);
    Temoto.launch(options, program);
  }

  /** All of PE 0. */
  private static GlobalMemory allocate(GlobalAddressSpace space, int pages) {
    return space.allocate(
        MemoryOptions.of("hot", (long) pages * PAGE)
            .withDistribution(Distribution.of((page, ofAll, pes) -> 0)));
  }

  private static void write(GlobalMemory memory, int page, long value) {
    try (LocalView view = memory.localize((long) page * PAGE, PAGE, Access.WRITE)) {
      for (int i = 0; i < PAGE; i += Long.BYTES) {
        view.segment().set(JAVA_LONG, i, value);
      }
      view.commit();
    }
  }

  private static void assertContains(GlobalMemory memory, int page, long value, String what) {
    try (LocalView view = memory.localize((long) page * PAGE, PAGE, Access.READ)) {
      for (int i = 0; i < PAGE; i += Long.BYTES) {
        assertThat(view.segment().get(JAVA_LONG, i)).as("%s, byte %d", what, i).isEqualTo(value);
      }
    }
  }

  @Test
  void shouldSendAPageOfItsOwnerOnceHoweverManyRead() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      long one = seed;
      run(PES, seed, 1 << 20, space -> readRounds(space, one));
    }
  }

  private static void readRounds(GlobalAddressSpace space, long seed) {
    GlobalMemory memory = allocate(space, 1);
    for (int round = 1; round <= 3; round++) {
      if (space.pe() == round) { // some reader of before, not the owner
        write(memory, 0, round);
      }
      space.barrier();
      Traffic before = traffic(space);
      assertContains(memory, 0, round, "round " + round + " of seed " + seed);
      long fromOwner = traffic(space).since(before).bytes()[0];
      long whole = space.pe() == 0 ? 0 : fromOwner / PAGE;
      assertThat(space.sum(whole)[0]).as("copies of the owner, seed %d", seed).isEqualTo(1);
      space.barrier();
    }
  }

  private static Traffic traffic(GlobalAddressSpace space) {
    return RuntimeSupport.of(space).processingElement().transport().traffic().orElseThrow();
  }

  /** Three pages want the same slot, and the cache has room for one of them. */
  @Test
  void shouldNotTakeOnePageForAnother() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      long one = seed;
      run(5, seed, PAGE, space -> readPagesOfOneSlot(space, one));
    }
  }

  private static void readPagesOfOneSlot(GlobalAddressSpace space, long seed) {
    GlobalMemory memory = allocate(space, 3 * SLOTS);
    for (int round = 1; round <= 3; round++) {
      if (space.pe() == 0) {
        for (int i = 0; i < 3; i++) {
          write(memory, i * SLOTS, 10 * round + i);
        }
      }
      space.barrier();
      for (int k = 0; k < 6 && space.pe() > 0; k++) {
        int i = (k + space.pe()) % 3;
        assertContains(memory, i * SLOTS, 10 * round + i, "page " + i + " of seed " + seed);
      }
      space.barrier();
    }
  }
}
