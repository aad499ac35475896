package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.gas.GasOptions;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.RefusedException;
import org.temoto.gas.Temoto;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;

/**
 * Tests of the heap that jobs of many PEs need: each PE needs its share of the data, and a part of
 * that for pages that move.
 */
class GrowingJobTest {
  private static final long DATA = 8L << 30;
  private static final int PAGE = 1 << 20;

  /** Bytes that are allocated besides, in pages of their own. */
  private static final long BESIDES = 2 * PAGE;

  @ParameterizedTest
  @CsvSource({
    "1, FIXED, 0",
    "2, FIXED, 0",
    "8, FIXED, 0",
    "64, FIXED, 0",
    "1024, FIXED, 0",
    "1, LAST_WRITER, 0",
    "2, LAST_WRITER, 0.25",
    "8, ADAPTIVE, 0.25",
    "64, LAST_WRITER, 0.25",
    "1024, LAST_WRITER, 0.25"
  })
  void shouldHoldEightGibibytes(int pes, OwnershipPolicy ownership, double part) {
    long share = DATA / pes;
    long words = 2 * 128 + share / PAGE * (Long.BYTES + 1);
    long heap = BESIDES + share + (long) (part * share) + words;
    long before = sharedResident();
    launch(pes, heap, ownership);
    assertThat(sharedResident() - before)
        .as("bytes of heaps and views that were touched to allocate it")
        .isLessThan(64 << 20);
    assertThatThrownBy(() -> launch(pes, heap - BESIDES, ownership))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("memory \"large\" of " + DATA + " bytes")
        .hasMessageContaining("on each of " + pes + " PEs: share " + share);
  }

  private static void launch(int pes, long heap, OwnershipPolicy ownership) {
    GasOptions options =
        GasOptions.DEFAULT
            .withBackend(SimulatedBackend.NAME)
            .withPes(pes)
            .withPageSize(PAGE)
            .withHeapBytes(heap)
            .with(
                SimulationOptions.DEFAULT,
                simulation ->
                    simulation.withRaceChecker(false)) // whose views are filled in otherwise
            .withOwnership(ownership)
            .with(
                SimulationOptions.DEFAULT, simulation -> simulation.withSchedule(Schedule.SEEDED));
    Temoto.launch(
        options,
        space ->
            assertThat(space.allocate(MemoryOptions.of("large", DATA)).byteSize()).isEqualTo(DATA));
  }

  private static long sharedResident() {
    try {
      return Files.readAllLines(Path.of("/proc/self/status")).stream()
          .filter(line -> line.startsWith("RssShmem:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
