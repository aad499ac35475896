package org.temoto.lab.simulate;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.StandardChartTheme;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.RectangleInsets;

/** Style of all charts: dark on white, few lines, colours that the colour-blind can tell apart. */
final class ChartStyle {
  private static final String FAMILY = Font.SANS_SERIF;
  private static final Color TEXT = new Color(0x222222);
  private static final Color GRID = new Color(0xD8D8D8);
  private static final double GAP = 8;

  private static final Color[] LINES = {
    new Color(0x0072B2),
    new Color(0xD55E00),
    new Color(0x009E73),
    new Color(0xCC79A7),
    new Color(0xE69F00),
    new Color(0x56B4E9),
    new Color(0x7A5195),
    new Color(0x444444)
  };

  static final Color REFERENCE = new Color(0x999999);

  private ChartStyle() {}

  /** Colour of line {@code index} of a chart, with as many different ones as there are. */
  static Color line(int index) {
    return LINES[index % LINES.length];
  }

  /** Thin and dashed, for what is compared with. */
  static BasicStroke dashed() {
    return new BasicStroke(
        1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 10, new float[] {6, 4}, 0);
  }

  static BasicStroke solid() {
    return new BasicStroke(2f);
  }

  /** Says {@code words} below the title of {@code chart}. */
  static void note(JFreeChart chart, String words) {
    TextTitle note = new TextTitle(words, new Font(FAMILY, Font.PLAIN, 14));
    note.setPaint(TEXT);
    chart.addSubtitle(0, note);
  }

  /** Makes {@code chart} look like the others; returns it. */
  static JFreeChart apply(JFreeChart chart) {
    theme().apply(chart);
    chart.setPadding(new RectangleInsets(GAP, GAP, GAP, 2 * GAP));
    chart.setBackgroundPaint(Color.WHITE);
    if (chart.getLegend() != null) {
      chart.getLegend().setFrame(BlockBorder.NONE);
    }
    if (chart.getPlot() instanceof XYPlot plot) {
      plot.setOutlineVisible(false);
    } else if (chart.getPlot() instanceof CategoryPlot plot) {
      plot.setOutlineVisible(false);
    }
    return chart;
  }

  private static StandardChartTheme theme() {
    StandardChartTheme theme = new StandardChartTheme("temoto");
    theme.setExtraLargeFont(new Font(FAMILY, Font.BOLD, 18));
    theme.setLargeFont(new Font(FAMILY, Font.PLAIN, 14));
    theme.setRegularFont(new Font(FAMILY, Font.PLAIN, 12));
    theme.setSmallFont(new Font(FAMILY, Font.PLAIN, 11));
    theme.setTitlePaint(TEXT);
    theme.setAxisLabelPaint(TEXT);
    theme.setTickLabelPaint(TEXT);
    theme.setLegendItemPaint(TEXT);
    theme.setPlotBackgroundPaint(Color.WHITE);
    theme.setDomainGridlinePaint(GRID);
    theme.setRangeGridlinePaint(GRID);
    theme.setBarPainter(new StandardBarPainter());
    theme.setShadowVisible(false);
    return theme;
  }
}
