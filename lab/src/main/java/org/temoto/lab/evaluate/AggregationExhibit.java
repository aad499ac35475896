package org.temoto.lab.evaluate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jfree.chart.JFreeChart;
import org.jfree.data.category.CategoryDataset;
import org.jfree.data.category.DefaultCategoryDataset;
import org.temoto.lab.aggregation.Aggregation;
import org.temoto.lab.simulate.GroupedBars;
import org.temoto.lab.simulate.PointResult;

/** An exhibit of what aggregation is worth: programs that bring data to hand in several ways. */
public record AggregationExhibit(List<AggregationCurve> curves) implements Exhibit {
  /** The name of its file without the ending. */
  static final String ID = "aggregation";

  private static final double THOUSAND = 1e3;
  private static final double MEGA = 1e6;

  public AggregationExhibit {
    curves = List.copyOf(curves);
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public String title() {
    return "What aggregation is worth, on %d PEs, l = %s, %s"
        .formatted(AggregationLine.PES, AggregationLine.LATENCY, Series.BANDWIDTH);
  }

  @Override
  public String words() {
    return "Four ways to bring to hand what the leaves of a recursion read. A get per element: each"
        + " by itself. Packed gets: one for all elements of a part. Localize at the leaf: each leaf"
        + " localizes what it reads. Localize at the ancestor: a task above asks for what all"
        + " leaves below it read.";
  }

  @Override
  public JFreeChart chart() {
    Map<String, CategoryDataset> quantities = new LinkedHashMap<>();
    quantities.put("milliseconds", data(result -> THOUSAND * result.seconds()));
    quantities.put("operations", data(AggregationCurve::operations));
    quantities.put("megabytes", data(AggregationCurve::megabytes));
    return GroupedBars.of(title(), quantities);
  }

  private CategoryDataset data(ToDoubleFunction<PointResult> quantity) {
    DefaultCategoryDataset data = new DefaultCategoryDataset();
    for (AggregationCurve curve : curves) {
      for (Aggregation way : Aggregation.values()) {
        double value = quantity.applyAsDouble(curve.result(way));
        data.addValue(value, way.label(), curve.line().label());
      }
    }
    return data;
  }

  @Override
  public List<Statement> statements() {
    return curves.stream().map(AggregationExhibit::statement).toList();
  }

  private static Statement statement(AggregationCurve curve) {
    PointResult ancestor = curve.result(Aggregation.ANCESTOR);
    return new Statement(
        curve.line().label(),
        "children that are not stolen get what their parent has localized without communication; what"
            + " that is worth is left to later work",
        "%s s and %d operations by localize at the ancestor; a get per element takes %s times as"
                .formatted(
                    Numbers.text(ancestor.seconds()),
                    AggregationCurve.operations(ancestor),
                    Numbers.text(curve.ratio(Aggregation.ELEMENT, Aggregation.ANCESTOR)))
            + " long (%d operations), packed gets %s times, localize at the leaf %s times"
                .formatted(
                    AggregationCurve.operations(curve.result(Aggregation.ELEMENT)),
                    Numbers.text(curve.ratio(Aggregation.PACKED, Aggregation.ANCESTOR)),
                    Numbers.text(curve.ratio(Aggregation.LEAF, Aggregation.ANCESTOR))),
        curve.ratio(Aggregation.ELEMENT, Aggregation.ANCESTOR),
        Double.POSITIVE_INFINITY);
  }

  @Override
  public List<String> columns() {
    return List.of(
        "program",
        "way",
        "seconds",
        "of ancestor's",
        "operations",
        "moved [MB]",
        "fetched [MB]",
        "committed [MB]",
        "elements read",
        "localize hits",
        "localize misses",
        "steals",
        "failed steals");
  }

  @Override
  public List<List<Object>> rows() {
    List<List<Object>> rows = new ArrayList<>();
    for (AggregationCurve curve : curves) {
      for (Aggregation way : Aggregation.values()) {
        rows.add(row(curve, way));
      }
    }
    return rows;
  }

  private static List<Object> row(AggregationCurve curve, Aggregation way) {
    PointResult result = curve.result(way);
    List<Object> row = new ArrayList<>();
    row.add(curve.line().label());
    row.add(way.label());
    row.add(result.seconds());
    row.add(curve.ratio(way, Aggregation.ANCESTOR));
    row.add(AggregationCurve.operations(result));
    row.add(AggregationCurve.megabytes(result));
    row.add(result.count("bytesFetched") / MEGA);
    row.add(result.count("bytesCommitted") / MEGA);
    row.add(result.count("elementsRead"));
    row.add(result.count("localizeHits"));
    row.add(result.count("localizeMisses"));
    row.add(result.count("steals"));
    row.add(result.count("failedSteals"));
    return row;
  }

  @Override
  public List<String> commands() {
    return curves.stream()
        .flatMap(curve -> curve.results().stream())
        .map(result -> result.point().commandLine())
        .toList();
  }
}
