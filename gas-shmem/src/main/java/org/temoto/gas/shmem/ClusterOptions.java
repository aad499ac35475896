package org.temoto.gas.shmem;

import java.util.Objects;
import org.temoto.gas.GasOptions;
import org.temoto.gas.OptionGroup;

/**
 * Options that only a job on a cluster has, which other backends ignore; immutable. The system
 * properties {@code temoto.shmem.threads} and {@code temoto.shmem.direct} say what a program leaves
 * open.
 *
 * @param progress whether and how often a thread drives the communication library
 * @param direct whether bytes move by loads and stores between PEs of one host, where the platform
 *     can
 * @param threads how the strands of a PE call the communication library
 */
public record ClusterOptions(ProgressThread progress, boolean direct, Threads threads)
    implements OptionGroup {
  /** What holds where nothing is said. */
  public static final ClusterOptions DEFAULT =
      new ClusterOptions(ProgressThread.WHERE_NEEDED, true, Threads.BEST);

  public ClusterOptions {
    Objects.requireNonNull(progress, "progress");
    Objects.requireNonNull(threads, "threads");
  }

  /** Those attached to {@code options}, or the defaults. */
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
}
