package org.temoto.task;

/** Countdown of the time that tasks have to end in when they are cancelled. */
final class Grace {
  /** Time until their next fork or join. */
  private static final long NANOS = 2_000_000_000L;

  /** Of the time between two looks so much counts: if more passes, the machine is busy. */
  private static final long MOST_NANOS = 10_000_000;

  private long left = NANOS;
  private long lookedAt;

  /** One that begins {@code now}. */
  Grace(long now) {
    lookedAt = now;
  }

  /** Looks, every few milliseconds, whether it is over. */
  boolean isOver(long now) {
    left -= Math.min(now - lookedAt, MOST_NANOS);
    lookedAt = now;
    return left <= 0;
  }
}
