package org.temoto.task.deque;

/** A thief's access to a victim's steal word and acknowledgement words. */
public interface ThiefWords {
  /** The steal word. */
  long fetch();

  /** Adds 1 to the steal word and returns what it was. */
  long fetchAdd();

  /** Changes the steal word to {@code next} if it is {@code expected}; returns what it was. */
  long compareAndSwap(long expected, long next);

  /**
   * Tells the victim that {@code count} claimed slots of {@code area} have been copied; need not be
   * complete on return.
   */
  void acknowledge(int area, int count);
}
