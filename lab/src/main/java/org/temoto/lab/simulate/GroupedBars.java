package org.temoto.lab.simulate;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.Map;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.AxisLocation;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.CombinedDomainCategoryPlot;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.data.Range;
import org.jfree.data.category.CategoryDataset;
import org.jfree.data.general.DatasetUtils;

/** A chart of several quantities, one above the other, with bars side by side for each group. */
public final class GroupedBars {
  /** Values that differ by more are shown by decades. */
  private static final double WIDE = 20;

  private static final double MARGIN = 2;
  private static final double GAP = 12;

  private GroupedBars() {}

  /**
   * The chart.
   *
   * @param quantities units to values, which are positive: a row for each bar of a group, a column
   *     for each group, the same in all
   */
  public static JFreeChart of(String title, Map<String, ? extends CategoryDataset> quantities) {
    CombinedDomainCategoryPlot all = new CombinedDomainCategoryPlot(new CategoryAxis());
    all.setGap(GAP);
    quantities.forEach((unit, values) -> all.add(plot(unit, values)));
    JFreeChart chart = ChartStyle.apply(new JFreeChart(title, all));
    for (Object each : all.getSubplots()) {
      CategoryPlot plot = (CategoryPlot) each;
      plot.setOutlineVisible(false);
      for (int row = 0; row < plot.getDataset().getRowCount(); row++) {
        plot.getRenderer().setSeriesPaint(row, ChartStyle.line(row));
      }
    }
    // All subplots have the same.
    all.setFixedLegendItems(((CategoryPlot) all.getSubplots().getFirst()).getLegendItems());
    return chart;
  }

  private static CategoryPlot plot(String unit, CategoryDataset values) {
    Range range = DatasetUtils.findRangeBounds(values);
    BarRenderer renderer = new BarRenderer();
    CategoryPlot plot = new CategoryPlot(values, null, new NumberAxis(unit), renderer);
    if (range.getUpperBound() > WIDE * range.getLowerBound()) {
      LogAxis axis = decades(unit, range);
      renderer.setBase(axis.getLowerBound()); // there is no 0 on this axis
      plot.setRangeAxis(axis);
    }
    plot.setRangeAxisLocation(AxisLocation.BOTTOM_OR_LEFT);
    return plot;
  }

  private static LogAxis decades(String unit, Range range) {
    LogAxis axis = new LogAxis(unit);
    axis.setTickUnit(new NumberTickUnit(1));
    axis.setNumberFormatOverride(
        new DecimalFormat("0.####", DecimalFormatSymbols.getInstance(Locale.ROOT)));
    axis.setRange(range.getLowerBound() / MARGIN, range.getUpperBound() * MARGIN);
    return axis;
  }
}
