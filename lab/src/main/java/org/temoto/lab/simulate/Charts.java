package org.temoto.lab.simulate;

import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleBiFunction;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.AxisLocation;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.Range;
import org.jfree.data.RangeType;
import org.jfree.data.category.DefaultCategoryDataset;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** Charts of the results of a sweep, drawn without a screen. */
public final class Charts {
  /** Lines and bars of one chart at most: more cannot be told apart. */
  static final int MOST_LINES = 8;

  static final int MOST_BARS = 48;

  /** Lines that the name of an upright bar may take. */
  private static final int MOST_NAME_LINES = 4;

  private static final String NO_TASKS = "No tasks run here.";

  private static final double DOT = 7;
  private static final double MARGIN = 1.25;
  private static final double HEADROOM = 1.02;
  private static final double HUNDRED = 100;

  /**
   * Share of the height of a chart: a line that is so near to another one cannot be told from it.
   */
  private static final double HIDDEN = 0.004;

  private Charts() {}

  /** The lines of the speed-up chart: points that differ in their number of workers only. */
  static Map<String, List<Scaling>> lines(Results results) {
    List<String> swept = results.sweep().swept();
    String size = swept.contains("--pes") ? "--pes" : "--workers";
    Map<String, List<Scaling>> lines = new LinkedHashMap<>();
    for (Scaling scaling : results.scalings()) {
      String label = scaling.result().point().label(option -> !option.equals(size));
      String name = label.isEmpty() ? results.sweep().command().getLast() : label;
      lines.computeIfAbsent(name, _ -> new ArrayList<>()).add(scaling);
    }
    return lines;
  }

  /** Speed-up over workers of all PEs, with the ideal. */
  static JFreeChart speedUp(Results results) {
    JFreeChart chart = scaling("Speed-up", "times faster than the baseline", speedUpData(results));
    drawnLines(results).ifPresent(words -> ChartStyle.note(chart, words));
    return chart;
  }

  private static XYSeriesCollection speedUpData(Results results) {
    XYSeriesCollection data = new XYSeriesCollection();
    XYSeries ideal = new XYSeries("ideal", true, false); // each place once
    data.addSeries(ideal);
    lines(results).entrySet().stream()
        .limit(MOST_LINES)
        .forEach(line -> {
          XYSeries series = new XYSeries(line.getKey());
          for (Scaling scaling : line.getValue()) {
            if (scaling.speedUp() > 0 && Double.isFinite(scaling.speedUp())) {
              series.add(scaling.result().totalWorkers(), scaling.speedUp());
            }
            addIfLarger(ideal, scaling.result().totalWorkers(), scaling.ideal());
          }
          data.addSeries(series);
        });
    return data;
  }

  /** Adds a value, unless there is a larger one at its place: groups share the line. */
  private static void addIfLarger(XYSeries series, int x, double y) {
    int index = series.indexOf(x);
    if (index < 0 || series.getY(index).doubleValue() < y) {
      series.addOrUpdate(x, y);
    }
  }

  /** Words on lines of the speed-up chart that cannot be seen, if any cannot. */
  static Optional<String> coincidingLines(Results results) {
    return coinciding(speedUpData(results), Math::log);
  }

  /**
   * Names the lines that others are drawn over: all of their points are where theirs are.
   *
   * @param scale of the axis of values
   */
  static Optional<String> coinciding(XYSeriesCollection data, DoubleUnaryOperator scale) {
    Range range = data.getRangeBounds(false);
    if (range == null) {
      return Optional.empty();
    }
    double height =
        scale.applyAsDouble(range.getUpperBound()) - scale.applyAsDouble(range.getLowerBound());
    List<String> hidden = new ArrayList<>();
    for (int i = 2; i < data.getSeriesCount(); i++) { // the first line is dashed, and the last
      for (int above = 1; above < i; above++) {
        if (covers(data.getSeries(above), data.getSeries(i), scale, height * HIDDEN)) {
          hidden.add(data.getSeriesKey(i) + " lies under " + data.getSeriesKey(above));
          break;
        }
      }
    }
    return hidden.isEmpty()
        ? Optional.empty()
        : Optional.of("Hidden: " + String.join("; ", hidden) + ".");
  }

  private static boolean covers(
      XYSeries above, XYSeries below, DoubleUnaryOperator scale, double most) {
    if (below.isEmpty() || above.getItemCount() != below.getItemCount()) {
      return false;
    }
    for (int i = 0; i < below.getItemCount(); i++) {
      double distance =
          scale.applyAsDouble(above.getY(i).doubleValue())
              - scale.applyAsDouble(below.getY(i).doubleValue());
      if (!above.getX(i).equals(below.getX(i)) || Math.abs(distance) > most) {
        return false;
      }
    }
    return true;
  }

  /** Words on the lines that are drawn, if not all. */
  static Optional<String> drawnLines(Results results) {
    return drawn(MOST_LINES, lines(results).size(), "lines");
  }

  /** Words on the points that have bars, if not all. */
  static Optional<String> drawnBars(Results results) {
    return drawn(MOST_BARS, results.finished().size(), "points");
  }

  private static Optional<String> drawn(int most, int all, String what) {
    return all > most
        ? Optional.of("Drawn are the first %d of %d %s.".formatted(most, all, what))
        : Optional.empty();
  }

  /**
   * Lines over the number of workers, all by doublings; the first one is what the others are
   * compared with.
   */
  public static JFreeChart scaling(String title, String value, XYSeriesCollection data) {
    JFreeChart chart = lines(title, data, doubling(value, data.getRangeBounds(false)));
    coinciding(data, Math::log).ifPresent(words -> ChartStyle.note(chart, words));
    return chart;
  }

  private static JFreeChart lines(String title, XYSeriesCollection data, ValueAxis values) {
    LogAxis workers = doubling("workers of all PEs", data.getDomainBounds(false));
    XYPlot plot = new XYPlot(data, workers, values, null);
    JFreeChart chart = ChartStyle.apply(new JFreeChart(title, plot));
    plot.setRenderer(lineRenderer(data.getSeriesCount())); // last: a style gives new colours
    return chart;
  }

  /** Efficiencies in hundredths over the number of workers; the first line is the ideal. */
  public static JFreeChart efficiency(String title, XYSeriesCollection data) {
    NumberAxis axis = new NumberAxis("parallel efficiency [%]");
    axis.setRange(0, Math.max(HUNDRED, data.getRangeUpperBound(false)) * HEADROOM);
    axis.setTickUnit(new NumberTickUnit(HUNDRED / 5)); // 100 is the last, and has room for a dot
    JFreeChart chart = lines(title, data, axis);
    coinciding(data, DoubleUnaryOperator.identity())
        .ifPresent(words -> ChartStyle.note(chart, words));
    return chart;
  }

  /** An axis on which every doubling is as long. */
  private static LogAxis doubling(String label, Range range) {
    LogAxis axis = new LogAxis(label);
    axis.setBase(2);
    axis.setTickUnit(new NumberTickUnit(1));
    axis.setNumberFormatOverride(
        new DecimalFormat("0.####", DecimalFormatSymbols.getInstance(Locale.ROOT)));
    axis.setRange(range.getLowerBound() / MARGIN, range.getUpperBound() * MARGIN);
    return axis;
  }

  private static XYLineAndShapeRenderer lineRenderer(int lines) {
    Shape dot = new Ellipse2D.Double(-DOT / 2, -DOT / 2, DOT, DOT);
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, true);
    renderer.setSeriesShapesVisible(0, false);
    renderer.setSeriesPaint(0, ChartStyle.REFERENCE);
    renderer.setSeriesStroke(0, ChartStyle.dashed());
    for (int i = 1; i < lines; i++) {
      renderer.setSeriesPaint(i, ChartStyle.line(i - 1));
      renderer.setSeriesStroke(i, ChartStyle.solid());
      renderer.setSeriesShape(i, dot);
    }
    return renderer;
  }

  /** Chart of the workers' time by activity at each point, in hundredths. */
  static JFreeChart breakdown(Results results) {
    JFreeChart chart =
        activities(results, "Time by activity", "% of the workers' time", Charts::percent);
    NumberAxis axis = (NumberAxis) chart.getCategoryPlot().getRangeAxis();
    axis.setRange(0, HUNDRED);
    axis.setTickUnit(new NumberTickUnit(HUNDRED / 10));
    return chart;
  }

  /** Chart of the time of each point, and of a worker's activities meanwhile on average. */
  static JFreeChart times(Results results) {
    return activities(
        results,
        "Time of a worker",
        "seconds, mean of the workers",
        (result, activity) -> result.seconds(activity) / result.totalWorkers());
  }

  /** The share of {@code activity} in the time of all workers. */
  public static double percent(PointResult result, WorkerActivity activity) {
    double all = 0;
    for (WorkerActivity each : WorkerActivity.values()) {
      all += result.seconds(each);
    }
    return all == 0 ? 0 : 100 * result.seconds(activity) / all;
  }

  private static JFreeChart activities(
      Results results,
      String title,
      String unit,
      ToDoubleBiFunction<PointResult, WorkerActivity> value) {
    DefaultCategoryDataset data = new DefaultCategoryDataset();
    for (PointResult result : shown(results)) {
      for (WorkerActivity activity : WorkerActivity.values()) {
        data.addValue(
            value.applyAsDouble(result, activity), activity.label(), result.point().label());
      }
    }
    JFreeChart chart = pointBars(results, title, unit, data, NO_TASKS);
    BarRenderer renderer = (BarRenderer) chart.getCategoryPlot().getRenderer();
    for (WorkerActivity activity : WorkerActivity.values()) {
      renderer.setSeriesPaint(activity.ordinal(), activity.color());
    }
    return chart;
  }

  /** Steals inside PEs and between them. */
  static JFreeChart steals(Results results) {
    DefaultCategoryDataset data = new DefaultCategoryDataset();
    for (PointResult result : shown(results)) {
      long remote = result.count("remoteSteals");
      data.addValue(
          (double) (result.count("steals") - remote), "from the own PE", result.point().label());
      data.addValue((double) remote, "from other PEs", result.point().label());
    }
    JFreeChart chart = pointBars(results, "Steals", "tasks stolen", data, NO_TASKS);
    NumberAxis axis = (NumberAxis) chart.getCategoryPlot().getRangeAxis();
    axis.setStandardTickUnits(NumberAxis.createIntegerTickUnits());
    axis.setAutoRangeMinimumSize(1);
    BarRenderer renderer = (BarRenderer) chart.getCategoryPlot().getRenderer();
    renderer.setSeriesPaint(0, ChartStyle.line(0));
    renderer.setSeriesPaint(1, ChartStyle.line(1));
    return chart;
  }

  /** A number that the program of each point has reported. */
  static JFreeChart reported(Results results, String name) {
    DefaultCategoryDataset data = new DefaultCategoryDataset();
    for (PointResult result : first(results)) {
      if (result.values().get(name) instanceof Number number && Results.isFinite(number)) {
        data.addValue(number, name, result.point().label());
      }
    }
    JFreeChart chart = pointBars(results, name, name, data, "There is no number to show here.");
    chart.removeLegend();
    ((NumberAxis) chart.getCategoryPlot().getRangeAxis()).setRangeType(RangeType.FULL);
    ((BarRenderer) chart.getCategoryPlot().getRenderer()).setSeriesPaint(0, ChartStyle.line(0));
    return chart;
  }

  /** The points that have bars. */
  private static List<PointResult> shown(Results results) {
    return results.isWithoutTasks() ? List.of() : first(results);
  }

  private static List<PointResult> first(Results results) {
    return results.finished().stream().limit(MOST_BARS).toList();
  }

  /** Height of a chart of all points' bars. */
  static int barsHeight(Results results) {
    return height(shown(results));
  }

  /** The same where also points without tasks have bars. */
  static int reportedHeight(Results results) {
    return height(first(results));
  }

  private static int height(List<PointResult> points) {
    return BarNames.height(points.stream().map(result -> result.point().label()).toList());
  }

  /**
   * A lying bar for each point, so that there is room for its name.
   *
   * @param nothing what the chart says where there is no bar
   */
  private static JFreeChart pointBars(
      Results results, String title, String unit, DefaultCategoryDataset data, String nothing) {
    JFreeChart chart =
        ChartFactory.createStackedBarChart(
            title, null, unit, data, PlotOrientation.HORIZONTAL, true, false, false);
    CategoryPlot plot = chart.getCategoryPlot();
    plot.setDomainAxis(new BarNames());
    plot.setRangeAxisLocation(AxisLocation.BOTTOM_OR_LEFT);
    drawnBars(results).ifPresent(words -> ChartStyle.note(chart, words));
    style(chart);
    if (data.getColumnCount() == 0) {
      plot.setNoDataMessage(nothing);
      plot.getDomainAxis().setVisible(false);
      plot.getRangeAxis().setVisible(false);
      plot.setRangeGridlinesVisible(false);
    }
    return chart;
  }

  /** A bar for each of {@code values}. */
  public static JFreeChart bars(String title, String unit, Map<String, Double> values) {
    DefaultCategoryDataset data = new DefaultCategoryDataset();
    // A name in parts has a line for each.
    values.forEach((name, value) -> data.addValue(value, unit, name.replace(", ", ",\n")));
    JFreeChart chart = ChartFactory.createBarChart(title, null, unit, data);
    chart.removeLegend();
    style(chart);
    chart.getCategoryPlot().getDomainAxis().setMaximumCategoryLabelLines(MOST_NAME_LINES);
    ((BarRenderer) chart.getCategoryPlot().getRenderer()).setSeriesPaint(0, ChartStyle.line(0));
    return chart;
  }

  private static void style(JFreeChart chart) {
    ChartStyle.apply(chart);
    CategoryPlot plot = chart.getCategoryPlot();
    plot.getDomainAxis().setMaximumCategoryLabelWidthRatio(1);
    ((NumberAxis) plot.getRangeAxis()).setRangeType(RangeType.POSITIVE);
    ((BarRenderer) plot.getRenderer()).setMaximumBarWidth(0.12);
  }
}
