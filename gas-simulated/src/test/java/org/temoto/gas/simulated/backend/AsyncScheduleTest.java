package org.temoto.gas.simulated.backend;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.Request;
import org.temoto.gas.SharedWords;
import org.temoto.gas.Temoto;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.StrandMemory;
import org.temoto.gas.spi.Strands;

/**
 * Tests of localizes that are asked for while others commit and migrate the pages, and of the time
 * that they take.
 */
class AsyncScheduleTest {
  private static final int PAGE = GasOptions.MIN_PAGE_SIZE;

  /** Size of a page whose ends are not fetched together. */
  private static final int LARGE_PAGE = 16 * PAGE;

  private static final int SEEDS = 300;
  private static final int ROUNDS = 10;

  private static GasOptions options(int pes) {
    return GasOptions.DEFAULT
        .withBackend(SimulatedBackend.NAME)
        .withPes(pes)
        .withPageSize(PAGE)
        .withHeapBytes(4 << 20);
  }

  /** Three thousand rounds, in each of which a request, a release and a migration meet. */
  @Test
  void shouldShowWhatIsReleasedWhileItsCopyTravels() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      OwnershipPolicy policy = OwnershipPolicy.values()[(int) (seed % 3)];
      GasOptions options =
          options(3)
              .withOwnership(policy)
              .with(
                  SimulationOptions.DEFAULT, simulation -> simulation.withSchedule(Schedule.SEEDED))
              .withSeed(seed);
      String where = "seed " + seed;
      Temoto.launch(options, space -> run(space, where));
    }
  }

  private static void run(GlobalAddressSpace space, String where) {
    GlobalMemory memory =
        space.allocate(MemoryOptions.of("contended", 2L * PAGE).withSpareFrames(16));
    for (int round = 1; round <= ROUNDS; round++) {
      int role = (space.pe() + round) % 3;
      try (Request<LocalView> ahead = memory.localizeAsync(9, PAGE, Access.READ_WRITE)) {
        if (role == 0) {
          write(memory, round);
          space.releaseFenceAsync();
        } else if (role == 1) {
          memory.migrate((long) round % 2 * PAGE, PAGE, space.pe());
        }
        space.barrier();
        try (LocalView view = ahead.await()) {
          assertThat(view.segment().toArray(JAVA_BYTE))
              .as("round %s of %s on PE %s", round, where, space.pe())
              .containsOnly(round);
        }
      }
      space.barrier();
    }
    memory.close();
  }

  /**
   * A copy on its way that is older than one fetched since, though of the same epoch, does not
   * replace it: two strands that want different parts of a page would else fetch them in turns for
   * ever.
   */
  @Test
  void shouldKeepWhatIsNewerThanACopyOnItsWay() {
    Temoto.launch(
        options(2)
            .withPageSize(LARGE_PAGE)
            .with(SimulationOptions.DEFAULT, all -> all.withSchedule(Schedule.SEEDED)),
        space -> {
          GlobalMemory memory = space.allocate("page of PE 1", 2L * LARGE_PAGE);
          SharedWords turn = space.allocate(MemoryOptions.words("turn", 1)).words();
          space.barrier();
          if (space.pe() == 0) {
            try (Request<LocalView> ahead = memory.localizeAsync(LARGE_PAGE, 64, Access.READ)) {
              turn.fetchAdd(0, 1);
              await(turn, 2); // which acquires nothing
              assertEndInAnotherStrand(space, memory, 9);
              ahead.await().close();
              long before = space.statistics().bytesFetched();
              assertEndInAnotherStrand(space, memory, 9);
              assertThat(space.statistics().bytesFetched()).isEqualTo(before);
            }
          } else {
            await(turn, 1);
            try (LocalView view = memory.localize(LARGE_PAGE, LARGE_PAGE, Access.WRITE)) {
              view.segment().fill((byte) 9);
              view.commit();
            }
            space.releaseFence();
            turn.fetchAdd(0, 1);
          }
          space.barrier();
        });
  }

  private static void assertEndInAnotherStrand(
      GlobalAddressSpace space, GlobalMemory memory, int value) {
    RuntimeSupport support = RuntimeSupport.of(space);
    Strands strands = support.processingElement().strands();
    strands.join(strands.spawn("other", () -> assertEnd(support, memory, value)));
  }

  private static void assertEnd(RuntimeSupport support, GlobalMemory memory, int value) {
    try (Channel channel = support.processingElement().transport().openChannel()) {
      StrandMemory strand = support.newStrand(channel);
      strand.bind();
      strand.begin(0);
      try (LocalView view = memory.localize(2L * LARGE_PAGE - 64, 64, Access.READ)) {
        assertThat(view.segment().get(JAVA_BYTE, 0)).isEqualTo((byte) value);
      } finally {
        strand.leave();
        strand.unbind();
      }
    }
  }

  private static void await(SharedWords turn, long value) {
    while (turn.read(0) != value) {
      Thread.onSpinWait(); // each read lets others run
    }
  }

  private static void write(GlobalMemory memory, int value) {
    try (LocalView view = memory.localize(0, 2L * PAGE, Access.WRITE)) {
      view.segment().fill((byte) value);
      view.commit();
    }
  }

  /** Virtual nanoseconds of a localize of 100 pages and of computing as long as they travel. */
  private static long nanos(boolean ahead) {
    long[] taken = new long[1];
    long travel = 100L * PAGE * 8 * 1_000_000_000L / 9_000_000_000L;
    GasOptions options =
        options(2)
            .withHeapBytes(16 << 20)
            .with(
                SimulationOptions.DEFAULT,
                simulation ->
                    simulation
                        .withSchedule(Schedule.VIRTUAL)
                        .withCosts(Costs.MODELLED)
                        .withNetwork(new Network(1_800, 9e9)));
    Temoto.launch(
        options,
        space -> {
          GlobalMemory memory = space.allocate("far", 200L * PAGE);
          if (space.pe() == 0) {
            Strands strands = RuntimeSupport.of(space).processingElement().strands();
            long start = RuntimeSupport.of(space).processingElement().clock().now();
            if (ahead) {
              Request<LocalView> request =
                  memory.localizeAsync(100L * PAGE, 100L * PAGE, Access.READ);
              strands.charge(travel);
              request.await().close();
            } else {
              strands.charge(travel);
              memory.localize(100L * PAGE, 100L * PAGE, Access.READ).close();
            }
            taken[0] = RuntimeSupport.of(space).processingElement().clock().now() - start;
          }
          space.barrier();
        });
    assertThat(taken[0]).isGreaterThanOrEqualTo(travel);
    return taken[0];
  }

  @Test
  void shouldOverlapComputingInVirtualTime() {
    assertThat(nanos(true)).isBetween(nanos(false) / 2, nanos(false) / 2 + 10_000);
  }
}
