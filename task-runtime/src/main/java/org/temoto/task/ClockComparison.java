package org.temoto.task;

import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.spi.ProcessingElement;

/**
 * Difference between this PE's clock and PE 0's.
 *
 * @param aheadNanos by how much this clock is ahead
 * @param errorNanos by how much that may be wrong at most, when it was compared
 */
record ClockComparison(long aheadNanos, long errorNanos) {
  /** The same clock. */
  static final ClockComparison NONE = new ClockComparison(0, 0);

  /** The one in which neither PE is held up decides. */
  private static final int BARRIERS = 64;

  /**
   * Compares the clocks of all PEs, if they have not the same one. No PE leaves a barrier before
   * all have entered it: that bounds the difference from both sides, however late a PE is. The
   * bounds of many barriers together are narrow. Collective.
   */
  static ClockComparison of(GlobalAddressSpace space, ProcessingElement element) {
    if (element.hasCommonClock() || element.count() == 1) {
      return NONE;
    }
    long[] readings = new long[2 * BARRIERS];
    for (int i = 0; i < readings.length; i += 2) {
      readings[i] = element.clock().now();
      space.barrier();
      readings[i + 1] = element.clock().now();
    }
    long[] first = space.sum(element.rank() == 0 ? readings : new long[readings.length]);
    return element.rank() == 0 ? NONE : between(readings, first);
  }

  /** Comparison by readings before and after the same barriers, one after the other. */
  static ClockComparison between(long[] own, long[] other) {
    long least = own[0] - other[1];
    long most = own[1] - other[0];
    for (int i = 2; i < own.length; i += 2) {
      least = Math.max(least, own[i] - other[i + 1]);
      most = Math.min(most, own[i + 1] - other[i]);
    }
    // Clocks that run at different speeds can leave nothing between the bounds.
    return new ClockComparison(least + (most - least) / 2, Math.abs(most - least) / 2 + 1);
  }
}
