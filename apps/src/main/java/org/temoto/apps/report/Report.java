package org.temoto.apps.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.temoto.gas.EngineOptions;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.cluster.ClusterOptions;
import org.temoto.gas.cluster.ClusterOptions.ProgressThread;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.task.TaskRuntime;

/** Report of a command's results, as one JSON object on one line or as lines for people. */
public final class Report {
  private static final double NANOS = 1e9;

  private final Map<String, Object> fields = new LinkedHashMap<>();
  private final Map<String, Object> options = new LinkedHashMap<>();
  private final Boolean verified;
  private final List<String> hints;

  /**
   * @param subject what was worked on, for example {@code elements} and {@code type}
   * @param verified null if the program has not said
   * @param choices options of the command itself
   * @param hints what could be better, a line each
   */
  public Report(
      String command,
      GasOptions space,
      Map<String, Object> subject,
      Measurement<?> measurement,
      Boolean verified,
      Map<String, Object> choices,
      List<String> hints) {
    this.verified = verified;
    this.hints = List.copyOf(hints);
    fields.put("command", command);
    fields.put("backend", space.backend());
    fields.put("pes", space.pes());
    fields.put("workers", space.workers());
    fields.putAll(subject);
    fields.put("seconds", measurement.seconds());
    if (measurement.runs().size() > 1) {
      fields.put("runs", measurement.runs());
    }
    fields.put("verified", verified);
    putStatistics(measurement.gas());
    putStatistics(measurement.tasks());
    putActivity(measurement.activity(), space.workers());
    fields.put("remoteStealsByPe", measurement.remoteStealsByPe());
    measurement
        .traffic()
        .ifPresent(traffic -> {
          fields.put("trafficBytes", traffic.bytes());
          fields.put("trafficOperations", traffic.operations());
        });
    fields.put("progressCalls", measurement.progressCalls());
    fields.put("hints", this.hints);
    putOptions(space);
    options.putAll(choices);
    fields.put("options", options);
  }

  private void putStatistics(GlobalAddressSpace.Statistics gas) {
    fields.put("localizeHits", gas.localizeHits());
    fields.put("localizeMisses", gas.localizeMisses());
    fields.put("bytesFetched", gas.bytesFetched());
    fields.put("bytesRefetched", gas.bytesRefetched());
    fields.put("bytesAsked", gas.bytesAsked());
    fields.put("bytesEvicted", gas.bytesEvicted());
    fields.put("bytesCommitted", gas.bytesCommitted());
    fields.put("bytesCopied", gas.bytesCopied());
    fields.put("bytesAliased", gas.bytesAliased());
    fields.put("bytesDirect", gas.bytesDirect());
    fields.put("pageMigrations", gas.pageMigrations());
    fields.put("migrationsRefused", gas.migrationsRefused());
    fields.put("evictions", gas.evictions());
    fields.put("releases", gas.releases());
    fields.put("acquires", gas.acquires());
    fields.put("bytesCachedPeak", gas.bytesCachedPeak());
    fields.put("bytesPinnedPeak", gas.bytesPinnedPeak());
    fields.put("remoteWords", gas.remoteWords());
    fields.put("remoteWordSeconds", gas.remoteWordNanos() / NANOS);
  }

  private void putStatistics(TaskRuntime.Statistics tasks) {
    fields.put("tasks", tasks.tasks());
    fields.put("forks", tasks.forks());
    fields.put("steals", tasks.steals());
    fields.put("remoteSteals", tasks.remoteSteals());
    fields.put("failedSteals", tasks.failedSteals());
    fields.put("suspensions", tasks.suspensions());
    fields.put("lockWaits", tasks.lockWaits());
  }

  private void putActivity(TaskRuntime.Activity activity, int workersPerPe) {
    fields.put("activity", times(activity.total()));
    List<Map<String, Object>> workers = new ArrayList<>();
    for (int i = 0; i < activity.workers().size(); i++) {
      Map<String, Object> worker = new LinkedHashMap<>();
      worker.put("pe", i / workersPerPe);
      worker.put("worker", i % workersPerPe);
      worker.putAll(times(activity.workers().get(i)));
      workers.add(worker);
    }
    fields.put("activityByWorker", workers);
    fields.put("stealNanos", latencies(activity.steals()));
    fields.put("failedStealNanos", latencies(activity.failedSteals()));
  }

  private static Map<String, Object> times(TaskRuntime.Activity.Times activity) {
    Map<String, Object> times = new LinkedHashMap<>();
    times.put("workSeconds", activity.workNanos() / NANOS);
    times.put("communicationSeconds", activity.communicationNanos() / NANOS);
    times.put("waitSeconds", activity.waitNanos() / NANOS);
    times.put("idleSeconds", activity.idleNanos() / NANOS);
    return times;
  }

  private static Map<String, Object> latencies(TaskRuntime.Activity.Latencies latencies) {
    Map<String, Object> quantiles = new LinkedHashMap<>();
    quantiles.put("count", latencies.count());
    quantiles.put("p50", Math.round(latencies.quantile(0.5)));
    quantiles.put("p90", Math.round(latencies.quantile(0.9)));
    quantiles.put("p99", Math.round(latencies.quantile(0.99)));
    quantiles.put("max", Math.round(latencies.quantile(1)));
    return quantiles;
  }

  private void putOptions(GasOptions space) {
    EngineOptions engine = EngineOptions.of(space);
    SimulationOptions simulation = SimulationOptions.of(space);
    ClusterOptions cluster = ClusterOptions.of(space);
    Network network = simulation.network();
    double bits = network.costs().bitsPerSecond();
    options.put("pageSize", space.pageSize());
    options.put("cacheBytes", space.cacheBytes());
    options.put("caching", engine.has(EngineOptions.Feature.CACHING));
    options.put("heapBytes", space.heapBytes());
    options.put("coherence", space.coherence().name().toLowerCase(Locale.ROOT));
    options.put("ownership", space.ownership().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    options.put("spareFrames", engine.spareFrames());
    options.put("buffers", simulation.buffers().name().toLowerCase(Locale.ROOT));
    options.put("latencyNanos", network.costs().latencyNanos());
    options.put("bitsPerSecond", bits == Network.UNLIMITED ? null : bits);
    options.put("network", network.equals(Network.NONE) ? null : network.describe());
    putProgress(cluster.progress());
    options.put("aliasing", engine.has(EngineOptions.Feature.ALIASING));
    options.put("direct", cluster.direct());
    options.put("threads", cluster.threads().name().toLowerCase(Locale.ROOT));
    options.put("binding", engine.has(EngineOptions.Feature.BINDING));
    options.put("useAfterCloseChecks", engine.has(EngineOptions.Feature.USE_AFTER_CLOSE_CHECKS));
    options.put("seed", space.seed());
    options.put("schedule", simulation.schedule().name().toLowerCase(Locale.ROOT));
    if (simulation.schedule() == Schedule.VIRTUAL) {
      options.put("costs", costs(simulation.costs()));
    }
  }

  private void putProgress(ProgressThread progress) {
    options.put("progressThread", progress.when().name().toLowerCase(Locale.ROOT));
    options.put("progressIntervalNanos", progress.intervalNanos());
  }

  /** Hints of what could be better, a line each. */
  public List<String> hints() {
    return hints;
  }

  /** True unless the result was found wrong. */
  public boolean isVerified() {
    return !Boolean.FALSE.equals(verified);
  }

  /** One JSON object on one line. */
  public String toJson() {
    return Json.line(fields);
  }

  private static Map<String, Object> costs(Costs costs) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("computing", costs.isMeasured() ? "measured" : "model");
    values.put("forkNanos", costs.isMeasured() ? null : costs.forkNanos());
    values.put("readingNanos", costs.readingNanos());
    values.put("pointNanos", costs.pointNanos());
    values.put("wakeNanos", costs.wakeNanos());
    values.put("startNanos", costs.startNanos());
    values.put("timerNanos", costs.timerNanos());
    return values;
  }
}
