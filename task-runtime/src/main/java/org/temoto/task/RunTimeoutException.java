package org.temoto.task;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.temoto.gas.GasException;

/**
 * Exception for a run that was not over at its limit, and has been stopped: see {@link
 * RuntimeOptions}.
 */
public final class RunTimeoutException extends GasException {
  private static final long serialVersionUID = 1L;

  /** PEs, and tasks of a PE, that are named. */
  static final int MAX_LISTED = 8;

  private static final int NANO_DIGITS = 9;

  private RunTimeoutException(String message) {
    super(message);
  }

  /**
   * The run has ended since.
   *
   * @param waits what is known of strands that waited at the limit
   */
  static RunTimeoutException stopped(long limitNanos, List<String> waits) {
    String waited = waits.isEmpty() ? "" : " while " + String.join("; ", waits);
    return new RunTimeoutException(reached(limitNanos) + " and was stopped" + waited);
  }

  /** The one of which {@code stopped} is the message, with what PEs have run. */
  static RunTimeoutException counted(String stopped, long[] tasksByPe) {
    List<String> tasks = new ArrayList<>();
    for (int pe = 0; pe < Math.min(tasksByPe.length, MAX_LISTED); pe++) {
      tasks.add(tasksByPe[pe] + " on PE " + pe);
    }
    return new RunTimeoutException(
        stopped
            + "; tasks run: "
            + String.join(", ", tasks)
            + (tasksByPe.length > MAX_LISTED ? ", ..." : ""));
  }

  /**
   * The tasks of the run do not end.
   *
   * @param tasks that PE 0 has run
   * @param tasksByPe those that PEs are at, from PE 0 on
   */
  static RunTimeoutException stuck(long limitNanos, long tasks, List<List<String>> tasksByPe) {
    StringBuilder text = new StringBuilder(reached(limitNanos));
    text.append(
        " and cannot be stopped, as a task neither forks nor joins nor ends; PE 0 has run %s tasks and is at %s"
            .formatted(tasks, list(tasksByPe.getFirst())));
    for (int pe = 1; pe < tasksByPe.size(); pe++) {
      if (!tasksByPe.get(pe).isEmpty()) {
        text.append("; PE ").append(pe).append(" is at ").append(list(tasksByPe.get(pe)));
      }
    }
    return new RunTimeoutException(text.toString());
  }

  private static String list(List<String> tasks) {
    String listed = tasks.stream().limit(MAX_LISTED).collect(Collectors.joining(" and "));
    int more = tasks.size() - MAX_LISTED;
    return tasks.isEmpty() ? "none" : more > 0 ? listed + " and " + more + " more" : listed;
  }

  private static String reached(long limitNanos) {
    String seconds =
        BigDecimal.valueOf(limitNanos, NANO_DIGITS).stripTrailingZeros().toPlainString();
    return "the run has come to its limit of " + seconds + " s";
  }
}
