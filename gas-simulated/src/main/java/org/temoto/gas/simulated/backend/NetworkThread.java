package org.temoto.gas.simulated.backend;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.temoto.gas.spi.local.Job;
import org.temoto.gas.spi.local.Uninterruptibly;

/**
 * Thread that moves the simulated network on for PEs that compute and call nothing, as a network
 * card does: what is pending is delivered within some milliseconds even then. Looks rarely, and
 * more rarely while nothing is pending.
 */
final class NetworkThread extends Thread implements AutoCloseable {
  private static final long MIN_INTERVAL_NANOS = 500_000;
  private static final long MAX_INTERVAL_NANOS = 8_000_000;

  private final List<SimulatedPe> pes;
  private final Job job;

  /** Volatile: set by the launching thread. */
  private volatile boolean closed;

  NetworkThread(List<SimulatedPe> pes, Job job) {
    super("simulated-network");
    this.pes = pes;
    this.job = job;
    setDaemon(true);
  }

  @Override
  @SuppressWarnings("CatchingThrowable") // a delivery that fails must end the job
  public void run() {
    long interval = MIN_INTERVAL_NANOS;
    try {
      while (!closed) {
        LockSupport.parkNanos(this, interval);
        interval = moveOn() ? MIN_INTERVAL_NANOS : Math.min(2 * interval, MAX_INTERVAL_NANOS);
      }
    } catch (Throwable failure) {
      job.abort(failure);
    }
  }

  private boolean moveOn() {
    if (job.isAborted()) {
      job.wakeAll(); // again: the strand that failed may have lacked the memory to do it
      return true;
    }
    boolean pending = false;
    for (SimulatedPe pe : pes) {
      pending |= pe.transport().moveOn();
    }
    return pending;
  }

  /** Returns when the thread has ended, so that the heaps may be unmapped. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(this);
    Uninterruptibly.join(this);
  }
}
