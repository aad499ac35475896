package org.temoto.gas.heap;

import java.util.LinkedHashSet;

/**
 * Queue of blocks that were freed and are not to be allocated again yet, so that a checker sees
 * late uses and second frees of them. Thread-safe.
 */
final class Quarantine {
  private final long mostBytes;
  private final LinkedHashSet<Long> references = new LinkedHashSet<>();
  private long bytes;

  Quarantine(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** Adds a block; whether it was not in it. */
  synchronized boolean add(long reference) {
    boolean isNew = references.add(reference);
    bytes += isNew ? size(reference) : 0;
    return isNew;
  }

  /** Takes out the eldest block if they are too many; {@code NULL} if they are not. */
  synchronized long takeSurplus() {
    return bytes > mostBytes ? take() : GlobalHeap.NULL;
  }

  /** Takes out the eldest block; {@code NULL} if there is none. */
  synchronized long take() {
    if (references.isEmpty()) {
      return GlobalHeap.NULL;
    }
    long eldest = references.removeFirst();
    bytes -= size(eldest);
    return eldest;
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
