package org.temoto.gas.simulated.backend;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.Access;
import org.temoto.gas.Distribution;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.LocalView;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.Region;
import org.temoto.gas.Temoto;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Buffers;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.Clock;
import org.temoto.gas.spi.RuntimeSupport;

/**
 * Tests of identity buffers, which tell what the runtime costs: reads take the time that separate
 * ones take.
 */
@Timeout(60)
class IdentityReadTest {
  private static final int PAGE = 4096;
  private static final int PAGES = 64;
  private static final int REFUSED_PAGES = 5_000;
  private static final long LATENCY = 1_000_000;

  @Test
  void shouldReadWhatWasWrittenInTheTimeOfSeparateBuffers() {
    Map<Buffers, Long> taken = new EnumMap<>(Buffers.class);
    for (Buffers buffers : Buffers.values()) {
      Temoto.launch(options(buffers), space -> readAll(space, buffers, taken));
    }
    assertThat(taken.get(Buffers.IDENTITY))
        .as("one wait for all words, and one for all parts")
        .isBetween(2 * LATENCY, 2 * LATENCY + LATENCY / 10)
        .isCloseTo(taken.get(Buffers.SEPARATE), Offset.offset(LATENCY / 10));
  }

  /** A heap has room for one such memory, and not for two. */
  @Test
  void shouldTakeNothingForADistributionThatIsRefused() {
    GasOptions options =
        options(Buffers.IDENTITY)
            .withPageSize(PAGE)
            .withHeapBytes(REFUSED_PAGES * (long) PAGE / 4 * 3);
    Temoto.launch(
        options,
        space -> {
          MemoryOptions memory = MemoryOptions.of("a", REFUSED_PAGES * (long) PAGE);
          for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> space.allocate(memory.withDistribution(Distribution.cyclic())))
                .hasMessageContaining("identity buffers need " + REFUSED_PAGES + " mappings");
          }
          space.allocate(memory).close();
        });
  }

  private static GasOptions options(Buffers buffers) {
    return GasOptions.DEFAULT
        .withBackend(SimulatedBackend.NAME)
        .withPes(2)
        .withHeapBytes(16 << 20)
        .with(
            SimulationOptions.DEFAULT,
            simulation ->
                simulation
                    .withBuffers(buffers)
                    .withSchedule(Schedule.VIRTUAL)
                    .withCosts(new Costs(false, 0, 1, 1, 0, 0, 0))
                    .withNetwork(new Network(LATENCY, 8e12)));
  }

  /** PE 1 writes everything, and becomes the owner where it can; PE 0 reads the far half twice. */
  private static void readAll(GlobalAddressSpace space, Buffers buffers, Map<Buffers, Long> taken) {
    GlobalMemory memory =
        space.allocate(
            MemoryOptions.of("numbers", (long) PAGES * PAGE)
                .withPageSize(PAGE)
                .withOwnership(OwnershipPolicy.LAST_WRITER));
    if (space.pe() == 1) {
      try (LocalView view = memory.whole().localize(Access.WRITE)) {
        for (long at = 0; at < view.segment().byteSize(); at += Integer.BYTES) {
          view.segment().set(JAVA_INT, at, (int) at);
        }
        view.commit();
      }
    }
    space.barrier();
    if (space.pe() == 0) {
      List<GlobalRange> parts = new ArrayList<>();
      for (int page = PAGES / 2; page < PAGES; page++) {
        parts.add(memory.range((long) page * PAGE + 8, Integer.BYTES));
      }
      Region region = new Region.Ranges(parts);
      int[] expected = IntStream.range(PAGES / 2, PAGES).map(page -> page * PAGE + 8).toArray();
      int[] found = new int[parts.size()];
      memory.read(region, MemorySegment.ofArray(found));
      assertThat(found).isEqualTo(expected);
      Arrays.fill(found, 0);
      Clock clock = RuntimeSupport.of(space).processingElement().clock();
      MemorySegment to = Arena.ofAuto().allocate(region.length());
      long start = clock.now();
      memory.read(region, to.asSlice(0, (long) found.length * Integer.BYTES));
      taken.put(buffers, clock.now() - start);
      MemorySegment.copy(to, JAVA_INT, 0, found, 0, found.length);
      assertThat(found).isEqualTo(expected);
    }
    space.barrier();
  }
}
