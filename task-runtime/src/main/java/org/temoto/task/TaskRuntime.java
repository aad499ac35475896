package org.temoto.task;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongBinaryOperator;
import org.temoto.gas.GasException;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.task.collective.CollectiveOptions;
import org.temoto.task.collective.Collectives;
import org.temoto.task.trace.Trace;
import org.temoto.task.trace.file.TraceFolder;

/** Workers on every PE that run tasks. Methods are collective where they say so. */
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
  Statistics statistics();

  /** The sum of {@link #statistics()} over all PEs. Collective. */
  Statistics totalStatistics();

  /** Activity of this PE's workers so far: on what they have spent the time of runs. */
  Activity activity();

  /** {@link #activity()} of all PEs. Collective. */
  Activity totalActivity();

  /**
   * Collective operations that travel while tasks compute, with default options. The first call
   * takes a part of the symmetric heap; until then they cost nothing. Collective.
   */
  Collectives collectives();

  /**
   * As {@link #collectives()}, with options, which are those of the first call. Collective.
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

  /**
   * Counts of the work of a task runtime so far, on one PE or summed over all.
   *
   * @param tasks tasks run
   * @param forks tasks forked
   * @param steals attempts of a worker that brought tasks of another one, remote ones included
   * @param remoteSteals steals between PEs: of one task each, unless thieves take half
   * @param failedSteals attempts that found nothing
   * @param suspensions joins that had to wait for a thief, and looked for work meanwhile
   * @param lockWaits waits for locks and semaphores, in which other work was looked for
   */
  record Statistics(
      long tasks,
      long forks,
      long steals,
      long remoteSteals,
      long failedSteals,
      long suspensions,
      long lockWaits) {
    /** Statistics of a runtime that has done nothing. */
    public static final Statistics NONE = new Statistics(0, 0, 0, 0, 0, 0, 0);

    /** Both together. */
    public Statistics plus(Statistics other) {
      return combined(other, Long::sum);
    }

    /** Statistics since {@code before}. */
    public Statistics since(Statistics before) {
      return combined(before, (now, then) -> now - then);
    }

    private Statistics combined(Statistics other, LongBinaryOperator operator) {
      return new Statistics(
          operator.applyAsLong(tasks, other.tasks),
          operator.applyAsLong(forks, other.forks),
          operator.applyAsLong(steals, other.steals),
          operator.applyAsLong(remoteSteals, other.remoteSteals),
          operator.applyAsLong(failedSteals, other.failedSteals),
          operator.applyAsLong(suspensions, other.suspensions),
          operator.applyAsLong(lockWaits, other.lockWaits));
    }
  }

  /**
   * Record of what workers have spent the time of runs on, and how long they took to steal.
   *
   * @param workers one after the other; of several PEs that of worker w on PE p is element p *
   *     workers per PE + w
   * @param steals attempts that brought a task, until it was here
   * @param failedSteals attempts that found nothing
   */
  record Activity(List<Times> workers, Latencies steals, Latencies failedSteals) {
    static final int TIMES = 4;

    /** Activity of no workers. */
    public static final Activity NONE = of(new long[numbers(0)]);

    public Activity {
      workers = List.copyOf(workers);
    }

    /** All workers together. */
    public Times total() {
      return workers.stream().reduce(Times.NONE, (a, b) -> a.combined(b, Long::sum));
    }

    /** Both together: of the same workers, or of none and some. */
    public Activity plus(Activity other) {
      return combined(other, Long::sum);
    }

    private Times timesOf(int worker) {
      return worker < workers.size() ? workers.get(worker) : Times.NONE;
    }

    /** Activity since {@code before}, of the same workers, or of none. */
    public Activity since(Activity before) {
      return combined(before, (now, then) -> now - then);
    }

    private Activity combined(Activity other, LongBinaryOperator operator) {
      List<Times> times = new ArrayList<>();
      for (int i = 0; i < Math.max(workers.size(), other.workers.size()); i++) {
        times.add(timesOf(i).combined(other.timesOf(i), operator));
      }
      return new Activity(
          times,
          steals.combined(other.steals, operator),
          failedSteals.combined(other.failedSteals, operator));
    }

    // --- as numbers: the times of each worker, then the counts of steals, of failed ones

    static int numbers(int workers) {
      return workers * TIMES + 2 * Latencies.INTERVALS;
    }

    static Activity of(long[] numbers) {
      int failed = numbers.length - Latencies.INTERVALS;
      int steals = failed - Latencies.INTERVALS;
      List<Times> workers = new ArrayList<>();
      for (int i = 0; i < steals; i += TIMES) {
        workers.add(new Times(numbers[i], numbers[i + 1], numbers[i + 2], numbers[i + 3]));
      }
      return new Activity(
          workers,
          new Latencies(Arrays.copyOfRange(numbers, steals, failed)),
          new Latencies(Arrays.copyOfRange(numbers, failed, numbers.length)));
    }

    /**
     * Histogram of durations: counts by logarithmic intervals, four to a factor of two, so that a
     * percentile is exact within an eighth. Immutable.
     *
     * <p>A duration of {@code n} nanoseconds is counted at {@code 4 * floor(log2(n)) + (the two
     * bits after the first)}; the last interval has all that is longer.
     */
    public static final class Latencies {
      private static final int PARTS_BITS = 2;
      private static final int PARTS = 1 << PARTS_BITS;
      private static final int POWERS = 40;
      static final int INTERVALS = POWERS * PARTS;

      private final long[] counts;

      Latencies(long[] counts) {
        this.counts = counts.clone();
      }

      /** Index of the interval in which {@code nanos} is counted. */
      static int interval(long nanos) {
        long value = Math.max(nanos, 1);
        int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(value);
        int part = (int) (value << PARTS_BITS >>> power) & PARTS - 1;
        return Math.min(power * PARTS + part, INTERVALS - 1);
      }

      /** The middle of an interval. */
      static double middle(int interval) {
        double unit = (double) (1L << interval / PARTS) / PARTS;
        return unit * (PARTS + interval % PARTS + 1.0 / 2);
      }

      /** Number of times that it happened. */
      public long count() {
        return Arrays.stream(counts).sum();
      }

      /**
       * Time that {@code share} of all took at most, in nanoseconds; 0 if there were none.
       *
       * @param share from 0 to 1: 0.5 asks for the median
       */
      public double quantile(double share) {
        if (!(share >= 0 && share <= 1)) {
          throw new IllegalArgumentException("share=" + share + " must be from 0 to 1");
        }
        long wanted = Math.max(1, (long) Math.ceil(share * count()));
        long seen = 0;
        for (int i = 0; i < INTERVALS; i++) {
          seen += counts[i];
          if (seen >= wanted) {
            return middle(i);
          }
        }
        return 0;
      }

      private Latencies combined(Latencies other, LongBinaryOperator operator) {
        long[] all = new long[INTERVALS];
        Arrays.setAll(all, i -> operator.applyAsLong(counts[i], other.counts[i]));
        return new Latencies(all);
      }
    }

    /**
     * Record of what a worker has spent the time of runs on, by the clock of its PE. The parts add
     * up to the time from each run's start until the worker had nothing left of it to do.
     *
     * @param workNanos running tasks, with their forks and joins
     * @param communicationNanos fetching pages and completing commits for tasks, accesses to shared
     *     words of other PEs, and reporting the ends of stolen tasks to other PEs
     * @param waitNanos without a task while a task of this worker waited, for a thief or a lock
     * @param idleNanos without a task otherwise
     */
    public record Times(long workNanos, long communicationNanos, long waitNanos, long idleNanos) {
      static final Times NONE = new Times(0, 0, 0, 0);

      /** The four parts together. */
      public long totalNanos() {
        return workNanos + communicationNanos + waitNanos + idleNanos;
      }

      private Times combined(Times other, LongBinaryOperator operator) {
        return new Times(
            operator.applyAsLong(workNanos, other.workNanos),
            operator.applyAsLong(communicationNanos, other.communicationNanos),
            operator.applyAsLong(waitNanos, other.waitNanos),
            operator.applyAsLong(idleNanos, other.idleNanos));
      }
    }
  }
}
