package org.temoto.apps.report;

import java.io.PrintWriter;
import java.util.concurrent.locks.LockSupport;
import org.temoto.gas.GlobalAddressSpace;

/**
 * Progress line that tells a user at a terminal what long work is doing: written again and again,
 * and gone when the work is done. Thread-safe.
 */
public final class Progress implements AutoCloseable {
  /** Work that ends within this shows nothing. */
  public static final long INTERVAL_NANOS = 500_000_000;

  private static final String ERASE = "\r\033[K";
  private static final double NANOS = 1e9;

  private final PrintWriter terminal;
  private final long interval;
  private final long start = System.nanoTime();
  private final Thread writer;

  /** Phase of the job, once it has said so. Volatile: the writer reads what PE 0 says. */
  private volatile String phase;

  /** Volatile: ends the writer. */
  private volatile boolean closed;

  private Progress(PrintWriter terminal, long interval) {
    this.terminal = terminal;
    this.interval = interval;
    this.writer = Thread.ofPlatform().name("progress").daemon().unstarted(this::write);
  }

  /** Shows a line on {@code terminal} every {@code interval} nanoseconds. */
  public static Progress on(PrintWriter terminal, long interval) {
    Progress progress = new Progress(terminal, interval);
    progress.writer.start();
    return progress;
  }

  /** Shows nothing. */
  public static Progress hidden() {
    return new Progress(null, 0);
  }

  /** From now on the job does {@code what}; PE 0 speaks for all. */
  public void begin(GlobalAddressSpace space, String what) {
    if (space.pe() == 0) {
      phase = what;
    }
  }

  /** Does as {@link #begin(GlobalAddressSpace, String)}, for work outside of a job. */
  public void begin(String what) {
    phase = what;
  }

  private void write() {
    boolean shown = false;
    LockSupport.parkNanos(this, interval);
    while (!closed) {
      if (phase != null) {
        double seconds = (System.nanoTime() - start) / NANOS;
        terminal.printf("%s%s ... %.0f s", ERASE, phase, seconds);
        terminal.flush();
        shown = true;
      }
      LockSupport.parkNanos(this, interval);
    }
    if (shown) {
      terminal.print(ERASE);
      terminal.flush();
    }
  }

  /** Returns when the line is gone. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(writer);
    boolean interrupted = false;
    while (writer.isAlive()) {
      try {
        writer.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
