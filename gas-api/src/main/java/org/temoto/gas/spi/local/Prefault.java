package org.temoto.gas.spi.local;

import org.temoto.gas.spi.SymmetricHeap;

/**
 * Rule for how much memory PEs put into physical memory as they allocate it. A page that a program
 * touches first costs it about a microsecond, two where several threads do that.
 */
public final class Prefault {
  /** Divisor of what Java's heap may take: the other half is for what is touched besides. */
  private static final int PART = 2;

  private Prefault() {}

  /**
   * {@link SymmetricHeap#prefaulted()} of each of {@code pes} PEs on this machine. Together they
   * take no more than half of what Java's heap may, which is what Java says the machine, or the
   * container, can spare.
   */
  public static long perPe(int pes) {
    return Runtime.getRuntime().maxMemory() / PART / pes;
  }
}
