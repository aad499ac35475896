package org.temoto.task;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.GasException;

/** A run was not over at its limit, and has been stopped: see {@link RuntimeOptions}. */
public final class RunTimeoutException extends GasException {
  private static final long serialVersionUID = 1L;

  private static final int MAX_LISTED = 8;
  private static final int NANO_DIGITS = 9;

  private RunTimeoutException(String message) {
    super(message);
  }

  /** The run has ended since. */
  static RunTimeoutException stopped(long limitNanos, long[] tasksByPe) {
    List<String> tasks = new ArrayList<>();
    for (int pe = 0; pe < Math.min(tasksByPe.length, MAX_LISTED); pe++) {
      tasks.add(tasksByPe[pe] + " on PE " + pe);
    }
    return new RunTimeoutException(
        reached(limitNanos)
            + " and was stopped; tasks run: "
            + String.join(", ", tasks)
            + (tasksByPe.length > MAX_LISTED ? ", ..." : ""));
  }

  /** The tasks of the run do not end: {@code running} are those that the PE knows. */
  static RunTimeoutException stuck(long limitNanos, int pe, long tasks, List<String> running) {
    return new RunTimeoutException(
        reached(limitNanos)
            + " and cannot be stopped, as a task neither forks nor joins nor ends; PE "
            + pe
            + " has run "
            + tasks
            + " tasks and is at "
            + (running.isEmpty() ? "none" : String.join(" and ", running)));
  }

  private static String reached(long limitNanos) {
    String seconds =
        BigDecimal.valueOf(limitNanos, NANO_DIGITS).stripTrailingZeros().toPlainString();
    return "the run has come to its limit of " + seconds + " s";
  }
}
