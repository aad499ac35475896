package org.temoto.gas.shmem;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Queue that keeps the local memory of operations that are not complete reachable: the library
 * knows its address only. In order of issue, so that a completion lets go of what was issued before
 * it began.
 */
final class PendingBuffers {
  private final Serial serial = new Serial();
  private final Deque<MemorySegment> kept = new ArrayDeque<>();
  private long added;

  void add(MemorySegment buffer) {
    try (var _ = serial.lock()) {
      kept.addLast(buffer);
      added++;
    }
  }

  /** Number of buffers that it keeps. */
  long kept() {
    try (var _ = serial.lock()) {
      return kept.size();
    }
  }

  /** Number up to which a completion that begins now is going to complete. */
  long added() {
    try (var _ = serial.lock()) {
      return added;
    }
  }

  /** Everything up to {@code number}, an earlier {@link #added}, is complete. */
  void removeUntil(long number) {
    try (var _ = serial.lock()) {
      while (added - kept.size() < number) {
        kept.removeFirst();
      }
    }
  }
}
