package org.temoto.apps.simulate;

import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.CategoryLabelPositions;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.Range;
import org.jfree.data.category.DefaultCategoryDataset;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** Draws what a sweep came to; nothing on a screen. */
public final class Charts {
  /** Lines and bars of one chart at most: more cannot be told apart. */
  static final int MOST_LINES = 8;

  static final int MOST_BARS = 48;

  /** From here on the names of bars are written slanting. */
  private static final int CROWDED = 6;

  private static final double DOT = 7;
  private static final double MARGIN = 1.25;

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
    XYSeriesCollection data = new XYSeriesCollection();
    XYSeries ideal = new XYSeries("ideal");
    data.addSeries(ideal);
    lines(results).entrySet().stream()
        .limit(MOST_LINES)
        .forEach(line -> {
          XYSeries series = new XYSeries(line.getKey());
          for (Scaling scaling : line.getValue()) {
            if (scaling.speedUp() > 0 && Double.isFinite(scaling.speedUp())) {
              series.add(scaling.result().totalWorkers(), scaling.speedUp());
            }
            ideal.addOrUpdate(scaling.result().totalWorkers(), scaling.ideal());
          }
          data.addSeries(series);
        });
    return scaling("Speed-up", "times faster than the baseline", data);
  }

  /**
   * Lines over the number of workers, all by doublings; the first one is what the others are
   * compared with.
   */
  public static JFreeChart scaling(String title, String value, XYSeriesCollection data) {
    JFreeChart chart =
        ChartFactory.createXYLineChart(
            title, "workers of all PEs", value, data, PlotOrientation.VERTICAL, true, false, false);
    XYPlot plot = chart.getXYPlot();
    plot.setDomainAxis(doubling(plot.getDomainAxis().getLabel(), data.getDomainBounds(false)));
    plot.setRangeAxis(doubling(plot.getRangeAxis().getLabel(), data.getRangeBounds(false)));
    ChartStyle.apply(chart);
    plot.setRenderer(lineRenderer(data.getSeriesCount())); // last: a style gives new colours
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

  /** What the workers of each point spent their time on, in hundredths. */
  static JFreeChart breakdown(Results results) {
    return activities(results, "Time by activity", "% of the workers' time", Charts::percent);
  }

  /** How long each point took, and what a worker did meanwhile on average. */
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
    JFreeChart chart =
        bars(ChartFactory.createStackedBarChart(title, null, unit, data), shown(results).size());
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
    JFreeChart chart =
        bars(
            ChartFactory.createStackedBarChart("Steals", null, "tasks stolen", data),
            shown(results).size());
    BarRenderer renderer = (BarRenderer) chart.getCategoryPlot().getRenderer();
    renderer.setSeriesPaint(0, ChartStyle.line(0));
    renderer.setSeriesPaint(1, ChartStyle.line(1));
    return chart;
  }

  /** The points that have bars. */
  private static List<PointResult> shown(Results results) {
    return results.finished().stream().limit(MOST_BARS).toList();
  }

  /** A bar for each of {@code values}. */
  public static JFreeChart bars(String title, String unit, Map<String, Double> values) {
    DefaultCategoryDataset data = new DefaultCategoryDataset();
    values.forEach((name, value) -> data.addValue(value, unit, name));
    JFreeChart chart = ChartFactory.createBarChart(title, null, unit, data);
    chart.removeLegend();
    bars(chart, values.size());
    ((BarRenderer) chart.getCategoryPlot().getRenderer()).setSeriesPaint(0, ChartStyle.line(0));
    return chart;
  }

  private static JFreeChart bars(JFreeChart chart, int count) {
    ChartStyle.apply(chart);
    CategoryPlot plot = chart.getCategoryPlot();
    if (count > CROWDED) {
      plot.getDomainAxis().setCategoryLabelPositions(CategoryLabelPositions.UP_45);
    }
    plot.getDomainAxis().setMaximumCategoryLabelWidthRatio(1);
    ((BarRenderer) plot.getRenderer()).setMaximumBarWidth(0.12);
    return chart;
  }
}
