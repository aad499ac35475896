package org.temoto.task.deque;

/** An owner's access to its steal word and acknowledgement words. */
public interface OwnerWords {
  /**
   * The steal word; an opaque read: the owner only wants to learn of hunger and claims some time.
   */
  long read();

  /** Writes the steal word and returns what it was, atomically with respect to claims. */
  long swap(long word);

  /**
   * The number of claims of {@code area} that have been acknowledged since the beginning; an
   * acquire read, after which the area may be written.
   */
  long acknowledged(int area);
}
