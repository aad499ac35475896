package org.temoto.gas.simulated;

import java.util.concurrent.atomic.AtomicLong;

/** The link of one PE to the network: carries one transfer at a time. Lock-free. */
final class Link {
  private final AtomicLong busyUntil = new AtomicLong();

  /**
   * Takes the link for {@code nanos} from {@code earliest} on or when it becomes free; returns when
   * that begins.
   */
  long occupy(long earliest, long nanos) {
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
   * Keeps the link busy until {@code moment}: its transfer had to wait for the other side's link.
   */
  void extend(long moment) {
    busyUntil.accumulateAndGet(moment, Math::max);
  }
}
