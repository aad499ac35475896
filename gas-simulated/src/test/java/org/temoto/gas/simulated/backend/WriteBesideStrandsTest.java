package org.temoto.gas.simulated.backend;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.temoto.gas.Access;
import org.temoto.gas.EngineOptions;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.Request;
import org.temoto.gas.Temoto;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.StrandMemory;
import org.temoto.gas.spi.Strands;

/**
 * Tests of a task that writes whole pages while another strand of its PE opens and requests views
 * of them, which it reads when the task has been joined, on seeded schedules: within a PE a join
 * raises no epoch, so nothing is validated again.
 */
class WriteBesideStrandsTest {
  private static final int PAGE = GasOptions.MIN_PAGE_SIZE;
  private static final int PAGES = 3;
  private static final int SEEDS = 200;
  private static final int ROUNDS = 6;

  @Test
  void shouldShowTheJoinerWhatTheTaskHasWritten() {
    long written = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      written += run(seed);
    }
    assertThat(written).as("pages that followed their writer").isGreaterThan(SEEDS);
  }

  /** Returns how many pages changed owners. */
  private static long run(long seed) {
    long[] migrations = new long[1];
    GasOptions options =
        GasOptions.DEFAULT
            .withBackend(SimulatedBackend.NAME)
            .withPes(2)
            .withPageSize(PAGE)
            .withHeapBytes(1 << 20)
            .with(EngineOptions.DEFAULT, engine -> engine.withSpareFrames(8))
            .withOwnership(OwnershipPolicy.LAST_WRITER)
            .with(SimulationOptions.DEFAULT, simulation -> simulation.withSchedule(Schedule.SEEDED))
            .withSeed(seed);
    Temoto.launch(
        options,
        space -> {
          GlobalMemory memory = space.allocate("shared", 2L * PAGES * PAGE);
          for (int round = 1; round <= ROUNDS; round++) {
            SplittableRandom random = new SplittableRandom(seed * ROUNDS + round);
            if (space.pe() == 0) {
              writeBeside(space, memory, round, random);
            } else if (seed % 2 == 0) {
              migrateBeside(memory, random);
            }
            space.barrier();
            for (int page = PAGES; page < 2 * PAGES; page++) {
              try (LocalView view = memory.localize((long) page * PAGE, PAGE, Access.READ)) {
                assertFilled(view, round, seed);
              }
            }
            if (space.pe() == 1) {
              memory.migrate((long) PAGES * PAGE, (long) PAGES * PAGE, 1);
            }
            space.barrier();
          }
          if (space.pe() == 0) {
            migrations[0] = space.statistics().pageMigrations();
          }
        });
    return migrations[0];
  }

  private static void writeBeside(
      GlobalAddressSpace space, GlobalMemory memory, int round, SplittableRandom random) {
    RuntimeSupport support = RuntimeSupport.of(space);
    Strands strands = support.processingElement().strands();
    long start = (long) PAGES * PAGE;
    LocalView before = random.nextBoolean() ? memory.localize(start, PAGE, Access.READ) : null;
    Strands.Strand task = strands.spawn("task", () -> write(support, memory, start, round));
    for (int pauses = random.nextInt(12); pauses > 0; pauses--) {
      strands.yield();
    }
    try (Request<LocalView> request = memory.range(start + PAGE, PAGE).localizeAsync(Access.READ);
        LocalView meanwhile = memory.localize(start + 2 * PAGE, PAGE, Access.READ)) {
      strands.join(task);
      try (LocalView requested = request.await()) {
        assertFilled(requested, round, space.options().seed());
      }
      assertFilled(meanwhile, round, space.options().seed());
    }
    if (before != null) {
      assertFilled(before, round, space.options().seed());
      before.close();
    }
  }

  /** Pages go to and fro while they are written: what is swung moves on, or has moved. */
  private static void migrateBeside(GlobalMemory memory, SplittableRandom random) {
    for (int left = random.nextInt(8); left > 0; left--) {
      memory.migrate((long) (PAGES + random.nextInt(PAGES)) * PAGE, PAGE, random.nextInt(2));
    }
  }

  private static void write(RuntimeSupport support, GlobalMemory memory, long start, int round) {
    try (Channel channel = support.processingElement().transport().openChannel()) {
      StrandMemory strand = support.newStrand(channel);
      strand.bind();
      strand.begin(0);
      try (LocalView write = memory.localize(start, (long) PAGES * PAGE, Access.WRITE)) {
        MemorySegment room = write.segment();
        room.fill((byte) round);
        for (int i = 0; i < 4; i++) {
          support.processingElement().strands().yield();
        }
        write.commit();
      } finally {
        strand.release();
        strand.leave();
        strand.unbind();
      }
    }
  }

  private static void assertFilled(LocalView view, int value, long seed) {
    assertThat(view.segment().toArray(JAVA_BYTE))
        .as("%s in round %d of seed %d", view, value, seed)
        .containsOnly(value);
  }
}
