package org.temoto.gas.shmem;

import java.lang.foreign.MemorySegment;

/**
 * Queue that keeps the local memory of operations that are not complete reachable: the library
 * knows its address only. In order of issue, so that a completion lets go of what was issued before
 * it began.
 */
final class PendingBuffers {
  private final Serial serial = new Serial();
  private MemorySegment[] ring = new MemorySegment[16];
  private long added;
  private long removed;

  void add(MemorySegment buffer) {
    serial.lock();
    try {
      if (added - removed == ring.length) {
        grow();
      }
      ring[index(added++)] = buffer;
    } finally {
      serial.unlock();
    }
  }

  private int index(long number) {
    return (int) (number & ring.length - 1);
  }

  private void grow() {
    MemorySegment[] old = ring;
    ring = new MemorySegment[2 * old.length];
    for (long number = removed; number < added; number++) {
      ring[index(number)] = old[(int) (number & old.length - 1)];
    }
  }

  /** Number of buffers that it keeps. */
  long kept() {
    serial.lock();
    try {
      return added - removed;
    } finally {
      serial.unlock();
    }
  }

  /** Number up to which a completion that begins now is going to complete. */
  long added() {
    serial.lock();
    try {
      return added;
    } finally {
      serial.unlock();
    }
  }

  /** Everything up to {@code number}, an earlier {@link #added}, is complete. */
  void removeUntil(long number) {
    serial.lock();
    try {
      while (removed < number) {
        ring[index(removed++)] = null;
      }
    } finally {
      serial.unlock();
    }
  }
}
