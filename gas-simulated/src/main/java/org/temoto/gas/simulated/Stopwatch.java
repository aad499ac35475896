package org.temoto.gas.simulated;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * Measures how long the running strand computes, without what it does not do itself: collections of
 * garbage, and what looking at the clock takes. Used by the strand whose turn it is.
 */
final class Stopwatch {
  /** A lap that is shorter has seen no collection. */
  private static final long COLLECTION_NANOS = 50_000;

  private static final int TRIALS = 10_000;
  private static final long MILLI = 1_000_000;

  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getGarbageCollectorMXBeans();

  /** What looking at the clock takes. */
  private final long reading = shortestReading();

  private long mark = System.nanoTime();

  /** How long collections have taken so far, as the beans tell it: in whole milliseconds. */
  private long collected = collectionMillis();

  private long excluded;

  /** What has been deducted that had not passed. */
  private long carry;

  private static long shortestReading() {
    long shortest = Long.MAX_VALUE;
    long last = System.nanoTime();
    for (int i = 0; i < TRIALS; i++) {
      long next = System.nanoTime();
      shortest = Math.min(shortest, next - last);
      last = next;
    }
    return shortest;
  }

  private long collectionMillis() {
    long sum = 0;
    for (GarbageCollectorMXBean collector : collectors) {
      sum += collector.getCollectionTime();
    }
    return sum;
  }

  /** A strand goes on; returns the machine's time. */
  long start() {
    mark = System.nanoTime();
    return mark;
  }

  /** How long the strand has computed since {@link #start} or the last call. */
  long lap() {
    long moment = System.nanoTime();
    long passed = moment - mark - reading;
    mark = moment;
    if (passed > COLLECTION_NANOS) {
      passed -= takeCollections(passed);
    }
    long due = passed + carry;
    carry = Math.min(due, 0); // else many short laps would be rounded up
    return Math.max(due, 0);
  }

  /** What of {@code passed} nanoseconds went to collections. */
  private long takeCollections(long passed) {
    long millis = collectionMillis();
    long taken = Math.min(passed, (millis - collected) * MILLI);
    collected = millis;
    excluded += taken;
    return taken;
  }

  /** What collections took that was measured and not counted, in nanoseconds. */
  long excludedNanos() {
    return excluded;
  }
}
