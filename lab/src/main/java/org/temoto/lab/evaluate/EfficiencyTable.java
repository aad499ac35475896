package org.temoto.lab.evaluate;

import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import org.temoto.lab.simulate.Charts;
import org.temoto.lab.simulate.PointResult;

/** The parallel efficiency of the suite's applications. */
public record EfficiencyTable(List<SuiteCurve> curves) implements Exhibit {
  /** Applications of the paper that gain from nodes there, and the one that does not. */
  private static final String GAINS =
      "time falls with every number of nodes up to 16, of 36 workers each; efficiency falls a lot"
          + " (a figure, without numbers in the text)";

  private static final String GAINS_NOTHING =
      "more nodes gain nothing: the data of each steal is too large";

  private static final String NOT_THERE = "not among its programs";

  private static final double HUNDRED = 100;

  public EfficiencyTable {
    curves = List.copyOf(curves);
  }

  @Override
  public String id() {
    return "efficiency";
  }

  @Override
  public String title() {
    return "parallel efficiency of the suite";
  }

  @Override
  public String words() {
    return "Parallel efficiency: the speed-up by the number of workers, in hundredths.";
  }

  @Override
  public JFreeChart chart() {
    XYSeriesCollection data = new XYSeriesCollection();
    XYSeries ideal = new XYSeries("ideal");
    data.addSeries(ideal);
    for (SuiteCurve curve : curves) {
      XYSeries line = new XYSeries(curve.program().name());
      for (PointResult result : curve.results()) {
        line.add(result.totalWorkers(), HUNDRED * curve.efficiency(result));
        ideal.addOrUpdate(result.totalWorkers(), HUNDRED);
      }
      data.addSeries(line);
    }
    return Charts.efficiency(title(), data);
  }

  @Override
  public List<Statement> statements() {
    return curves.stream().map(EfficiencyTable::statement).toList();
  }

  private static Statement statement(SuiteCurve curve) {
    PointResult last = curve.results().getLast();
    String paper =
        switch (curve.program().report()) {
          case GAINS -> GAINS;
          case GAINS_NOTHING -> GAINS_NOTHING;
          case NOT_THERE -> NOT_THERE;
        };
    double gain = curve.results().getFirst().seconds() / last.seconds();
    return new Statement(
        curve.program().name(),
        paper,
        "on %d workers %s times as fast as on %d; efficiency against %s %.0f %%"
            .formatted(
                last.totalWorkers(),
                Numbers.text(gain),
                curve.results().getFirst().totalWorkers(),
                curve.reference(),
                HUNDRED * curve.efficiency(last)),
        1 / curve.efficiency(last),
        Double.POSITIVE_INFINITY);
  }

  @Override
  public List<String> columns() {
    return List.of(
        "program",
        "workers",
        "seconds",
        "speed-up",
        "efficiency",
        "steals",
        "from other PEs",
        "discarded",
        "settled");
  }

  @Override
  public List<List<Object>> rows() {
    List<List<Object>> rows = new ArrayList<>();
    for (SuiteCurve curve : curves) {
      for (PointResult result : curve.results()) {
        List<Object> row = new ArrayList<>();
        row.add(curve.program().name());
        row.add(result.totalWorkers());
        row.add(result.seconds());
        row.add(curve.speedUp(result));
        row.add(curve.efficiency(result));
        row.add(result.count("steals"));
        row.add(result.count("remoteSteals"));
        row.add(result.runs().discarded());
        row.add(result.runs().settled().orElse(null));
        rows.add(row);
      }
    }
    return rows;
  }

  @Override
  public List<String> commands() {
    return curves.stream().map(curve -> curve.results().getLast().point().commandLine()).toList();
  }
}
