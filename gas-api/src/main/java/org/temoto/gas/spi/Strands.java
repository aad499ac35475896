package org.temoto.gas.spi;

import java.util.function.Supplier;

/**
 * Threads of control of one PE. Engine and task runtime wait only through this interface and the
 * {@link Transport}, and never hold a JVM lock across either, so that the same code runs on the
 * wall clock and in virtual time.
 */
public interface Strands {
  /** No limit, {@link #limitTurn}. */
  long UNLIMITED = Long.MAX_VALUE;

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

  /**
   * {@code strand} goes on as a worker: on that worker's core, where each has one of its own. The
   * strand calls itself before it waits for the first time; later others call before they wake it.
   */
  default void bind(Strand strand, int worker) {}

  /** Lets other strands run; for loops that wait for something that is about to happen. */
  void yield();

  /**
   * The calling strand has looked in vain for what others do, and may look again: where strands
   * take turns, others go on; else it does nothing.
   */
  default void polled() {}

  /** Tells whether more strands want to run than there are cores, so that spinning harms others. */
  boolean isCrowded();

  /**
   * Tells whether time is virtual: then strands that compute tell of it by {@link #step} and {@link
   * #charge}, for others learn nothing of a strand, nor it of them, in between.
   */
  default boolean isStepped() {
    return false;
  }

  /**
   * Tells whether the calling strand has to call {@link #step} at each fork. If not, {@code attend}
   * is run, by any thread, when it is to call it at its next.
   */
  default boolean stepAlways(Runnable attend) {
    return false;
  }

  /**
   * From now on the job fails with what {@code told} says if a strand has its turn for more than
   * {@code nanos} of this machine's time, and lets no other go on meanwhile, where strands take
   * turns: the strand that would look after the time gets none. {@link #UNLIMITED} for as long as
   * it likes.
   *
   * @param told asked by any thread
   */
  default void limitTurn(long nanos, Supplier<Throwable> told) {}

  /**
   * The calling strand forks a task. In virtual time that takes what a fork takes, and others go on
   * whose time is earlier; else it does nothing.
   */
  default void step() {}

  /**
   * The calling strand has computed for {@code nanos}, where that is modelled; and before something
   * that others can see without any operation of the transport, for 0. In virtual time others go on
   * whose time is earlier; else it does nothing.
   */
  default void charge(long nanos) {}

  /** Waits until {@code strand} has ended. */
  void join(Strand strand);
}
