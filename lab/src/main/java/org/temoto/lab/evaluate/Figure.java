package org.temoto.lab.evaluate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jfree.chart.JFreeChart;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import org.temoto.apps.Kernel;
import org.temoto.lab.simulate.Charts;
import org.temoto.lab.simulate.PointResult;
import org.temoto.lab.simulate.WorkerActivity;

/**
 * One of Ikegami and Taura's figures with one kernel.
 *
 * @param number as in the paper
 * @param program what it shows
 * @param curves its lines; of each method that of plain tasks comes first
 */
public record Figure(int number, Program program, Kernel kernel, List<Curve> curves)
    implements Exhibit {
  public Figure {
    curves = List.copyOf(curves);
  }

  /** Separate buffers may take so many times as long as plain tasks of the same method. */
  static final double MOST_OF_PLAIN_TASKS = 1.1;

  /** Most time with the fast kernels, relative to that of work or network alone. */
  static final double MOST_OF_BOUND = 1.2;

  /** The paper reports of so many workers, and so do the aims. */
  private static final int WORKERS_OF_AIMS = 32;

  private static final String NO_QUEUES = "no queues";

  private static final double MEGA = 1e6;

  @Override
  public String id() {
    return "figure-" + number + "-" + kernelName();
  }

  @Override
  public String title() {
    return "figure %d: %s of %s, %s, %s kernels"
        .formatted(
            number,
            isSpeedUp() ? "speed-up" : "time on " + most().totalWorkers() + " workers",
            program.label(),
            program.size(),
            kernelName());
  }

  @Override
  public String words() {
    Map<String, String> names = new LinkedHashMap<>();
    for (Curve curve : curves) {
      names.put(curve.series().method().label(), curve.series().method().words());
    }
    for (Curve curve : curves) {
      names.put(curve.series().kind().label(), curve.series().kind().words());
    }
    curves.stream()
        .map(curve -> curve.series().label())
        .filter(label -> label.endsWith(NO_QUEUES))
        .findAny()
        .ifPresent(_ ->
            names.put(NO_QUEUES, "transfers do not wait for each other, as in the paper's model"));
    names.put(
        kernelName() + " kernels",
        kernel == Kernel.PLAIN
            ? "scalar loops at the leaves, as in the paper"
            : "vectorized code at the leaves, which the paper has not");
    return names.entrySet().stream()
        .map(name -> name.getKey() + ": " + name.getValue())
        .collect(Collectors.joining("; ", "", ". The times after the names are latencies."));
  }

  private String kernelName() {
    return kernel.name().toLowerCase(Locale.ROOT);
  }

  private boolean isSpeedUp() {
    return number == program.speedUpFigure();
  }

  private Curve plainTasks() {
    return curves.getFirst();
  }

  /** Curve of plain tasks, which {@code curve} is compared with. */
  private Curve plainTasks(Curve curve) {
    return Curve.plainTasks(curves, curve.series().method());
  }

  private PointResult most() {
    return plainTasks().last();
  }

  /** Relative to the first method's plain tasks on the fewest workers. */
  private double speedUp(PointResult result) {
    return plainTasks().first().seconds() / result.seconds();
  }

  @Override
  public JFreeChart chart() {
    return isSpeedUp() ? speedUpChart() : timeChart();
  }

  private JFreeChart speedUpChart() {
    XYSeriesCollection data = new XYSeriesCollection();
    XYSeries ideal = new XYSeries("ideal");
    data.addSeries(ideal);
    int fewest = plainTasks().first().totalWorkers();
    for (Curve curve : curves) {
      XYSeries line = new XYSeries(curve.series().label());
      for (PointResult result : curve.results()) {
        line.add(result.totalWorkers(), speedUp(result));
        ideal.addOrUpdate(result.totalWorkers(), (double) result.totalWorkers() / fewest);
      }
      data.addSeries(line);
    }
    return Charts.scaling(title(), "times faster than plain tasks on " + fewest, data);
  }

  private JFreeChart timeChart() {
    Map<String, Double> bars = new LinkedHashMap<>();
    curves.forEach(curve -> bars.put(curve.series().label(), curve.last().seconds()));
    return Charts.bars(title(), "seconds", bars);
  }

  @Override
  public List<Statement> statements() {
    List<Statement> statements = new ArrayList<>();
    for (Curve curve : curves) {
      if (curve.series().kind() == Kind.SEPARATE) {
        statements.add(isSpeedUp() ? speedUpStatement(curve) : timeStatement(curve));
        if (!isSpeedUp() && kernel == Kernel.FAST && isTuned(curve)) {
          statements.add(boundStatement(curve));
        }
      }
    }
    return statements;
  }

  private String about(Curve curve) {
    return "%s, %s kernels, %s".formatted(program.label(), kernelName(), curve.series().label());
  }

  private boolean isTuned(Curve curve) {
    return curve.series().method().equals(program.tuned());
  }

  private Statement speedUpStatement(Curve curve) {
    double plain = speedUp(plainTasks(curve).last());
    double separate = speedUp(curve.last());
    return new Statement(
        about(curve),
        "curves from 1 to 32 cores, without numbers in the text",
        "on %d workers %s times as fast as plain tasks on %d, plain tasks %s times"
            .formatted(
                curve.last().totalWorkers(),
                Numbers.text(separate),
                plainTasks().first().totalWorkers(),
                Numbers.text(plain)),
        plain / separate,
        Double.POSITIVE_INFINITY);
  }

  private Statement timeStatement(Curve curve) {
    double plain = plainTasks(curve).last().seconds();
    double ratio = curve.last().seconds() / plain;
    boolean aims = kernel == Kernel.PLAIN && isAimedAt(curve);
    return new Statement(
        about(curve),
        "MassiveThreads/DM takes 10 to 20 % longer than MassiveThreads on 32 cores",
        "%s s on %d workers, %s times plain tasks' %s s; of a worker's time %s"
            .formatted(
                Numbers.text(curve.last().seconds()),
                curve.last().totalWorkers(),
                Numbers.text(ratio),
                Numbers.text(plain),
                shares(curve.last())),
        ratio,
        aims ? MOST_OF_PLAIN_TASKS : Double.POSITIVE_INFINITY);
  }

  private static boolean isAimedAt(Curve curve) {
    return curve.series().isCompared() && curve.last().totalWorkers() == WORKERS_OF_AIMS;
  }

  private Statement boundStatement(Curve curve) {
    PointResult result = curve.last();
    double work = result.seconds(WorkerActivity.WORK) / result.totalWorkers();
    double network = (double) result.count("bytesFetched") / result.pes() / Series.BYTES_PER_SECOND;
    double bound = Math.max(work, network);
    return new Statement(
        about(curve) + ", against its bound",
        "has no fast kernels",
        "%s s; work / P is %s s, bytes fetched per PE / B %s s"
            .formatted(Numbers.text(result.seconds()), Numbers.text(work), Numbers.text(network)),
        result.seconds() / bound,
        isAimedAt(curve) ? MOST_OF_BOUND : Double.POSITIVE_INFINITY);
  }

  private static String shares(PointResult result) {
    List<String> shares = new ArrayList<>();
    for (WorkerActivity activity : WorkerActivity.values()) {
      shares.add("%s %.0f %%".formatted(activity.label(), Charts.percent(result, activity)));
    }
    return String.join(", ", shares);
  }

  @Override
  public List<String> columns() {
    return List.of(
        "line",
        "workers",
        "seconds",
        "speed-up",
        "work [s]",
        "communication [s]",
        "waiting [s]",
        "idle [s]",
        "steals",
        "calls",
        "localize hits",
        "misses",
        "fetched [MB]",
        "committed [MB]",
        "discarded",
        "settled");
  }

  @Override
  public List<List<Object>> rows() {
    List<List<Object>> rows = new ArrayList<>();
    for (Curve curve : curves) {
      for (PointResult result : isSpeedUp() ? curve.results() : List.of(curve.last())) {
        List<Object> row = new ArrayList<>();
        row.add(curve.series().label());
        row.add(result.totalWorkers());
        row.add(result.seconds());
        row.add(speedUp(result));
        for (WorkerActivity activity : WorkerActivity.values()) {
          row.add(result.seconds(activity));
        }
        row.add(result.count("steals"));
        row.add(curve.series().network().isPresent() ? curve.series().method().calls() : "loads");
        row.add(result.count("localizeHits"));
        row.add(result.count("localizeMisses"));
        row.add(result.count("bytesFetched") / MEGA);
        row.add(result.count("bytesCommitted") / MEGA);
        row.add(result.runs().discarded());
        row.add(result.runs().settled().orElse(null));
        rows.add(row);
      }
    }
    return rows;
  }

  @Override
  public List<String> commands() {
    return curves.stream().map(curve -> curve.last().point().commandLine()).toList();
  }
}
