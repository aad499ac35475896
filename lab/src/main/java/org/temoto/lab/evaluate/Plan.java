package org.temoto.lab.evaluate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.temoto.apps.Kernel;
import org.temoto.lab.simulate.SweepPoint;

/**
 * Plan of what an evaluation is to run.
 *
 * @param figures of {@link #FIGURES}
 * @param workers numbers of workers as they are typed, ascending
 * @param cost of computing, measured or model
 * @param repetitions runs of each point that count
 * @param keys that cilksort sorts with plain kernels
 * @param fastKeys and with the fast ones
 * @param side of the matrices
 */
public record Plan(
    List<String> figures,
    List<String> workers,
    String cost,
    int repetitions,
    long keys,
    long fastKeys,
    int side) {
  public static final String MEASURED = "measured";
  public static final String MODEL = "model";

  /** The table of parallel efficiencies, among the figures. */
  public static final String TABLE = "table";

  /** The exhibit of ways to bring data to hand, among the figures. */
  public static final String AGGREGATION = "aggregation";

  public static final List<String> FIGURES = List.of("5", "6", "7", "8", TABLE, AGGREGATION);

  /**
   * A program with a kernel.
   *
   * @param figures that show it
   * @param lines of these
   */
  public record Panel(Program program, Kernel kernel, List<Integer> figures, List<Series> lines) {
    /** The figures, with as many lines as there are curves. */
    public List<Exhibit> figures(List<Curve> curves) {
      return figures.stream()
          .<Exhibit>map(number -> new Figure(number, program, kernel, curves))
          .toList();
    }
  }

  public Plan {
    figures = List.copyOf(figures);
    workers = List.copyOf(workers);
  }

  /** Tells whether computing is measured on this machine. */
  public boolean isMeasured() {
    return cost.equals(MEASURED);
  }

  /** Options that all runs have in common. */
  public List<String> common() {
    return List.of("--backend=simulated", "--time=virtual", "--cost=" + cost);
  }

  /** Panels of the wanted figures. */
  public List<Panel> panels() {
    List<Panel> panels = new ArrayList<>();
    addPanel(panels, Program.cilksort(keys), Kernel.PLAIN);
    addPanel(panels, Program.cilksort(fastKeys), Kernel.FAST);
    addPanel(panels, Program.matmul(side), Kernel.PLAIN);
    addPanel(panels, Program.matmul(side), Kernel.FAST);
    return panels;
  }

  private void addPanel(List<Panel> panels, Program program, Kernel kernel) {
    List<Integer> wanted =
        Stream.of(program.speedUpFigure(), program.timeFigure())
            .filter(number -> figures.contains(number.toString()))
            .toList();
    if (!wanted.isEmpty()) {
      List<Series> lines = Series.of(program, kernel, workers, common());
      panels.add(new Panel(program, kernel, wanted, lines));
    }
  }

  /** The programs of the table; none if it is not wanted. */
  public List<SuiteProgram> suite() {
    return figures.contains(TABLE) ? SuiteProgram.ALL : List.of();
  }

  /** The programs that bring data to hand in several ways; none if they are not wanted. */
  public List<AggregationLine> aggregation() {
    return figures.contains(AGGREGATION) ? AggregationLine.ALL : List.of();
  }

  /** Number of lines of all charts together; one that two figures show counts once. */
  public int lines() {
    return panels().stream().mapToInt(panel -> panel.lines().size()).sum()
        + suite().size()
        + aggregation().size();
  }

  /** All points. */
  public List<SweepPoint> points() {
    List<SweepPoint> points = new ArrayList<>();
    for (Panel panel : panels()) {
      panel.lines().forEach(line -> points.addAll(line.sweep().points()));
    }
    for (SuiteProgram program : suite()) {
      points.addAll(program.sweep(workers, common()).points());
      if (isMeasured()) {
        points.add(program.sequential());
      }
    }
    aggregation().forEach(line -> points.addAll(line.sweep().points()));
    return points;
  }

  /** Settings that were asked for, for people and JSON. */
  Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("cost", cost);
    settings.put("repetitions", repetitions);
    settings.put("workers", workers);
    settings.put("keys", keys);
    settings.put("fastKeys", fastKeys);
    settings.put("side", side);
    settings.put("latencies", Series.LATENCIES);
    settings.put("bandwidth", Series.BANDWIDTH);
    return settings;
  }
}
