package org.temoto.gas.simulated.backend;

/**
 * Thread that interrupts strands whose computing is measured. A strand that computes on without
 * calling the scheduler comes to a moment at which others, which are behind then, would go on; from
 * there on this asks it, again and again, to look up at its next fork. So forks cost what they cost
 * elsewhere.
 *
 * <p>A turn is not interrupted in its first {@link #QUANTUM_NANOS}: strands that compute side by
 * side would interrupt each other all the time, and that would be measured as computing. So what
 * strands do to each other they may learn that much late.
 *
 * <p>It needs a core of its own. If it gets none, strands run on for longer before others go on:
 * their time stays right, but what others did to them meanwhile they learn late.
 */
final class Pacer implements AutoCloseable {
  static final long QUANTUM_NANOS = 20_000;

  /** Between two requests that have had no effect yet. */
  private static final int SPINS = 32;

  private final Thread thread = Thread.ofPlatform().daemon().name("pacer").unstarted(this::watch);
  private boolean started;

  /**
   * The strand to ask. Plain: published by {@link #deadline}; to ask the wrong strand does no harm.
   */
  private TurnStrand strand;

  /** From when on, by the machine's clock. Volatile: publishes {@link #strand}. */
  private volatile long deadline = Event.NEVER;

  /** Before that the present turn is not interrupted. */
  private long earliest;

  private volatile boolean closed;

  /**
   * The turn of {@code next} begins, at {@code now} of the machine's clock; it is to be asked after
   * {@code nanos}.
   */
  void pace(TurnStrand next, long now, long nanos) {
    if (!started) {
      started = true;
      thread.start();
    }
    strand = next;
    earliest = now + QUANTUM_NANOS;
    deadline = nanos < Event.NEVER - now ? Math.max(earliest, now + nanos) : Event.NEVER;
  }

  /** A strand can go on after {@code nanos}. */
  void hurry(long nanos) {
    long moment = Math.max(earliest, System.nanoTime() + nanos);
    if (moment < deadline) {
      deadline = moment;
    }
  }

  /** The strand has looked up, and others will want to go on after {@code nanos}. */
  void defer(long nanos) {
    long now = System.nanoTime();
    if (now >= deadline) {
      deadline = nanos < Event.NEVER - now ? now + nanos : Event.NEVER;
    }
  }

  private void watch() {
    while (!closed) {
      if (System.nanoTime() >= deadline) {
        strand.attend.run();
        for (int i = 0; i < SPINS; i++) {
          Thread.onSpinWait();
        }
      }
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
