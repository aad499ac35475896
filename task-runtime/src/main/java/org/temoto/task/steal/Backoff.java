package org.temoto.task.steal;

import org.temoto.gas.spi.Strands;

/**
 * Waiting that begins eagerly and becomes cheap: a few yields, then parks of doubling length. So an
 * idle worker costs next to nothing and is late by at most 640 us for what there is to steal, 160
 * us for the end of a child that a strand waits for.
 */
public final class Backoff {
  private static final int YIELDS = 4;
  private static final long FIRST_PARK_NANOS = 10_000;
  private static final int DOUBLINGS = 6;
  private static final int DOUBLINGS_AWAITED = 4;

  private final Strands strands;
  private int failures;

  public Backoff(Strands strands) {
    this.strands = strands;
  }

  /** Something came of it. */
  public void reset() {
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
    if (failures < YIELDS) {
      strands.yield();
    } else {
      strands.park(
          FIRST_PARK_NANOS << Math.min(failures - YIELDS, awaited ? DOUBLINGS_AWAITED : DOUBLINGS));
    }
    failures++;
  }
}
