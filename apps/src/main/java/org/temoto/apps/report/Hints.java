package org.temoto.apps.report;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.temoto.gas.EngineOptions;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.task.TaskRuntime.Activity.Times;

/**
 * Advisor that finds by the counts of a run what a first program gets wrong, and names the option
 * that mends it. Where nothing is timed but a model, it looks at nothing that differs from run to
 * run.
 *
 * @param job as {@code temoto simulate} calls it
 * @param known the names of the options that the command has
 * @param cores that this process may use
 */
public record Hints(
    String job, Set<String> known, int cores, GasOptions options, Measurement<?> measurement) {
  private static final int MOST = 3;

  private static final double NANOS = 1e9;

  /** Less is not worth an option. */
  private static final long LEAST_BYTES = 1 << 20;

  /**
   * Share of the bytes fetched: if more of them is of use, or less of them is at fault, all is
   * well.
   */
  private static final double SHARE_OF_BYTES = 0.25;

  /** Share of the bytes fetched that smaller pages have to save. */
  private static final double SHARE_OF_SAVING = 0.5;

  /**
   * Share of the workers' time without a task: thieves find something later where tasks are few.
   */
  private static final double SHARE_OF_TIME = 0.4;

  /** Share of the workers' time that shared words of other PEs may take. */
  private static final double SHARE_OF_WORDS = 0.25;

  /** Fewer tasks for each worker do not even out. */
  private static final int TASKS_PER_WORKER = 8;

  /**
   * Share of the wall clock's time: the compilers of the JVM are about done when they need less.
   */
  private static final double SHARE_OF_COMPILING = 0.3;

  /** The most important ones, a line each. */
  public List<String> lines() {
    return Stream.of(pageSize(), cache(), words(), shared(), idle(), compiling(), checks())
        .flatMap(Optional::stream)
        .limit(MOST)
        .toList();
  }

  /**
   * Bytes that came along. Hits are taken to have been of as many bytes as misses, and all of them
   * of what came along: so it is told only of bytes that nothing can have used. Nothing is told
   * where a memory has a page size of its own: the counts are of all memories.
   */
  private Optional<String> pageSize() {
    GlobalAddressSpace.Statistics gas = measurement.gas();
    long fetched = gas.bytesFetched();
    if (fetched < LEAST_BYTES
        || gas.localizeMisses() == 0
        || !Set.of(options.pageSize()).containsAll(measurement.pageSizes())) {
      return Optional.empty();
    }
    double bytes = (double) gas.bytesAsked() / gas.localizeMisses();
    double localizes = gas.localizeHits() + gas.localizeMisses();
    double used = localizes * bytes;
    long smaller = Math.max(GasOptions.MIN_PAGE_SIZE, Long.highestOneBit((long) bytes));
    // Each localize would fetch what it asks for and the rest of a page, and no hit be left.
    double saved = fetched - localizes * (smaller + bytes);
    double spent = 2.0 * gas.localizeHits() * measurement.bytesPerLatency();
    boolean saves = saved > SHARE_OF_SAVING * fetched && saved > spent;
    return used > SHARE_OF_BYTES * fetched || smaller >= options.pageSize() || !saves
        ? Optional.empty()
        : Optional.of(
            "%s pages: at most %s of the %s fetched were localized; try --page-size %s"
                .formatted(
                    size(options.pageSize(), " "),
                    atMost(used / fetched),
                    Summary.bytes(fetched),
                    size(smaller, "")));
  }

  /** Bytes that an eviction has cost. */
  private Optional<String> cache() {
    GlobalAddressSpace.Statistics gas = measurement.gas();
    long again = gas.bytesEvicted();
    return again < LEAST_BYTES || again < SHARE_OF_BYTES * gas.bytesFetched()
        ? Optional.empty()
        : Optional.of(
            ("the cache is small: %s of the %s fetched had been here, and were evicted; "
                    + "try --cache %s")
                .formatted(
                    percent((double) again / gas.bytesFetched()),
                    Summary.bytes(gas.bytesFetched()),
                    size(Long.highestOneBit(options.cacheBytes()) << 1, "")));
  }

  /** Words that stand elsewhere than where they are used. */
  private Optional<String> words() {
    GlobalAddressSpace.Statistics gas = measurement.gas();
    double share = gas.remoteWordNanos() / (measurement.seconds() * NANOS * workers());
    return gas.remoteWordNanos() == 0 || share < SHARE_OF_WORDS || isUntimed()
        ? Optional.empty()
        : Optional.of(
            ("%s accesses to shared words of other PEs, as of locks, took %s of the time; "
                    + "put words on the PEs that use them, or use them less")
                .formatted(gas.remoteWords(), percent(Math.min(1, share))));
  }

  /** Tells if times say nothing of the workers: these share cores, or have turns by lot. */
  private boolean isUntimed() {
    return isShared() || isSimulated(Schedule.SEEDED);
  }

  private boolean isShared() {
    return isSimulated(Schedule.THREADS) && workers() > cores;
  }

  private boolean isSimulated(Schedule schedule) {
    return isSimulated() && SimulationOptions.of(options).schedule() == schedule;
  }

  private boolean isSimulated() {
    return options.backend().equals("simulated");
  }

  private long workers() {
    return (long) options.pes() * options.workers();
  }

  /** Workers that have no core of their own. */
  private Optional<String> shared() {
    return isShared() && measurement.activity().total().totalNanos() > 0
        ? Optional.of(
            "%s workers shared %s cores, so the time is not that of %s; try --time virtual"
                .formatted(workers(), cores, workers()))
        : Optional.empty();
  }

  /** Workers that had nothing to do, where each has a core. */
  private Optional<String> idle() {
    Times times = measurement.activity().total();
    double idle = (double) (times.idleNanos() + times.waitNanos()) / times.totalNanos();
    if (times.totalNanos() == 0 || workers() == 1 || idle < SHARE_OF_TIME || isUntimed()) {
      return Optional.empty();
    }
    long tasks = measurement.tasks().forks() + 1;
    if (tasks < TASKS_PER_WORKER * workers()) {
      return Optional.of(
          ("%s tasks for %s workers, which had nothing to do for %s of the time; "
                  + "try more work or smaller tasks%s")
              .formatted(
                  tasks,
                  workers(),
                  percent(idle),
                  known.contains("--cutoff") ? " (--cutoff)" : ""));
    }
    long lockWaits = measurement.tasks().lockWaits();
    if (lockWaits > measurement.tasks().suspensions() && times.waitNanos() > times.idleNanos()) {
      return Optional.of(
          ("tasks waited %s times for locks or semaphores, with nothing else to do for %s of the time; "
                  + "try more locks, each for less, or shorter sections")
              .formatted(lockWaits, percent(idle)));
    }
    long busy = (long) Math.ceil(workers() * (1 - idle));
    String enough = busy < workers() ? ", %s could have done it all".formatted(busy) : "";
    return Optional.of(
        "%s workers had nothing to do for %s of the time%s; try more work%s"
            .formatted(
                workers(),
                percent(idle),
                enough,
                busy < workers() ? " or fewer " + workersOption() : ""));
  }

  /** The option that makes workers fewer; that of the launcher where it has started the PEs. */
  private String workersOption() {
    if (options.pes() == 1) {
      return "--workers";
    }
    return isSimulated() ? "--pes" : "PEs (oshrun -np, srun -n)";
  }

  /** Tells if what the JVM and the machine do cannot show in the report. */
  private boolean isRepeatable() {
    return isSimulated(Schedule.SEEDED)
        || isSimulated(Schedule.VIRTUAL) && !SimulationOptions.of(options).costs().isMeasured();
  }

  /** A JVM that has just begun. Under oshrun that of PE 0 is measured; the others began with it. */
  private Optional<String> compiling() {
    if (measurement.compiling() < SHARE_OF_COMPILING || isRepeatable()) {
      return Optional.empty();
    }
    String share = percent(Math.min(1, measurement.compiling()));
    boolean repeats = known.contains("--repeat");
    String repeat = measurement.runs().size() == 1 ? "--repeat 9" : "a higher --repeat";
    return Optional.of(
        isSimulated()
            ? "the JVM was still compiling, %s of the time; %stemoto simulate %s runs until times settle"
                .formatted(share, repeats ? "try " + repeat + "; " : "", job)
            : "the JVMs were still compiling, %s of the time; try %smore work to see settled times"
                .formatted(share, repeats ? repeat + " or " : ""));
  }

  /** Checks that were meant for tests. */
  private Optional<String> checks() {
    boolean isOn = EngineOptions.of(options).has(EngineOptions.Feature.USE_AFTER_CLOSE_CHECKS);
    return isOn && !isRepeatable() && !SimulationOptions.of(options).raceChecker()
        ? Optional.of(
            "checks of closed views were on: leave out -Dtemoto.useAfterCloseChecks to measure")
        : Optional.empty();
  }

  private static String percent(double share) {
    return String.format(Summary.PLAIN, "%.0f %%", 100 * share);
  }

  /** Rounded up. */
  private static String atMost(double share) {
    double percent = 100 * share;
    return String.format(
        Summary.PLAIN,
        percent < 1 ? "%.1f %%" : "%.0f %%",
        percent < 1 ? Math.ceil(10 * percent) / 10 : Math.ceil(percent));
  }

  /** A power of two, as options have it, with {@code blank} before the unit. */
  private static String size(long bytes, String blank) {
    return bytes < 1 << 20 ? (bytes >> 10) + blank + "KiB" : (bytes >> 20) + blank + "MiB";
  }
}
