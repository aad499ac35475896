package org.temoto.gas.simulated.backend;

import java.util.Arrays;

/**
 * Times when a link is taken: disjoint intervals that do not touch, in ascending order. Work gets
 * the first free time, in pieces where it has to: a transfer that waits for another link then keeps
 * no other from this one. For one thread at a time.
 */
final class LinkReservations {
  private long[] starts = new long[4];
  private long[] ends = new long[4];
  private int count;

  /** Forgets what is over at {@code now}, as the time before is not asked about. */
  void forget(long now) {
    int over = firstThatEndsAfter(now);
    if (over > 0) {
      replace(0, over, 0);
    }
  }

  /** The first free moment from {@code earliest} on. */
  long firstFree(long earliest) {
    int next = firstThatEndsAfter(earliest);
    return next < count && starts[next] <= earliest ? ends[next] : earliest;
  }

  /**
   * Takes the first {@code nanos} that are free from {@code earliest} on; returns when the last of
   * them is over.
   */
  long occupy(long earliest, long nanos) {
    int first = firstThatEndsAfter(earliest - 1); // one that ends now is continued
    int next = first;
    long start = earliest;
    long end = earliest;
    if (next < count && starts[next] <= earliest) {
      start = starts[next];
      end = ends[next++];
    }
    long rest = nanos;
    while (next < count && starts[next] - end < rest) { // the time before it is filled
      rest -= starts[next] - end;
      end = ends[next++];
    }
    long done = end + rest;
    end = done;
    if (next < count && starts[next] == done) {
      end = ends[next++];
    }
    replace(first, next, 1);
    starts[first] = start;
    ends[first] = end;
    return done;
  }

  private int firstThatEndsAfter(long moment) {
    int index = 0;
    while (index < count && ends[index] <= moment) {
      index++;
    }
    return index;
  }

  /** Puts {@code places} in the place of the intervals from {@code from} to {@code to}. */
  private void replace(int from, int to, int places) {
    int length = count - (to - from) + places;
    if (length > starts.length) {
      starts = Arrays.copyOf(starts, 2 * length);
      ends = Arrays.copyOf(ends, 2 * length);
    }
    System.arraycopy(starts, to, starts, from + places, count - to);
    System.arraycopy(ends, to, ends, from + places, count - to);
    count = length;
  }
}
