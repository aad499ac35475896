package org.temoto.gas.shmem;

import java.util.Objects;
import org.temoto.gas.InvalidOptionException;

/**
 * Option that says whether each PE has a thread that makes the communication library answer other
 * PEs while this one computes, and how long it sleeps between its calls (t_slp of Hiraishi, Muraoka
 * and Yasugi).
 *
 * @param when whether there is such a thread
 * @param intervalNanos how long it sleeps, in nanoseconds; 0 spins
 */
public record ProgressThread(When when, long intervalNanos) {
  private static final long DEFAULT_NANOS = 20_000;
  private static final long MAX_NANOS = 1_000_000_000;

  /** Choice of whether there is a progress thread. */
  public enum When {
    /** Where it was measured at the start that a PE that computes does not answer by itself. */
    NEEDED,
    /** Always. */
    ALWAYS,
    /** Never: a PE answers when it calls the library itself. */
    NEVER
  }

  /** A thread where one is needed, every 20 us. */
  public static final ProgressThread WHERE_NEEDED = new ProgressThread(When.NEEDED, DEFAULT_NANOS);

  /** No thread. */
  public static final ProgressThread OFF = new ProgressThread(When.NEVER, DEFAULT_NANOS);

  public ProgressThread {
    Objects.requireNonNull(when, "when");
    if (intervalNanos < 0 || intervalNanos > MAX_NANOS) {
      throw new InvalidOptionException("progressInterval", intervalNanos + " ns", "from 0 to 1 s");
    }
  }

  /** A thread that sleeps so long between its calls. */
  public static ProgressThread every(long intervalNanos) {
    return new ProgressThread(When.ALWAYS, intervalNanos);
  }
}
