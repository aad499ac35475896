package org.temoto.task.collective.engine;

import org.temoto.gas.spi.Clock;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.Strands;
import org.temoto.gas.spi.Transport;

/**
 * Idle strategy of a strand that waits for messages, which only looking shows: often at first, then
 * now and then. Where there is a core for every strand it looks all the time for half a millisecond
 * after something has come; in virtual time it looks again when a sixteenth of the time is over
 * that it has waited already, so that all are late by little, and simulating it is cheap. For one
 * strand.
 */
public final class IdleStrategy {
  private static final long SPIN_NANOS = 500_000;
  private static final long VIRTUAL_SPIN_NANOS = 2_000_000;
  private static final long ENDING_NANOS = 10_000;
  private static final int SHARE = 16;
  private static final long LEAST_STEP = 50;
  private static final long MOST_STEP = 5_000;
  private static final int YIELDS = 4;
  private static final long FIRST_PARK_NANOS = 10_000;
  private static final int DOUBLINGS = 2;

  private final Strands strands;
  private final Clock clock;

  /** The transport that answers other PEs only when called, or null. */
  private final Transport served;

  private final long spinNanos;

  private boolean waits;
  private long since;
  private long waited;

  /** Number of times that it has yielded or parked. */
  private int rests;

  public IdleStrategy(ProcessingElement element) {
    strands = element.strands();
    clock = element.clock();
    spinNanos = strands.isStepped() ? VIRTUAL_SPIN_NANOS : SPIN_NANOS;
    served = element.transport().isOneSided() ? null : element.transport();
  }

  /** Something has come. */
  public void reset() {
    waits = false;
    waited = 0;
    rests = 0;
  }

  /** Policy of what may be waited for at the next look. */
  public WaitPolicy patience() {
    if (rests >= YIELDS) {
      return WaitPolicy.SLEEPING;
    }
    return waited >= ENDING_NANOS || rests > 0 ? WaitPolicy.ENDING : WaitPolicy.NONE;
  }

  /** Time for which nothing has come, as of the last {@link #pause}; in nanoseconds. */
  long waited() {
    return waited;
  }

  /** Waits a little. */
  public void pause() {
    long now = clock.now();
    if (!waits) {
      waits = true;
      since = now;
    }
    waited = now - since;
    if (waited < spinNanos && !strands.isCrowded()) {
      Thread.onSpinWait();
      if (served != null) {
        served.progress(); // a long spin would keep others waiting for answers
      }
      strands.charge(Math.clamp(waited / SHARE, LEAST_STEP, MOST_STEP));
    } else if (rests < YIELDS) {
      rests++;
      strands.yield();
    } else {
      strands.park(FIRST_PARK_NANOS << Math.min(rests - YIELDS, DOUBLINGS));
      rests++;
    }
  }
}
