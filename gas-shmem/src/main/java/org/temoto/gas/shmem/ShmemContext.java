package org.temoto.gas.shmem;

import org.temoto.gas.spi.RemoteWords;

/**
 * One ordering of operations, after an OpenSHMEM context. Any thread may call any method. Addresses
 * are those of this PE's symmetric memory, and unchecked; orders and completion are those of {@link
 * org.temoto.gas.spi.Channel}.
 */
sealed interface ShmemContext extends RemoteWords
    permits LockedContext, FunneledContext, DirectContext {
  void get(int pe, long remote, long local, long bytes);

  void put(int pe, long remote, long local, long bytes);

  /** Gets {@code count} blocks; returns whether that is complete only after {@link #quiet}. */
  boolean getBlocks(
      int pe, long remote, long stride, long local, long localStride, long bytes, long count);

  /** Puts {@code count} blocks; returns whether that is complete only after {@link #quiet}. */
  boolean putBlocks(
      int pe, long remote, long stride, long local, long localStride, long bytes, long count);

  void fence();

  void quiet();
}
