package org.temoto.task.steal;

import org.temoto.gas.spi.Clock;
import org.temoto.gas.spi.Strands;

/**
 * Waiting that begins eagerly and becomes cheap: some microseconds of spinning, unless that takes a
 * core from others; a few yields; then parks of doubling length. So what comes soon is noticed at
 * once, and an idle worker costs next to nothing and is late by at most 640 us for what there is to
 * steal, 160 us for the end of a child that a strand waits for.
 */
public final class Backoff {
  private static final long SPIN_NANOS = 15_000;

  private static final int YIELDS = 4;
  private static final long FIRST_PARK_NANOS = 10_000;
  private static final int DOUBLINGS = 6;
  private static final int DOUBLINGS_AWAITED = 4;

  private final Strands strands;
  private final Clock clock;

  /** Whether nothing has come of it since {@link #spinEnd} was set. */
  private boolean failing;

  private long spinEnd;

  /** How often it has yielded or parked. */
  private int failures;

  public Backoff(Strands strands, Clock clock) {
    this.strands = strands;
    this.clock = clock;
  }

  /** Something came of it. */
  public void reset() {
    failing = false;
    failures = 0;
  }

  /** Whether {@link #pause} would park: the moment to finish what is pending. */
  public boolean isPatient() {
    return failures >= YIELDS;
  }

  /**
   * Waits a little, longer than the last time.
   *
   * @param awaited whether a strand waits for something that only polling shows
   */
  public void pause(boolean awaited) {
    if (failures == 0 && spin()) {
      return;
    }
    if (failures < YIELDS) {
      strands.yield();
    } else {
      strands.park(
          FIRST_PARK_NANOS << Math.min(failures - YIELDS, awaited ? DOUBLINGS_AWAITED : DOUBLINGS));
    }
    failures++;
  }

  /** Spins for a moment; false when it is time for something cheaper. */
  private boolean spin() {
    long now = clock.now();
    if (!failing) {
      failing = true;
      spinEnd = now + SPIN_NANOS;
    }
    if (now >= spinEnd || strands.isCrowded()) {
      return false;
    }
    Thread.onSpinWait(); // once: eight of them tripled the time of a hand-over
    return true;
  }
}
