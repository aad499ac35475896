package org.temoto.gas.simulated.backend;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.SharedWords;
import org.temoto.gas.Temoto;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.StrandMemory;
import org.temoto.gas.spi.Strands;

/**
 * Tests of directory words that strands of one PE know for different epochs, on seeded schedules.
 */
class KnownWordsScheduleTest {
  private static final int PAGE = GasOptions.MIN_PAGE_SIZE;
  private static final int SEEDS = 100;

  /** Bytes that are fetched at once. */
  private static final int BLOCK = PAGE / 64;

  /** Network that carries hardly a block in a latency, so that no more is fetched. */
  private static final Network NETWORK = new Network(1_000, 4e8);

  private static final int OLD = 3;
  private static final int NEW = 9;

  /** The place of a page of PE 1 that moves to PE 2; that of PE 0 is none. */
  private static final long MOVED = 4L * PAGE;

  private static final long BESIDE = MOVED + PAGE;

  private static GasOptions options(long seed) {
    return GasOptions.DEFAULT
        .withBackend(SimulatedBackend.NAME)
        .withPes(3)
        .withPageSize(PAGE)
        .withHeapBytes(4 << 20)
        .with(
            SimulationOptions.DEFAULT,
            all -> all.withSchedule(Schedule.SEEDED).withNetwork(NETWORK))
        .withSeed(seed);
  }

  private static GlobalMemory allocate(GlobalAddressSpace space) {
    return space.allocate(MemoryOptions.of("moving", 12L * PAGE).withSpareFrames(4));
  }

  /** The PE has read no directory words, but one to move the page. */
  @Test
  void shouldNotPutToWhereItHasMovedAPageFrom() {
    Temoto.launch(
        options(1),
        space -> {
          GlobalMemory memory = allocate(space);
          if (space.pe() == 0) {
            memory.migrate(MOVED, 1, 0);
            write(memory, MOVED, NEW);
            space.releaseFence();
            assertThat(space.statistics().bytesCommitted()).isZero();
          }
          space.barrier();
        });
  }

  /**
   * A strand that need not see what another one has acquired does not put the page's old bytes over
   * it, though a commit of a neighbouring page has kept the newer word from being kept.
   */
  @Test
  void shouldNotFetchOlderBytesThanStrandsOfALaterEpochHave() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      String where = "seed " + seed;
      Temoto.launch(options(seed), space -> run(space, where));
    }
  }

  private static void run(GlobalAddressSpace space, String where) {
    GlobalMemory memory = allocate(space);
    SharedWords turn = space.allocate(MemoryOptions.words("turn", 1)).words();
    if (space.pe() == 1) {
      write(memory, MOVED, OLD);
    }
    space.barrier();
    if (space.pe() == 0) {
      read(space, memory, turn, where);
    } else if (space.pe() == 2) {
      await(turn, 1);
      memory.migrate(MOVED, 1, 2);
      write(memory, MOVED, NEW);
      space.releaseFence();
      turn.fetchAdd(0, 1);
    }
    space.barrier();
  }

  private static void read(
      GlobalAddressSpace space, GlobalMemory memory, SharedWords turn, String where) {
    long epoch = RuntimeSupport.of(space).currentStrand().epoch();
    memory.localize(BESIDE, 1, Access.READ).close();
    turn.fetchAdd(0, 1);
    await(turn, 2);
    Strands strands = RuntimeSupport.of(space).processingElement().strands();
    Strands.Strand beside =
        strands.spawn(
            "beside",
            () ->
                inTask(
                    space,
                    epoch,
                    strand -> {
                      write(memory, BESIDE, NEW);
                      strand.release();
                    }));
    space.acquireFence();
    try (LocalView view = memory.localize(MOVED, 1, Access.READ)) {
      strands.join(beside);
      strands.join(
          strands.spawn(
              "of an earlier epoch",
              () ->
                  inTask(
                      space,
                      epoch,
                      _ -> memory.localize(MOVED + BLOCK - 1, 2, Access.READ).close())));
      assertThat(view.segment().get(JAVA_BYTE, 0)).as(where).isEqualTo((byte) NEW);
    }
  }

  private static void inTask(GlobalAddressSpace space, long epoch, Consumer<StrandMemory> task) {
    RuntimeSupport support = RuntimeSupport.of(space);
    try (Channel channel = support.processingElement().transport().openChannel()) {
      StrandMemory strand = support.newStrand(channel);
      strand.bind();
      strand.begin(epoch);
      try {
        task.accept(strand);
      } finally {
        strand.leave();
        strand.unbind();
      }
    }
  }

  private static void write(GlobalMemory memory, long at, int value) {
    try (LocalView view = memory.localize(at, 1, Access.WRITE)) {
      view.segment().set(JAVA_BYTE, 0, (byte) value);
      view.commit();
    }
  }

  private static void await(SharedWords turn, long value) {
    while (turn.read(0) != value) {
      Thread.onSpinWait(); // each read lets others run
    }
  }
}
