package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.temoto.gas.Access;
import org.temoto.gas.EngineOptions;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.Temoto;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Buffers;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.VirtualMemory;
import org.temoto.gas.spi.local.Prefault;

/**
 * Tests of prefaulting, where first touches would be measured: a PE's share of a memory is there
 * when it has been allocated, and nothing besides.
 */
@Timeout(60)
class PrefaultTest {
  private static final int PAGE = VirtualMemory.SYSTEM_PAGE;
  private static final int PAGES = 512;
  private static final int PES = 2;
  private static final long BYTES = (long) PAGES * PAGE;

  /** Number of system pages that are touched besides. */
  private static final int FEW = 32;

  @BeforeAll
  static void requireOnePagePerTouch() throws IOException {
    Path setting = Path.of("/sys/kernel/mm/transparent_hugepage/shmem_enabled");
    if (Files.exists(setting)) { // else the kernel has no huge pages
      assumeThat(Files.readString(setting)).containsAnyOf("[never]", "[advise]");
    }
  }

  private static GasOptions options(Schedule schedule) {
    return GasOptions.DEFAULT
        .withBackend(SimulatedBackend.NAME)
        .withPes(PES)
        .withHeapBytes(16 << 20)
        .with(
            SimulationOptions.DEFAULT,
            simulation -> simulation.withRaceChecker(false)) // whose views are seen elsewhere
        .with(SimulationOptions.DEFAULT, simulation -> simulation.withSchedule(schedule));
  }

  private static GlobalMemory allocate(GlobalAddressSpace space) {
    return space.allocate(MemoryOptions.of("numbers", BYTES).withPageSize(PAGE));
  }

  @Test
  void shouldHaveOwnFramesAndWhatViewsShowOfThemInMemory() {
    Temoto.launch(
        options(Schedule.THREADS),
        space -> {
          int before = pagesPresent(heap(space));
          assertThat(pagesPresent(viewOf(allocate(space))))
              .as("no place of a copy but the one that is looked at")
              .isBetween(PAGES / PES, PAGES / PES + 1);
          assertThat(pagesPresent(heap(space)) - before)
              .as("its own half, and what the memory needs besides")
              .isBetween(PAGES / PES, PAGES / PES + FEW);
        });
  }

  @Test
  void shouldHaveViewsInMemoryWhereTheyAreTheFramesOfAllPes() {
    Temoto.launch(
        options(Schedule.THREADS)
            .with(
                SimulationOptions.DEFAULT, simulation -> simulation.withBuffers(Buffers.IDENTITY)),
        space -> {
          int before = pagesPresent(heap(space));
          assertThat(pagesPresent(viewOf(allocate(space)))).isEqualTo(PAGES);
          assertThat(pagesPresent(heap(space)) - before).isBetween(PAGES / PES, PAGES / PES + FEW);
        });
  }

  @Test
  void shouldTakeASpareFrameWhenAPageMovesThere() {
    int pages = PAGES / PES / 2;
    Temoto.launch(
        options(Schedule.THREADS)
            .withOwnership(OwnershipPolicy.LAST_WRITER)
            .with(EngineOptions.DEFAULT, engine -> engine.withSpareFrames(1)),
        space -> {
          int before = pagesPresent(heap(space));
          GlobalMemory memory = allocate(space);
          assertThat(pagesPresent(heap(space)) - before).isBetween(PAGES / PES, PAGES / PES + FEW);
          if (space.pe() == 1) {
            try (LocalView view = memory.localize(0, (long) pages * PAGE, Access.WRITE)) {
              view.segment().fill((byte) 1);
              view.commit();
            }
          }
          space.barrier();
          int moved = space.pe() == 1 ? pages : 0;
          assertThat(space.statistics().pageMigrations()).isEqualTo(moved);
          assertThat(pagesPresent(heap(space)) - before)
              .isBetween(PAGES / PES + moved, PAGES / PES + moved + FEW);
        });
  }

  /** Filling in takes no time then, so fewer places are filled in than there could be copies. */
  @Test
  void shouldHaveCopiesInMemoryAsTheyComeWhereComputingIsMeasured() {
    int page = 16 * PAGE;
    Temoto.launch(
        options(Schedule.VIRTUAL)
            .with(SimulationOptions.DEFAULT, simulation -> simulation.withCosts(Costs.MEASURED)),
        space -> {
          GlobalMemory memory =
              space.allocate(MemoryOptions.of("numbers", BYTES).withPageSize(page));
          MemorySegment view = viewOf(memory);
          long others = (1 - space.pe()) * BYTES / PES;
          int before = pagesPresent(view);
          assertThat(before).isBetween(PAGES / PES, PAGES / PES + 16);
          try (LocalView replaced = memory.localize(others + page, page, Access.WRITE)) {
            assertThat(pagesPresent(view)).isEqualTo(before + 16);
            assertThat(pagesPresent(replaced.segment())).isEqualTo(16);
          }
          space.barrier();
        });
  }

  @Test
  void shouldTakeNoVirtualTime() {
    Temoto.launch(
        options(Schedule.VIRTUAL)
            .withPes(1)
            .with(SimulationOptions.DEFAULT, simulation -> simulation.withCosts(Costs.MEASURED)),
        space -> {
          ProcessingElement pe = RuntimeSupport.of(space).processingElement();
          MemorySegment memory = VirtualMemory.reserve(128 << 20);
          long start = System.nanoTime();
          long virtual = pe.clock().now();
          pe.prefaulter().prefault(memory.address(), memory.byteSize());
          virtual = pe.clock().now() - virtual;
          assertThat(virtual).isLessThan((System.nanoTime() - start) / 10);
          VirtualMemory.unmap(memory);
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"SEEDED", "VIRTUAL"})
  void shouldWaitForTheFirstTouchWhereNothingIsMeasured(Schedule schedule) {
    Temoto.launch(
        options(schedule)
            .with(SimulationOptions.DEFAULT, simulation -> simulation.withCosts(Costs.MODELLED)),
        space -> {
          int before = pagesPresent(heap(space));
          assertThat(pagesPresent(viewOf(allocate(space)))).isLessThan(FEW);
          assertThat(pagesPresent(heap(space)) - before).isLessThan(FEW);
        });
  }

  @Test
  void shouldShareWhatThereIsAmongThePes() {
    assertThat(Prefault.perPe(1)).isEqualTo(Runtime.getRuntime().maxMemory() / 2);
    assertThat(1000 * Prefault.perPe(1000)).isLessThanOrEqualTo(Prefault.perPe(1));
  }

  /** The whole memory's addresses on this PE, of which only the first are touched. */
  private static MemorySegment viewOf(GlobalMemory memory) {
    try (LocalView view = memory.range(0, Long.BYTES).localize(Access.READ)) {
      return MemorySegment.ofAddress(view.segment().address()).reinterpret(BYTES);
    }
  }

  private static MemorySegment heap(GlobalAddressSpace space) {
    return RuntimeSupport.of(space).processingElement().heap().segment();
  }

  /**
   * Number of pages that a load would reach without a fault: those with a bit in the page table.
   */
  private static int pagesPresent(MemorySegment memory) {
    int pages = (int) (memory.byteSize() / PAGE);
    byte[] entries = new byte[pages * Long.BYTES];
    try (RandomAccessFile table = new RandomAccessFile("/proc/self/pagemap", "r")) {
      table.seek(memory.address() / PAGE * Long.BYTES);
      table.readFully(entries);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ByteBuffer words = ByteBuffer.wrap(entries).order(ByteOrder.nativeOrder());
    int present = 0;
    for (int page = 0; page < pages; page++) {
      present += words.getLong() < 0 ? 1 : 0; // the highest bit
    }
    return present;
  }
}
