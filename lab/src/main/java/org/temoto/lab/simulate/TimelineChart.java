package org.temoto.lab.simulate;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.StandardXYBarPainter;
import org.jfree.chart.renderer.xy.XYBarRenderer;
import org.jfree.data.xy.XYIntervalSeries;
import org.jfree.data.xy.XYIntervalSeriesCollection;

/** A timeline as coloured bars, a row per worker, and its numbers. */
final class TimelineChart {
  /** Half of the height of a bar, where rows are 1 apart. */
  private static final double HALF = 0.4;

  private static final int ROW_HEIGHT = 26;
  private static final int AXIS_HEIGHT = 110;

  private TimelineChart() {}

  /** Height that {@code timeline} needs. */
  static int height(Timeline timeline) {
    return AXIS_HEIGHT + ROW_HEIGHT * timeline.rows().size();
  }

  static JFreeChart of(Timeline timeline) {
    Map<WorkerActivity, XYIntervalSeries> bars = new EnumMap<>(WorkerActivity.class);
    XYIntervalSeriesCollection data = new XYIntervalSeriesCollection();
    for (WorkerActivity activity : WorkerActivity.values()) {
      bars.put(activity, new XYIntervalSeries(activity.label()));
      data.addSeries(bars.get(activity));
    }
    Scale scale = Scale.of(timeline.seconds());
    for (int row = 0; row < timeline.rows().size(); row++) {
      for (Timeline.Span span : timeline.rows().get(row).spans()) {
        double from = span.from() * scale.perSecond();
        double to = span.to() * scale.perSecond();
        bars.get(span.activity()).add(row, row - HALF, row + HALF, to, from, to);
      }
    }
    NumberAxis time = new NumberAxis(scale.unit());
    time.setRange(0, timeline.seconds() * scale.perSecond());
    XYPlot plot = new XYPlot(data, workers(timeline), time, null);
    plot.setOrientation(PlotOrientation.HORIZONTAL);
    JFreeChart chart = ChartStyle.apply(new JFreeChart("Timeline", null, plot, true));
    plot.setRenderer(renderer()); // last: a style gives new colours
    return chart;
  }

  private static SymbolAxis workers(Timeline timeline) {
    String[] names = timeline.rows().stream().map(Timeline.Row::name).toArray(String[]::new);
    SymbolAxis workers = new SymbolAxis(null, names);
    workers.setGridBandsVisible(false);
    workers.setInverted(true);
    workers.setRange(-0.5, names.length - 0.5);
    return workers;
  }

  private static XYBarRenderer renderer() {
    XYBarRenderer renderer = new XYBarRenderer();
    renderer.setUseYInterval(true);
    renderer.setShadowVisible(false);
    renderer.setDrawBarOutline(false);
    renderer.setBarPainter(new StandardXYBarPainter());
    for (WorkerActivity activity : WorkerActivity.values()) {
      renderer.setSeriesPaint(activity.ordinal(), activity.color());
    }
    return renderer;
  }

  /** The numbers of all workers. */
  static HtmlTable table(Timeline timeline) {
    List<String> columns = new ArrayList<>(List.of("worker"));
    for (WorkerActivity activity : WorkerActivity.values()) {
      columns.add(activity.label() + " [s]");
    }
    columns.addAll(List.of("steals", "joins that waited", "bytes fetched", "bytes committed"));
    List<Timeline.Row> rows = new ArrayList<>(timeline.rows());
    rows.add(timeline.sum());
    return new HtmlTable(columns, rows.stream().map(TimelineChart::row).toList());
  }

  private static HtmlTable.Row row(Timeline.Row row) {
    List<String> cells = new ArrayList<>();
    row.totals().values().forEach(seconds -> cells.add(HtmlTable.number(seconds)));
    cells.add(Long.toString(row.steals()));
    cells.add(Long.toString(row.suspensions()));
    cells.add(Long.toString(row.bytesFetched()));
    cells.add(Long.toString(row.bytesCommitted()));
    return new HtmlTable.Row(row.name(), cells);
  }

  /** Unit in which time is told. */
  private record Scale(String unit, double perSecond) {
    static Scale of(double seconds) {
      if (seconds >= 1) {
        return new Scale("seconds", 1);
      }
      return seconds >= 1e-3 ? new Scale("milliseconds", 1e3) : new Scale("microseconds", 1e6);
    }
  }
}
