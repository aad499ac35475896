package org.temoto.gas.heap;

import java.util.LinkedHashSet;
import java.util.function.LongPredicate;

/**
 * Queue of blocks that were freed and are not to be allocated again yet, so that a checker sees
 * late uses and second frees of them. Thread-safe: its monitor is taken before those of an arena.
 */
final class Quarantine {
  private final long mostBytes;
  private final LongPredicate isAllocated;
  private final LongPredicate free;
  private final LinkedHashSet<Long> references = new LinkedHashSet<>();
  private long bytes;

  /**
   * Queue of so many bytes of blocks.
   *
   * @param isAllocated whether a block has not been given back to its allocator
   * @param free gives one back to it
   */
  Quarantine(long mostBytes, LongPredicate isAllocated, LongPredicate free) {
    this.mostBytes = mostBytes;
    this.isAllocated = isAllocated;
    this.free = free;
  }

  /** Adds a block, and gives back the eldest if they are too many; false if it is free already. */
  synchronized boolean add(long reference) {
    if (!isAllocated.test(reference) || !references.add(reference)) {
      return false;
    }
    bytes += size(reference);
    while (bytes > mostBytes) {
      giveBackEldest();
    }
    return true;
  }

  /** Gives back all. */
  synchronized void end() {
    while (!references.isEmpty()) {
      giveBackEldest();
    }
  }

  private void giveBackEldest() {
    long eldest = references.removeFirst();
    bytes -= size(eldest);
    if (!free.test(eldest)) {
      throw new IllegalStateException(HeapPart.describe(eldest) + " was freed beside its queue");
    }
  }

  synchronized int blocks() {
    return references.size();
  }

  synchronized long bytes() {
    return bytes;
  }

  private static long size(long reference) {
    return SizeClass.size(Reference.sizeClass(reference));
  }
}
