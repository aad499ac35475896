package org.temoto.task.steal;

import org.temoto.gas.spi.Clock;
import org.temoto.gas.spi.Strands;

/**
 * Idle strategy that begins eagerly and becomes cheap: half a millisecond of spinning, unless that
 * takes a core from others; a few yields; then parks, each a sixteenth of what has been waited. So
 * what comes is noticed late by a sixteenth of the wait, at most by 640 us for what there is to
 * steal and 160 us for the end of a child that a strand waits for; and an idle worker costs next to
 * nothing after ten milliseconds.
 */
public final class Backoff {
  /** Kind of event that may come, which says how eagerly it is looked for. */
  public enum For {
    /** Anything, from anywhere. */
    TASKS(SPIN_NANOS, MOST_PARK_NANOS),
    /** The end of a child, besides. */
    CHILD(SPIN_NANOS, MOST_PARK_NANOS_AWAITED),
    /**
     * Tasks that are sent when others end, one after the other, for which each wait is too long.
     */
    SENT(SPIN_NANOS_SENT, MOST_PARK_NANOS_SENT);

    private final long spinNanos;
    private final long mostParkNanos;

    For(long spinNanos, long mostParkNanos) {
      this.spinNanos = spinNanos;
      this.mostParkNanos = mostParkNanos;
    }
  }

  /**
   * As long as it takes until tasks have come to all of many PEs, or from one phase of a program to
   * the next: a strand that parks meanwhile is away for 27 us at least, and misses what is on
   * offer.
   */
  private static final long SPIN_NANOS = 500_000;

  private static final long SPIN_NANOS_SENT = 5_000_000;
  private static final long MOST_PARK_NANOS_SENT = 20_000;
  private static final long EAGER_NANOS = 15_000;

  private static final int YIELDS = 4;
  private static final int SHARE = 16;
  private static final long LEAST_PARK_NANOS = 10_000;
  private static final long MOST_PARK_NANOS = 640_000;
  private static final long MOST_PARK_NANOS_AWAITED = 160_000;

  private final Strands strands;
  private final Clock clock;

  /** True if nothing has come of it since {@link #since}. */
  private boolean failing;

  private long since;

  /** Time since {@link #since} at the last pause. */
  private long waited;

  /** Number of times that it has yielded, up to {@link #YIELDS}. */
  private int yields;

  public Backoff(Strands strands, Clock clock) {
    this.strands = strands;
    this.clock = clock;
  }

  /** Something came of it. */
  public void reset() {
    failing = false;
    waited = 0;
    yields = 0;
  }

  /** Tells whether it has waited for a while: the moment to finish what is pending. */
  public boolean isPatient() {
    return waited >= EAGER_NANOS || yields == YIELDS;
  }

  /**
   * Waits a little, longer than the last time.
   *
   * @param what may come
   */
  public void pause(For what) {
    long now = clock.now();
    if (!failing) {
      failing = true;
      since = now;
    }
    waited = now - since;
    if (yields == 0 && waited < what.spinNanos && !strands.isCrowded()) {
      Thread.onSpinWait(); // once: eight of them tripled the time of a hand-over
    } else if (yields < YIELDS) {
      strands.yield();
      yields++;
    } else {
      strands.park(Math.clamp(waited / SHARE, LEAST_PARK_NANOS, what.mostParkNanos));
    }
  }
}
