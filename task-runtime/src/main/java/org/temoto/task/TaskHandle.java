package org.temoto.task;

import org.temoto.task.depend.HandleBits;

/**
 * Handle of a task forked by {@link TaskContext#forkAfter}, or of a {@linkplain TaskContext#promise
 * promise}: what other tasks, of any PE, wait for before they start. A value of 64 bits, which may
 * be an argument of tasks and stand in global memory. It is good for the run that made it: in a
 * later one it stands for something that has ended. So it does when its task has ended, which costs
 * nothing; a failed one is known as that until its forker has been told and its record is needed.
 *
 * @param bits 0 for {@link #NONE}
 */
public record TaskHandle(long bits) implements Comparable<TaskHandle> {
  /** Handle of nothing, which has ended always: what memory of zeros has. */
  public static final TaskHandle NONE = new TaskHandle(0);

  /** In no order that means anything. */
  @Override
  public int compareTo(TaskHandle other) {
    return Long.compareUnsigned(bits, other.bits);
  }

  /** Refuses what is no handle of a job of {@code pes} PEs. */
  void requireMade(int pes, String rule) {
    if (!HandleBits.isHandle(bits, pes)) {
      throw new IllegalArgumentException("handle 0x%x: must be %s".formatted(bits, rule));
    }
  }

  IllegalArgumentException notOfThisRun() {
    return new IllegalArgumentException(
        "handle 0x%x: is of no task or promise of this run".formatted(bits));
  }
}
