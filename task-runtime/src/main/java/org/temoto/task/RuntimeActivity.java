package org.temoto.task;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Record of what workers have spent the time of runs on, and how long they took to steal.
 *
 * @param workers one after the other; of several PEs that of worker w on PE p is element p *
 *     workers per PE + w
 * @param steals attempts that brought a task, until it was here
 * @param failedSteals attempts that found nothing
 */
public record RuntimeActivity(List<Activity> workers, Latencies steals, Latencies failedSteals) {
  static final int TIMES = 4;

  public RuntimeActivity {
    workers = List.copyOf(workers);
  }

  /** All workers together. */
  public Activity total() {
    return workers.stream().reduce(Activity.NONE, Activity::plus);
  }

  /** What has been done since {@code before}, of the same workers. */
  public RuntimeActivity since(RuntimeActivity before) {
    List<Activity> differences = new ArrayList<>();
    for (int i = 0; i < workers.size(); i++) {
      differences.add(workers.get(i).since(before.workers.get(i)));
    }
    return new RuntimeActivity(
        differences, steals.since(before.steals), failedSteals.since(before.failedSteals));
  }

  // --- as numbers: the times of each worker, then the counts of steals, of failed ones

  static int numbers(int workers) {
    return workers * TIMES + 2 * Latencies.INTERVALS;
  }

  static RuntimeActivity of(long[] numbers) {
    int failed = numbers.length - Latencies.INTERVALS;
    int steals = failed - Latencies.INTERVALS;
    List<Activity> workers = new ArrayList<>();
    for (int i = 0; i < steals; i += TIMES) {
      workers.add(new Activity(numbers[i], numbers[i + 1], numbers[i + 2], numbers[i + 3]));
    }
    return new RuntimeActivity(
        workers,
        new Latencies(Arrays.copyOfRange(numbers, steals, failed)),
        new Latencies(Arrays.copyOfRange(numbers, failed, numbers.length)));
  }
}
