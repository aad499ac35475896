package org.temoto.gas.shmem;

import java.util.concurrent.locks.LockSupport;
import org.temoto.gas.spi.local.Uninterruptibly;

/** The thread that serves other PEs while this one's strands compute. */
final class ProgressLoop implements Serving {
  private final LibraryProgress progress;
  private final long intervalNanos;
  private final Thread thread = new Thread(this::run, "temoto-shmem-progress");

  /** Volatile: seen by the thread at its next round. */
  private volatile boolean ended;

  ProgressLoop(LibraryProgress progress, long intervalNanos) {
    this.progress = progress;
    this.intervalNanos = intervalNanos;
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    while (!ended) {
      progress.poll();
      LockSupport.parkNanos(this, intervalNanos);
    }
  }

  @Override
  public long intervalNanos() {
    return intervalNanos;
  }

  @Override
  public void close() {
    ended = true;
    LockSupport.unpark(thread);
    Uninterruptibly.join(thread);
  }
}
