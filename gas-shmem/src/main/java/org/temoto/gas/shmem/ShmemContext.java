package org.temoto.gas.shmem;

/**
 * One ordering of operations, after an OpenSHMEM context. Any thread may call any method. Addresses
 * are those of this PE's symmetric memory, and unchecked; orders and completion are those of {@link
 * org.temoto.gas.spi.Channel}.
 */
sealed interface ShmemContext permits LockedContext, FunneledContext, DirectContext {
  void get(int pe, long remote, long local, long bytes);

  void put(int pe, long remote, long local, long bytes);

  /** Gets {@code count} blocks; returns whether that is complete only after {@link #quiet}. */
  boolean getBlocks(
      int pe, long remote, long stride, long local, long localStride, long bytes, long count);

  /** Puts {@code count} blocks; returns whether that is complete only after {@link #quiet}. */
  boolean putBlocks(
      int pe, long remote, long stride, long local, long localStride, long bytes, long count);

  long fetch(int pe, long address);

  void set(int pe, long address, long value);

  void add(int pe, long address, long value);

  long fetchAdd(int pe, long address, long value);

  long compareAndSwap(int pe, long address, long expected, long value);

  long swap(int pe, long address, long value);

  /** By compare-and-swap: the library's own changes nothing in Open MPI 4.1 over UCX. */
  default long fetchAnd(int pe, long address, long mask) {
    long seen = fetch(pe, address);
    long was = compareAndSwap(pe, address, seen, seen & mask);
    while (was != seen) {
      seen = was;
      was = compareAndSwap(pe, address, seen, seen & mask);
    }
    return was;
  }

  /** As {@link #fetchAnd}. */
  default long fetchOr(int pe, long address, long mask) {
    long seen = fetch(pe, address);
    long was = compareAndSwap(pe, address, seen, seen | mask);
    while (was != seen) {
      seen = was;
      was = compareAndSwap(pe, address, seen, seen | mask);
    }
    return was;
  }

  void fence();

  void quiet();
}
