package org.temoto.lab.simulate;

import java.awt.Graphics2D;
import java.util.List;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.text.G2TextMeasurer;
import org.jfree.chart.text.TextBlock;
import org.jfree.chart.text.TextUtils;
import org.jfree.chart.ui.HorizontalAlignment;
import org.jfree.chart.ui.RectangleEdge;

/** The names of lying bars, which are never cut: a long one takes more lines. */
final class BarNames extends CategoryAxis {
  private static final long serialVersionUID = 1;

  /** About half of a chart; the bars have the other half. */
  private static final int WIDTH = 430;

  /** Number of letters that surely fit into the width. */
  private static final int LETTERS = 48;

  private static final int LINE_HEIGHT = 15;
  private static final int GAP = 7;

  /** Height of title, axis and legend. */
  private static final int FRAME = 130;

  /** A share of the chart, which is as high as its bars need. */
  private static final double MARGIN = 0.01;

  BarNames() {
    super(null);
    setLowerMargin(MARGIN);
    setUpperMargin(MARGIN);
  }

  /** Height of a chart with bars of these names. */
  static int height(List<String> names) {
    int longest = names.stream().mapToInt(String::length).max().orElse(0);
    int lines = Math.ceilDiv(Math.max(longest, 1), LETTERS);
    return FRAME + Math.max(1, names.size()) * (lines * LINE_HEIGHT + GAP);
  }

  @Override
  @SuppressWarnings("rawtypes") // as it is declared there
  protected TextBlock createLabel(
      Comparable category, float width, RectangleEdge edge, Graphics2D graphics) {
    TextBlock block =
        TextUtils.createTextBlock(
            category.toString(),
            getTickLabelFont(category),
            getTickLabelPaint(category),
            WIDTH,
            Integer.MAX_VALUE,
            new G2TextMeasurer(graphics));
    block.setLineAlignment(HorizontalAlignment.RIGHT);
    return block;
  }
}
