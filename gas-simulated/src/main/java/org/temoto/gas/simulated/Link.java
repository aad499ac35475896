package org.temoto.gas.simulated;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/** A link of the network: carries one transfer at a time. Lock-free. */
final class Link {
  private final AtomicLong busyUntil = new AtomicLong();

  /** As many links, all free. */
  static Link[] some(int count) {
    Link[] links = new Link[count];
    Arrays.setAll(links, _ -> new Link());
    return links;
  }

  /**
   * Takes both links for {@code nanos} from {@code earliest} on or when they become free; returns
   * when that begins.
   */
  static long occupyBoth(Link first, Link second, long earliest, long nanos) {
    long start = first.occupy(earliest, nanos);
    long both = second.occupy(start, nanos);
    if (both > start) {
      first.extend(both, nanos);
    }
    return both;
  }

  /**
   * Takes the link for {@code nanos} from {@code earliest} on or when it becomes free; returns when
   * that begins. What takes no time waits for nothing.
   */
  long occupy(long earliest, long nanos) {
    if (nanos == 0) {
      return earliest;
    }
    while (true) {
      long busy = busyUntil.get();
      long start = Math.max(busy, earliest);
      // Compare-and-set: transfers of several strands must queue up, not overlap.
      if (busyUntil.compareAndSet(busy, start + nanos)) {
        return start;
      }
    }
  }

  /**
   * Keeps the link busy for {@code nanos} from {@code start} on: its transfer had to wait for
   * another link.
   */
  void extend(long start, long nanos) {
    if (nanos > 0) {
      busyUntil.accumulateAndGet(start + nanos, Math::max);
    }
  }
}
