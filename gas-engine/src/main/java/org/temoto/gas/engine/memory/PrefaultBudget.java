package org.temoto.gas.engine.memory;

import org.temoto.gas.spi.SymmetricHeap;
import org.temoto.gas.spi.VirtualMemory;

/**
 * Budget of memory of one kind, of all global memories of a PE, that may still be put into physical
 * memory before it is touched ({@link SymmetricHeap#prefaulted()}). Memories are given back by
 * whichever strand ends last: thread-safe.
 */
public final class PrefaultBudget {
  private long left;

  public PrefaultBudget(long bytes) {
    left = bytes & -VirtualMemory.SYSTEM_PAGE;
  }

  /**
   * Puts the first of {@code bytes} bytes at {@code address} into physical memory, both multiples
   * of the system's page.
   *
   * @return how many, which are to be given back
   */
  public long prefault(long address, long bytes) {
    long taken = take(bytes);
    if (taken > 0) {
      VirtualMemory.prefault(address, taken);
    }
    return taken;
  }

  private synchronized long take(long bytes) {
    long taken = Math.min(left, bytes);
    left -= taken;
    return taken;
  }

  /** So many bytes are used no more, whether or not the system gets them back. */
  public synchronized void giveBack(long bytes) {
    left += bytes;
  }
}
