package org.temoto.gas.spi.local;

import org.temoto.gas.spi.SymmetricHeap;

/**
 * How much memory PEs put into physical memory as they allocate it. A page that a program touches
 * first costs it about a microsecond, two where several threads do that.
 */
public final class Prefault {
  /** Of heaps, and of views. */
  private static final int KINDS = 2;

  private Prefault() {}

  /**
   * {@link SymmetricHeap#prefaulted()} of each of {@code pes} PEs on this machine. Together they
   * take no more than Java's heap may: what Java says the machine, or the container, can spare.
   */
  public static long perPe(int pes) {
    return Runtime.getRuntime().maxMemory() / KINDS / pes;
  }
}
