package org.temoto.lab.simulate;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Writer that keeps the results of long work in files, from the first on: what is finished survives
 * whatever ends the process. Thread-safe.
 *
 * @param <T> all results so far, immutable
 */
public final class Recording<T> {
  /** Shortest time between two writes of the files, while results follow each other quickly. */
  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Writing takes this share of the time at most, however much there is to write. */
  private static final int SHARE = 20;

  private final Consumer<T> writer;
  private T results;
  private T kept;
  private boolean changed;
  private long nextWrite = System.nanoTime();
  private boolean concluded;

  /**
   * @param nothing no results, which are not written
   * @param writer replaces the files by those of the results that it gets
   */
  public Recording(T nothing, Consumer<T> writer) {
    this.results = nothing;
    this.kept = nothing;
    this.writer = writer;
  }

  /**
   * More is finished: {@code more} adds it. Forgotten after {@link #conclude}.
   *
   * @throws NotKeptException if files could not be written, which is not tried again
   */
  public synchronized void update(UnaryOperator<T> more) throws NotKeptException {
    if (concluded) {
      return;
    }
    results = more.apply(results);
    changed = true;
    long start = System.nanoTime();
    if (start - nextWrite >= 0) {
      write();
      long end = System.nanoTime();
      nextWrite = end + Math.max(INTERVAL_NANOS, SHARE * (end - start));
    }
  }

  private void write() throws NotKeptException {
    try {
      writer.accept(results);
    } catch (RuntimeException e) { // whatever went wrong, there are results to be told
      concluded = true;
      throw new NotKeptException(e);
    }
    kept = results;
    changed = false;
  }

  /**
   * Writes what is not in the files yet, unless that has been done; whether this call was the
   * first.
   *
   * @throws NotKeptException if files could not be written
   */
  public synchronized boolean conclude() throws NotKeptException {
    if (concluded) {
      return false;
    }
    concluded = true;
    if (changed) {
      write();
    }
    return true;
  }

  /** Results that all files have. */
  public synchronized T kept() {
    return kept;
  }

  /** Results so far. */
  public synchronized T results() {
    return results;
  }
}
