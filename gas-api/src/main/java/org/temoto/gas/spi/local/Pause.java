package org.temoto.gas.spi.local;

import java.util.concurrent.locks.LockSupport;
import org.temoto.gas.GasException;
import org.temoto.gas.spi.ProcessingElement;

/**
 * Waits of the strands of one PE, for a moment or for another strand; every wait ends when the job
 * is aborted.
 */
public final class Pause {
  /** The last part of a wait spins: waking a thread takes about as long. */
  private static final long SPIN_NANOS = 100_000;

  /** The same when spinning would take a core from others: less exact, less waste. */
  private static final long CROWDED_SPIN_NANOS = 50_000;

  /**
   * Interval at which a waiting thread that abort cannot wake, because it is no strand, looks for
   * itself.
   */
  private static final long FOREIGN_PARK_NANOS = 10_000_000;

  private static final int SPINS_PER_YIELD = 16;

  private final ProcessingElement pe;
  private final Job job;
  private final WallClock clock;
  private final int cores;

  /**
   * For one of {@code processes} that share the cores of this one; each has its part of them, which
   * may be none.
   */
  public Pause(ProcessingElement pe, Job job, WallClock clock, int processes) {
    this.pe = pe;
    this.job = job;
    this.clock = clock;
    cores = Runtime.getRuntime().availableProcessors() / processes;
  }

  /** Tells whether spinning takes a core from a strand that could use it. */
  public boolean isCrowded() {
    return job.runningStrands() > cores;
  }

  /** Returns at {@code deadline}, a moment of the PE's clock. */
  public void until(long deadline) {
    boolean crowded = isCrowded();
    long spun = crowded ? CROWDED_SPIN_NANOS : SPIN_NANOS;
    for (long left = deadline - clock.now(); left > spun; left = deadline - clock.now()) {
      park(left - spun);
    }
    for (int spins = 1; clock.now() < deadline; spins++) {
      pe.checkAlive();
      if (crowded && spins % SPINS_PER_YIELD == 0) {
        Thread.yield();
      } else {
        Thread.onSpinWait();
      }
    }
  }

  /** Parks the calling thread until it is unparked or the job aborted; may return early. */
  public void park(long nanos) {
    pe.checkAlive();
    if (Thread.currentThread() instanceof StrandThread) {
      job.leaveRunning();
      LockSupport.parkNanos(this, nanos);
      job.enterRunning();
    } else {
      LockSupport.parkNanos(this, Math.min(nanos, FOREIGN_PARK_NANOS));
    }
    if (Thread.interrupted()) {
      pe.abort(
          new GasException(
              "strand " + Thread.currentThread().getName() + " was interrupted while it waited"));
    }
    pe.checkAlive();
  }
}
