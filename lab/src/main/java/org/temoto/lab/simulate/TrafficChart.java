package org.temoto.lab.simulate;

import java.awt.Color;
import java.awt.Paint;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.PaintScale;
import org.jfree.chart.renderer.xy.XYBlockRenderer;
import org.jfree.chart.title.PaintScaleLegend;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.DefaultXYZDataset;

/** The bytes that each PE moved to and from each other, as colours. */
final class TrafficChart {
  private static final double MEBI = 1 << 20;
  private static final double LEGEND_GAP = 10;

  private TrafficChart() {}

  /**
   * A block per pair of PEs.
   *
   * @param bytes rows of PEs that moved them, columns of PEs whose memory it was
   */
  static JFreeChart of(List<List<Long>> bytes) {
    int pes = bytes.size();
    double[][] blocks = new double[3][pes * pes];
    double most = 0;
    for (int from = 0; from < pes; from++) {
      for (int to = 0; to < pes; to++) {
        int block = from * pes + to;
        double mebibytes = bytes.get(from).get(to) / MEBI;
        blocks[0][block] = to;
        blocks[1][block] = from;
        blocks[2][block] = mebibytes;
        most = Math.max(most, mebibytes);
      }
    }
    DefaultXYZDataset data = new DefaultXYZDataset();
    data.addSeries("MiB", blocks);
    Shades shades = new Shades(most);
    XYBlockRenderer renderer = new XYBlockRenderer();
    renderer.setPaintScale(shades);
    NumberAxis to = axis("PE whose memory is read or written", pes);
    NumberAxis from = axis("PE that reads or writes", pes);
    from.setInverted(true);
    JFreeChart chart =
        new JFreeChart("Traffic between PEs", null, new XYPlot(data, to, from, renderer), false);
    PaintScaleLegend legend = new PaintScaleLegend(shades, new NumberAxis("traffic [MiB]"));
    legend.getAxis().setRange(0, shades.getUpperBound());
    legend.setPosition(RectangleEdge.RIGHT);
    legend.setMargin(new RectangleInsets(LEGEND_GAP, LEGEND_GAP, LEGEND_GAP, LEGEND_GAP));
    chart.addSubtitle(legend);
    return ChartStyle.apply(chart);
  }

  private static NumberAxis axis(String label, int pes) {
    NumberAxis axis = new NumberAxis(label);
    axis.setRange(-0.5, pes - 0.5);
    axis.setStandardTickUnits(NumberAxis.createIntegerTickUnits());
    return axis;
  }

  /** Scale of colours: white for nothing, dark for the most. */
  private record Shades(double most) implements PaintScale {
    private static final int[] LIGHT = {0xF7, 0xFB, 0xFF};
    private static final int[] DARK = {0x08, 0x30, 0x6B};

    @Override
    public double getLowerBound() {
      return 0;
    }

    /** Positive, as an axis has a length. */
    @Override
    public double getUpperBound() {
      return most > 0 ? most : 1;
    }

    @Override
    public Paint getPaint(double value) {
      double share = Math.clamp(value / getUpperBound(), 0, 1);
      int[] mixed = new int[LIGHT.length];
      for (int i = 0; i < mixed.length; i++) {
        mixed[i] = (int) Math.round(LIGHT[i] + share * (DARK[i] - LIGHT[i]));
      }
      return new Color(mixed[0], mixed[1], mixed[2]);
    }
  }
}
