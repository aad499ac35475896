package org.temoto.gas.shmem;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.temoto.gas.GasException;
import org.temoto.gas.spi.VirtualMemory;

/**
 * Test of whether the library's memory can be mapped a second time, which depends on its making.
 */
final class AliasProbe {
  private static final long MARK = 0x746d_6f74_6f61_6c69L;

  private AliasProbe() {}

  /**
   * Reason why {@code memory}, of at least a page that is not in use, cannot be; empty if it can.
   */
  static Optional<String> refusal(MemorySegment memory) {
    long before = memory.get(JAVA_LONG, 0);
    MemorySegment window = VirtualMemory.reserve(VirtualMemory.SYSTEM_PAGE);
    try {
      VirtualMemory.alias(memory.address(), window.byteSize(), window.address());
      window.set(JAVA_LONG, 0, MARK);
      boolean shared = memory.get(JAVA_LONG, 0) == MARK;
      return shared ? Optional.empty() : Optional.of("a second mapping has a memory of its own");
    } catch (GasException e) {
      return Optional.of(e.getMessage());
    } finally {
      memory.set(JAVA_LONG, 0, before);
      VirtualMemory.unmap(window);
    }
  }
}
