package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.Region;
import org.temoto.gas.Temoto;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;

/**
 * Tests of the bytes that are fetched of a page of which a part is wanted, of 64 KiB in blocks of 1
 * KiB.
 */
class BlockTrafficTest {
  private static final int PAGE = 64 << 10;

  /** 2 KiB travel within a latency. */
  private static final Network NETWORK = new Network(1_800, 9e9);

  private static long fetchedBy(int pe, Consumer<GlobalMemory> program) {
    long[] fetched = new long[1];
    Temoto.launch(
        GasOptions.DEFAULT
            .withPes(2)
            .withPageSize(PAGE)
            .with(
                SimulationOptions.DEFAULT,
                simulation -> simulation.withSchedule(Schedule.VIRTUAL).withNetwork(NETWORK)),
        space -> {
          GlobalMemory memory = space.allocate("parts", 8 * PAGE);
          space.barrier();
          if (space.pe() == pe) {
            program.accept(memory);
            fetched[0] = space.statistics().bytesFetched();
          }
          space.barrier();
        });
    return fetched[0];
  }

  private static void read(GlobalMemory memory, long offset, long bytes) {
    memory.localize(offset, bytes, Access.READ).close();
  }

  @Test
  void shouldFetchWhatTravelsWithinALatencyForFewBytes() {
    assertThat(fetchedBy(0, memory -> read(memory, 4 * PAGE + 5_000, 8))).isEqualTo(2 << 10);
  }

  @Test
  void shouldFetchALongRangeToItsBorders() {
    assertThat(fetchedBy(0, memory -> read(memory, 4 * PAGE + 100, 20_000))).isEqualTo(20 << 10);
  }

  @Test
  void shouldFetchEachBlockOnceAndAPageInFewSteps() {
    long[] misses = new long[1];
    long fetched =
        fetchedBy(
            0,
            memory -> {
              for (int at = 0; at < PAGE; at += 64) {
                read(memory, 4 * PAGE + at, 64);
              }
              misses[0] = memory.space().statistics().localizeMisses();
            });
    assertThat(fetched).isEqualTo(PAGE);
    assertThat(misses[0]).isBetween(2L, 8L);
  }

  @Test
  void shouldTellWhatOfItWasAskedFor() {
    assertThat(askedBy(memory -> read(memory, 4 * PAGE + 5_000, 8))).isEqualTo(8);
    assertThat(askedBy(memory -> read(memory, 5 * PAGE - 10_000, 20_000))).isEqualTo(20_000);
    assertThat(
            askedBy(memory ->
                memory
                    .localize(new Region.Strided(memory, 4L * PAGE, 16, PAGE, 3), Access.READ)
                    .close()))
        .isEqualTo(3 * 16);
    assertThat(
            askedBy(memory ->
                memory
                    .localizeAsync(memory.range(4 * PAGE + 5_000, 8), Access.READ)
                    .await()
                    .close()))
        .isEqualTo(8);
  }

  private static long askedBy(Consumer<GlobalMemory> program) {
    long[] asked = new long[1];
    fetchedBy(
        0,
        memory -> {
          program.accept(memory);
          asked[0] = memory.space().statistics().bytesAsked();
        });
    return asked[0];
  }

  @Test
  void shouldFetchNothingForViewsThatOnlyStore() {
    long fetched =
        fetchedBy(
            0,
            memory -> {
              try (LocalView view = memory.localize(4 * PAGE + 10, 2 * PAGE, Access.WRITE)) {
                view.segment().fill((byte) 3);
                view.commit();
              }
            });
    assertThat(fetched).isZero();
  }

  @Test
  void shouldHaveWhatThisPeHasCommitted() {
    long fetched =
        fetchedBy(
            0,
            memory -> {
              try (LocalView view = memory.localize(4 * PAGE, 8 << 10, Access.WRITE)) {
                view.segment().fill((byte) 3);
                view.commit();
              }
              memory.space().releaseFence();
              memory.space().acquireFence();
              read(memory, 4 * PAGE, 8 << 10);
            });
    assertThat(fetched).isZero();
  }
}
