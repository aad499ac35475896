package org.temoto.gas.cluster;

import java.util.Objects;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasOptions.OptionGroup;
import org.temoto.gas.InvalidOptionException;

/**
 * Options that only a job on a cluster has, which other backends ignore; immutable. The system
 * properties {@code temoto.shmem.threads} and {@code temoto.shmem.direct} say what a program leaves
 * open.
 *
 * @param progress whether and how often a thread drives the communication library; default {@link
 *     ProgressThread#WHERE_NEEDED}
 * @param direct whether bytes move by loads and stores between PEs of one host, where the platform
 *     can; default yes
 * @param threads how the strands of a PE call the communication library; default {@link
 *     Threads#BEST}
 */
public record ClusterOptions(ProgressThread progress, boolean direct, Threads threads)
    implements OptionGroup {
  /** Default of every option. */
  public static final ClusterOptions DEFAULT =
      new ClusterOptions(ProgressThread.WHERE_NEEDED, true, Threads.BEST);

  public ClusterOptions {
    Objects.requireNonNull(progress, "progress");
    Objects.requireNonNull(threads, "threads");
  }

  /** The cluster options attached to {@code options}, or the defaults. */
  public static ClusterOptions of(GasOptions options) {
    return options.group(DEFAULT);
  }

  /** The same with another {@link #progress()}. */
  public ClusterOptions withProgress(ProgressThread value) {
    return new ClusterOptions(value, direct, threads);
  }

  /** The same with another {@link #direct()}. */
  public ClusterOptions withDirect(boolean value) {
    return new ClusterOptions(progress, value, threads);
  }

  /** The same with other {@link #threads()}. */
  public ClusterOptions withThreads(Threads value) {
    return new ClusterOptions(progress, direct, value);
  }

  /**
   * Choice of how the strands of a PE call the communication library, which may grant less than
   * they would like (OpenSHMEM 1.4, section 9.2).
   */
  public enum Threads {
    /** Strands call as freely as the library grants. */
    BEST,

    /** Each strand calls by itself. */
    MULTIPLE,

    /** One strand at a time calls, by a lock. */
    SERIALIZED,

    /** One thread calls for all strands. */
    FUNNELED
  }

  /**
   * Option that says whether each PE has a thread that makes the communication library answer other
   * PEs while this one computes, and how long it sleeps between its calls (t_slp of Hiraishi,
   * Muraoka and Yasugi).
   *
   * @param when whether there is such a thread
   * @param intervalNanos how long it sleeps, in nanoseconds; 0 spins
   */
  public record ProgressThread(When when, long intervalNanos) {
    private static final long DEFAULT_NANOS = 20_000;
    private static final long MAX_NANOS = 1_000_000_000;

    /** Choice of whether there is a progress thread. */
    public enum When {
      /**
       * There is one if it was measured at the start that a PE that computes does not answer by
       * itself.
       */
      NEEDED,
      /** There is always one. */
      ALWAYS,
      /** There is none: a PE answers when it calls the library itself. */
      NEVER
    }

    /** A thread where one is needed, every 20 us. */
    public static final ProgressThread WHERE_NEEDED =
        new ProgressThread(When.NEEDED, DEFAULT_NANOS);

    /** No thread. */
    public static final ProgressThread OFF = new ProgressThread(When.NEVER, DEFAULT_NANOS);

    public ProgressThread {
      Objects.requireNonNull(when, "when");
      if (intervalNanos < 0 || intervalNanos > MAX_NANOS) {
        throw new InvalidOptionException(
            "progressInterval", intervalNanos + " ns", "from 0 to 1 s");
      }
    }

    /** A thread that sleeps so long between its calls. */
    public static ProgressThread every(long intervalNanos) {
      return new ProgressThread(When.ALWAYS, intervalNanos);
    }

    // The text of a record takes a quick start milliseconds, and each option is asked for its text.
    @Override
    public String toString() {
      return when + " " + intervalNanos + " ns";
    }
  }
}
