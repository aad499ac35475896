package org.temoto.gas.spi;

/**
 * Threads of control of one PE. Engine and task runtime wait only through this interface and the
 * {@link Transport}, and never hold a JVM lock across either, so that the same code runs on the
 * wall clock and in virtual time.
 */
public interface Strands {
  /** A thread of control; an opaque handle. */
  interface Strand {
    String name();
  }

  /** Starts a strand. A failure that leaves {@code body} aborts the job. */
  Strand spawn(String name, Runnable body);

  /** The strand that calls. */
  Strand current();

  /**
   * Waits for {@link #unpark} of the current strand, which may have come before (one permit, as
   * {@link java.util.concurrent.locks.LockSupport}); may return spuriously.
   */
  void park();

  /** As {@link #park()}, for at most {@code nanos} nanoseconds. */
  void park(long nanos);

  void unpark(Strand strand);

  /** Lets other strands run; for loops that wait for something that is about to happen. */
  void yield();

  /** Whether more strands want to run than there are cores, so that spinning harms others. */
  boolean isCrowded();

  /** Waits until {@code strand} has ended. */
  void join(Strand strand);
}
