package org.temoto.task.deque;

/** A thief's access to a victim's steal word and acknowledgement words. */
public interface ThiefWords {
  /** The steal word. */
  long fetch();

  /** Adds 1 to the steal word and returns what it was. */
  long fetchAdd();

  /**
   * Tells the victim that a claimed slot of {@code area} has been copied; need not be complete on
   * return.
   */
  void acknowledge(int area);
}
