package org.temoto.apps.report;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.task.TaskRuntime;
import org.temoto.task.trace.Trace;

/** The lines that a person reads after a run. */
public final class Summary {
  /** No locale: Java would load what its digits look like, which takes longer than small jobs. */
  static final Locale PLAIN = null;

  private static final String[] PREFIXES = {"B", "KiB", "MiB", "GiB", "TiB"};
  private static final int STEP = 1024;
  private static final String[] POWERS = {"", "thousand ", "million ", "billion "};
  private static final double THOUSAND = 1000;
  private static final double FEW = 0.01;

  private Summary() {}

  /**
   * The lines about one run.
   *
   * @param done for example {@code sorted 10000000 int32}
   * @param rate for example {@code 25.1 million keys/s}; empty if there is none
   * @param verified null if the program has not said
   */
  public static String of(
      String done, String rate, GasOptions options, Measurement<?> measurement, Boolean verified) {
    GlobalAddressSpace.Statistics gas = measurement.gas();
    TaskRuntime.Statistics tasks = measurement.tasks();
    return String.join(
        System.lineSeparator(),
        String.format(
            PLAIN,
            "%s on %d PEs x %d workers (%s): %s",
            done,
            options.pes(),
            options.workers(),
            options.backend(),
            verdict(verified)),
        network(SimulationOptions.of(options).network())
            + "  time        "
            + seconds(measurement.seconds())
            + (rate.isEmpty() ? "" : ", " + rate)
            + runs(measurement.runs(), verified),
        String.format(
            PLAIN,
            "  tasks       %d run, %d stolen, %d of them by other PEs, %d joins waited%s",
            tasks.tasks(),
            tasks.steals(),
            tasks.remoteSteals(),
            tasks.suspensions(),
            tasks.lockWaits() == 0
                ? ""
                : ", %s times for locks or semaphores".formatted(tasks.lockWaits())),
        activity(measurement.activity()),
        String.format(
            PLAIN,
            "  localize    %d hits, %d misses%s",
            gas.localizeHits(),
            gas.localizeMisses(),
            gas.remoteWords() == 0
                ? ""
                : "; %s times shared words of other PEs".formatted(gas.remoteWords())),
        String.format(
            PLAIN,
            "  bytes       %s fetched (%s again after joins), %s committed",
            bytes(gas.bytesFetched()),
            bytes(gas.bytesRefetched()),
            bytes(gas.bytesCommitted())),
        String.format(
            PLAIN,
            "  pages       %d migrated, %d evicted; copies took %s at most",
            gas.pageMigrations(),
            gas.evictions(),
            bytes(gas.bytesCachedPeak())));
  }

  /** Text of seconds with four digits behind the point, or in all where these would be zeros. */
  private static String seconds(double seconds) {
    return String.format(PLAIN, seconds > 0 && seconds < FEW ? "%.4g s" : "%.4f s", seconds);
  }

  /** The run that the time is of, if a job was run several times; else empty. */
  private static String runs(List<Double> runs, Boolean verified) {
    if (runs.size() == 1) {
      return "";
    }
    return Boolean.FALSE.equals(verified)
        ? " (of run %s, after which no other began)".formatted(runs.size())
        : " (median of %s runs; the first took %s)"
            .formatted(runs.size(), seconds(runs.getFirst()));
  }

  private static String verdict(Boolean verified) {
    if (verified == null) {
      return "done, and not verified";
    }
    return verified ? "verified" : "WRONG RESULT";
  }

  /** The line with all values of the imitated network; empty if it takes no time. */
  private static String network(Network network) {
    return network.equals(Network.NONE)
        ? ""
        : network.describe().entrySet().stream()
            .skip(1) // the model
            .map(value -> ", " + value.getKey() + " " + value.getValue())
            .collect(
                Collectors.joining(
                    "", "  network     " + network.costs().model(), System.lineSeparator()));
  }

  /** Line of what all workers did, and how long a steal took. */
  private static String activity(TaskRuntime.Activity activity) {
    TaskRuntime.Activity.Times total = activity.total();
    if (total.totalNanos() == 0) {
      return "  workers     none was needed: the program of each PE did all";
    }
    double all = total.totalNanos() / 100.0;
    return String.format(
        PLAIN,
        "  workers     %.1f %% work, %.1f %% communication, %.1f %% waiting, %.1f %% idle%s",
        total.workNanos() / all,
        total.communicationNanos() / all,
        total.waitNanos() / all,
        total.idleNanos() / all,
        activity.steals().count() == 0
            ? ""
            : String.format(
                PLAIN, "; a steal %.3g us (median)", activity.steals().quantile(0.5) / THOUSAND));
  }

  /** The line that tells where the result is. */
  public static String output(Path file) {
    return "  output      " + file;
  }

  /** The line that tells where the trace is. */
  public static String trace(Path file, Trace trace) {
    return "  trace       " + file + ", " + trace.count() + " events";
  }

  /** The forks of {@code measurement} per second; empty if there are none, or no time. */
  public static String forkRate(Measurement<?> measurement) {
    double rate = measurement.tasks().forks() / measurement.seconds();
    return rate > 0 && Double.isFinite(rate) ? rate(rate, "forks") : "";
  }

  /** A line that says what could be better. */
  public static String hint(String text) {
    return "  hint        " + text;
  }

  /** Text of a rate, for example {@code 25.1 million keys/s}. */
  public static String rate(double perSecond, String unit) {
    double value = perSecond;
    int word = 0;
    while (value >= THOUSAND && word < POWERS.length - 1) {
      value /= THOUSAND;
      word++;
    }
    return String.format(PLAIN, "%.1f %s%s/s", value, POWERS[word], unit);
  }

  /** Text of a number of bytes, for example {@code 38.1 MiB}. */
  public static String bytes(long count) {
    double value = count;
    int prefix = 0;
    while (value >= STEP && prefix < PREFIXES.length - 1) {
      value /= STEP;
      prefix++;
    }
    return prefix == 0 ? count + " B" : String.format(PLAIN, "%.1f %s", value, PREFIXES[prefix]);
  }
}
