package org.temoto.gas.shmem;

import java.util.concurrent.locks.LockSupport;
import org.temoto.gas.PeFailedException;
import org.temoto.gas.shmem.bindings.OpenShmem;
import org.temoto.gas.spi.local.Job;

/**
 * Carries failures between this PE and the others while a launch runs: tells them of this PE's, and
 * ends its strands at theirs. If the launch has not ended some seconds after a failure, it ends the
 * process and with it the job.
 */
final class Watch implements AutoCloseable {
  private static final long INTERVAL_NANOS = 2_000_000;
  private static final long PATIENCE_NANOS = 8_000_000_000L;

  private final Job job;
  private final Control control;
  private final int rank;
  private final String host;
  private final Thread thread = new Thread(this::run, "temoto-shmem-watch");

  /** Volatile: seen by the thread at its next look. */
  private volatile boolean ended;

  private boolean handled;

  Watch(Job job, Control control, ShmemPe pe) {
    this.job = job;
    this.control = control;
    rank = pe.rank();
    host = pe.host();
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    long failedAt = 0;
    while (!ended) {
      look();
      if (handled) {
        long now = System.nanoTime();
        failedAt = failedAt == 0 ? now : failedAt;
        if (now - failedAt > PATIENCE_NANOS) {
          OpenShmem.shmem_global_exit(1); // a strand hangs, here or where a failure was told to
        }
      }
      LockSupport.parkNanos(this, INTERVAL_NANOS);
    }
  }

  /** Carries on a failure, once. */
  private synchronized void look() {
    if (handled) {
      return;
    }
    int failed = control.failedPe();
    if (job.isAborted()) {
      handled = true;
      control.tellFailure(host + "\n" + job.failure());
    } else if (failed >= 0) {
      handled = true;
      job.abort(control.failureOf(failed));
    }
  }

  /** All strands of this PE have ended: carries on what made them. */
  void strandsEnded() {
    look();
  }

  /** All PEs have ended: takes over a failure that came after this PE's own end. */
  @Override
  public void close() {
    ended = true;
    look();
    LockSupport.unpark(thread);
    Uninterruptibly.join(thread);
    if (job.failure() != null && !(job.failure() instanceof PeFailedException)) {
      job.failure()
          .addSuppressed(new PeFailedException(rank, host, job.failure().toString(), true));
    }
  }
}
