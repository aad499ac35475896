package org.temoto.gas.spi;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.temoto.gas.GasException;

class VirtualMemoryTest {
  private static final int PAGE = VirtualMemory.SYSTEM_PAGE;
  private static final long PAGES = 10_000;
  private static final Path HUGE_PAGES =
      Path.of("/sys/kernel/mm/transparent_hugepage/shmem_enabled");

  @Test
  void shouldFillInAndKeepContents() throws IOException {
    requireFillingIn(memory -> VirtualMemory.prefault(memory.address(), memory.byteSize()));
  }

  @Test
  void shouldFillInByHand() throws IOException {
    for (int i = 0; i < 20; i++) { // then it is compiled, and must not leave out the touch
      requireFillingIn(VirtualMemory::touch);
    }
  }

  private static void requireFillingIn(Consumer<MemorySegment> way) throws IOException {
    if (Files.exists(HUGE_PAGES)) { // else the kernel has none
      String huge = Files.readString(HUGE_PAGES);
      assumeThat(huge).as("one touch fills in one page").containsAnyOf("[never]", "[advise]");
    }
    MemorySegment memory = VirtualMemory.reserveShared(PAGES * PAGE);
    memory.set(JAVA_LONG, PAGE, 17);
    assertThat(pagesPresent(memory)).isEqualTo(1);
    way.accept(memory);
    assertThat(pagesPresent(memory)).isEqualTo(PAGES);
    assertThat(memory.get(JAVA_LONG, PAGE)).isEqualTo(17);
    assertThat(memory.get(JAVA_LONG, 0)).isZero();
    VirtualMemory.unmap(memory);
  }

  /** Number of pages that the page table has: each entry's highest bit. */
  private static long pagesPresent(MemorySegment memory) throws IOException {
    ByteBuffer entries =
        ByteBuffer.allocate((int) PAGES * Long.BYTES).order(ByteOrder.nativeOrder());
    try (RandomAccessFile table = new RandomAccessFile("/proc/self/pagemap", "r")) {
      table.seek(memory.address() / PAGE * Long.BYTES);
      table.readFully(entries.array());
    }
    return LongStream.generate(entries::getLong).limit(PAGES).filter(entry -> entry < 0).count();
  }

  @Test
  void shouldLeaveToTheTouchWhatTheKernelDoesNotGive() {
    MemorySegment memory = VirtualMemory.reserve(4 * PAGE);
    VirtualMemory.forbid(memory.address() + PAGE, PAGE);
    VirtualMemory.prefault(memory.address(), memory.byteSize()); // EFAULT on the way
    memory.set(JAVA_LONG, 0, 17);
    assertThat(memory.get(JAVA_LONG, 0)).isEqualTo(17);
    VirtualMemory.unmap(memory);
  }

  @Test
  void shouldNameTheCallThatFailed() {
    assertThatThrownBy(() -> VirtualMemory.discard(1, PAGE)) // no multiple of the page
        .isInstanceOf(GasException.class)
        .hasMessage("madvise[1, 4096, 4] failed with errno 22");
  }
}
