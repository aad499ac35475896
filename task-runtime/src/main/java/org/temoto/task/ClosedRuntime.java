package org.temoto.task;

import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.spi.ProgramCall;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.task.collective.CollectiveOptions;
import org.temoto.task.collective.Collectives;

/**
 * Options and counts of a runtime that has been closed, which the job keeps to its end; the strands
 * and their stacks are not kept.
 */
final class ClosedRuntime implements TaskRuntime {
  private final GlobalAddressSpace space;
  private final RuntimeOptions options;
  private final long[] counts;
  private final long[] activity;

  /**
   * @param counts as {@link WorkerCounts#statistics} takes them
   * @param activity as {@link TaskRuntime.Activity#of} takes it
   */
  ClosedRuntime(GlobalAddressSpace space, RuntimeOptions options, long[] counts, long[] activity) {
    this.space = space;
    this.options = options;
    this.counts = counts;
    this.activity = activity;
  }

  static IllegalStateException refusal() {
    return new IllegalStateException("the runtime has been closed");
  }

  @Override
  public <R> R run(Task<R> root) {
    throw refusal();
  }

  @Override
  public RuntimeOptions options() {
    return options;
  }

  @Override
  public TaskRuntime.Statistics statistics() {
    return WorkerCounts.statistics(counts);
  }

  @Override
  public TaskRuntime.Statistics totalStatistics() {
    try (var _ = RuntimeSupport.of(space).enter(ProgramCall.TOTAL_STATISTICS)) {
      return WorkerCounts.statistics(space.sum(counts));
    }
  }

  @Override
  public TaskRuntime.Activity activity() {
    return TaskRuntime.Activity.of(activity);
  }

  @Override
  public TaskRuntime.Activity totalActivity() {
    try (var _ = RuntimeSupport.of(space).enter(ProgramCall.TOTAL_ACTIVITY)) {
      return TaskRuntime.Activity.of(space.sum(WorkerTimes.amongAll(activity, space)));
    }
  }

  @Override
  public Collectives collectives() {
    throw refusal();
  }

  @Override
  public Collectives collectives(CollectiveOptions options) {
    throw refusal();
  }

  @Override
  public void close() {}
}
