package org.temoto.task.collective.engine;

/**
 * The part of the own heap into which others send: windows of collectives, taken in their order,
 * one behind the other around a ring, and given back in any order. The caller serializes.
 */
final class ReceiveArena {
  static final long NO_ROOM = -1;

  private final long base;
  private final long capacity;

  /** By seat: where windows end, and whether they have been given back. */
  private final long[] ends;

  private final boolean[] free;

  /** The oldest collective whose window has not been given back, and the next that takes one. */
  private long oldest;

  private long next;

  /** Positions, which only grow, modulo the capacity: from here to there it is taken. */
  private long from;

  private long to;

  ReceiveArena(long base, long capacity, int seats) {
    this.base = base;
    this.capacity = capacity;
    ends = new long[seats];
    free = new boolean[seats];
  }

  /** The window of the next collective, in the heap; {@link #NO_ROOM} if it has to wait. */
  long take(long bytes) {
    if (oldest == next) {
      from = 0;
      to = 0;
    }
    long at = to % capacity;
    long gap = at + bytes > capacity ? capacity - at : 0;
    if (to + gap + bytes - from > capacity) {
      return NO_ROOM;
    }
    to += gap + bytes;
    int seat = (int) (next++ % ends.length);
    ends[seat] = to;
    free[seat] = false;
    return base + (to - bytes) % capacity;
  }

  /** Collective {@code number} receives nothing more. */
  void giveBack(long number) {
    free[(int) (number % ends.length)] = true;
    while (oldest < next && free[(int) (oldest % ends.length)]) {
      from = ends[(int) (oldest++ % ends.length)];
    }
  }
}
