package org.temoto.task;

import java.nio.file.Path;
import org.temoto.gas.GasException;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.task.collective.CollectiveOptions;
import org.temoto.task.collective.Collectives;
import org.temoto.task.trace.Trace;
import org.temoto.task.trace.file.TraceFolder;

/**
 * Workers on every PE that run tasks. All methods but the statistics and {@link #readTrace} are
 * collective.
 */
public interface TaskRuntime extends AutoCloseable {
  /**
   * Starts {@code space.options().workers()} workers on this PE, with the options that are attached
   * to the space's. Collective.
   */
  static TaskRuntime start(GlobalAddressSpace space) {
    return start(space, RuntimeOptions.of(space.options()));
  }

  /**
   * As {@link #start(GlobalAddressSpace)}, with options, which are the same on every PE.
   * Collective.
   */
  static TaskRuntime start(GlobalAddressSpace space, RuntimeOptions options) {
    return LocalRuntime.start(space, options);
  }

  /**
   * Trace of what the workers of a job have recorded so far in {@code folder}, which {@link
   * RuntimeOptions#traceFolder} named; also of a job that goes on or was killed. Moments are those
   * of PE 0's clock, with which others are compared at the start of a runtime. Not collective; by
   * any thread, also where no job runs. Reads all files once and keeps nothing of them but names of
   * tasks.
   *
   * @throws GasException if {@code folder} cannot be read, or has anything else, or nothing
   * @throws java.io.UncheckedIOException if a file cannot be read
   */
  static Trace readTrace(Path folder) {
    return TraceFolder.read(folder);
  }

  /**
   * Runs {@code root} on PE 0 with the help of all workers of all PEs and returns its result on
   * every PE. Entry and exit are release, barrier and acquire. Only PE 0's argument is used.
   * Collective; a task that calls it is refused.
   *
   * @throws TaskException on every PE, if the root task threw
   * @throws RunTimeoutException on every PE, if the run has come to the limit of the options
   */
  <R> R run(Task<R> root);

  /** Options in effect. */
  RuntimeOptions options();

  /** Statistics of this PE's workers so far. */
  RuntimeStatistics statistics();

  /** The sum of {@link #statistics()} over all PEs. Collective. */
  RuntimeStatistics totalStatistics();

  /** Activity of this PE's workers so far: on what they have spent the time of runs. */
  RuntimeActivity activity();

  /** {@link #activity()} of all PEs. Collective. */
  RuntimeActivity totalActivity();

  /**
   * Collective operations that travel while tasks compute, with default options. The first call
   * takes a part of the symmetric heap; until then they cost nothing. Collective.
   */
  Collectives collectives();

  /**
   * As {@link #collectives()}, with options, which are those of the first call.
   *
   * @throws IllegalStateException if they have been opened with others
   */
  Collectives collectives(CollectiveOptions options);

  /**
   * Ends the workers. Collective; a program that returns without it fails. If it throws,
   * collectives are under way that others wait for: the job ends when the program does, so the
   * exception must leave it.
   *
   * @throws GasException if collectives are under way
   */
  @Override
  void close();
}
