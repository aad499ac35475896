package org.temoto.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import org.junit.jupiter.api.Test;

/** Tests of the texts of charts, read from their SVG. */
class ChartsTest {
  private static final Pattern TEXT = Pattern.compile("<text[^>]*>([^<]*)</text");

  @Test
  void shouldNameUprightBarsWhole() {
    Map<String, Double> values = new LinkedHashMap<>();
    values.put("plain tasks on shared arrays", 1.0);
    for (String latency : List.of("1.8us", "1.8ms")) {
      values.put("identity buffers, l = " + latency, 2.0);
      values.put("separate buffers, l = " + latency, 3.0);
    }
    String texts = texts(new Drawing(Charts.bars("Bars", "seconds", values), 900, 480));
    assertThat(texts).contains(values.keySet()).doesNotContain("...");
  }

  @Test
  void shouldNameBarsOfPointsWhole() {
    Results results =
        results(
            1,
            Dimension.of("--pes", "2,4"),
            Dimension.of("--workers", "1,2"),
            Dimension.of("--replace", "age-size 64KiB,least-recently-used"),
            Dimension.of("--network", "network-10gbe,network-infiniband-fdr"),
            Dimension.of("--page-size", "64KiB,256KiB"));
    assertThat(texts(HtmlReport.breakdown(results)).replace("- ", "-")) // a line may end there
        .contains(results.finished().stream().map(result -> result.point().label()).toList())
        .doesNotContain("...");
  }

  @Test
  void shouldSayWhatIsNotDrawn() {
    Results results =
        results(1, Dimension.of("--pes", "1,2,3,4,5,6"), Dimension.of("--seed", numbers(9)));
    assertThat(texts(HtmlReport.speedUp(results))).contains("Drawn are the first 8 of 9 lines.");
    assertThat(texts(HtmlReport.breakdown(results)))
        .contains("Drawn are the first 48 of 54 points.");
    assertThat(new HtmlReport(results).text())
        .contains("Drawn are the first 8 of 9 lines.", "Drawn are the first 48 of 54 points.");
    Results few =
        results(1, Dimension.of("--pes", "1,2,3,4,5,6"), Dimension.of("--seed", numbers(8)));
    assertThat(texts(HtmlReport.speedUp(few))).doesNotContain("Drawn");
    assertThat(texts(HtmlReport.breakdown(few))).doesNotContain("Drawn");
  }

  @Test
  void shouldSayThatNoTasksRun() {
    Results results = results(0, Dimension.of("--pes", "1,2"));
    assertThat(texts(HtmlReport.breakdown(results)))
        .contains("No tasks run here")
        .doesNotContain("E-");
    assertThat(new HtmlReport(results).text())
        .contains("No tasks run here", "id=\"speedup\"")
        .doesNotContain("id=\"breakdown\"", "id=\"time\"", "id=\"steals\"");
    Results working = results(1, Dimension.of("--pes", "1,2"));
    assertThat(new HtmlReport(working).text())
        .contains("id=\"breakdown\"", "id=\"time\"", "id=\"steals\"")
        .doesNotContain("No tasks run here");
  }

  @Test
  void shouldSayThatNoNumberIsReported() {
    Results results = results(1, Dimension.of("--pes", "1,2"));
    assertThat(texts(new Drawing(Charts.reported(results, "residual"), 900, 300)))
        .contains("There is no number to show here.")
        .doesNotContain("No tasks run here");
  }

  /** Of two groups one has no point with one worker: its own ideal is half as large. */
  @Test
  void shouldHaveTheLargestIdealOfAllGroups() {
    Results all = results(1, Dimension.of("--pes", "1,2,4"), Dimension.of("--seed", "1,2"));
    List<PointResult> some =
        all.finished().stream()
            .filter(
                result -> !result.point().settings().equals(Map.of("--pes", "1", "--seed", "2")))
            .toList();
    for (List<PointResult> each : List.of(some, some.reversed())) {
      XYSeriesCollection data =
          (XYSeriesCollection)
              Charts.speedUp(new Results(all.sweep(), each)).getXYPlot().getDataset();
      assertThat(data.getSeries("ideal").toArray())
          .isDeepEqualTo(new double[][] {{1, 2, 4}, {1, 2, 4}});
    }
  }

  @Test
  void shouldCountNoStealsFromZeroOn() {
    Results results = results(1, Dimension.of("--pes", "1,2"));
    assertThat(texts(new Drawing(Charts.steals(results), 900, 300)))
        .contains(" 0 1 ")
        .doesNotContain("E-", "-");
  }

  private static XYSeriesCollection data(double... lastOfEach) {
    XYSeriesCollection data = new XYSeriesCollection();
    for (double last : lastOfEach) {
      XYSeries line = new XYSeries("line " + data.getSeriesCount());
      line.add(1, 1);
      line.add(8, last);
      data.addSeries(line);
    }
    return data;
  }

  @Test
  void shouldNameLinesThatLieUnderOthers() {
    assertThat(Charts.coinciding(data(8, 3, 4, 3.01, 4, 8), Math::log))
        .contains("Hidden: line 3 lies under line 1; line 4 lies under line 2.");
    assertThat(Charts.coinciding(data(8, 3, 3.1), Math::log)).isEmpty();
    assertThat(texts(new Drawing(Charts.scaling("Lines", "times", data(8, 3, 3)), 900, 480)))
        .contains("Hidden: line 2 lies under line 1.");
    XYSeriesCollection longer = data(8, 3, 3);
    longer.getSeries(2).add(16, 4);
    assertThat(Charts.coinciding(longer, Math::log)).as("goes on beyond the other").isEmpty();
    Results same = results(1, Dimension.of("--pes", "1"), Dimension.of("--seed", numbers(3)));
    assertThat(new HtmlReport(same).text())
        .contains("Hidden: seed 2 lies under seed 1; seed 3 lies under seed 1.");
  }

  @Test
  void shouldEndAtAHundredPerCent() {
    Results results = results(1, Dimension.of("--pes", "1,2"));
    assertThat(texts(HtmlReport.breakdown(results))).contains(" 90 100 ").doesNotContain("110");
    assertThat(texts(new Drawing(Charts.efficiency("Efficiency", data(100, 60)), 900, 480)))
        .contains(" 80 100")
        .doesNotContain("120", "105");
  }

  private static String numbers(int last) {
    List<String> numbers = new ArrayList<>();
    for (int i = 1; i <= last; i++) {
      numbers.add("" + i);
    }
    return String.join(",", numbers);
  }

  /** All points, whose workers have worked for {@code work} seconds and stolen nothing. */
  private static Results results(double work, Dimension... dimensions) {
    Sweep sweep = new Sweep(List.of("run", "any"), List.of(dimensions), List.of());
    List<PointResult> results = new ArrayList<>();
    for (SweepPoint point : sweep.points()) {
      Map<String, Object> activity = new HashMap<>();
      for (WorkerActivity each : WorkerActivity.values()) {
        activity.put(each.field(), work);
      }
      Map<String, Object> fields = new HashMap<>(Map.of("activity", activity, "options", Map.of()));
      fields.put("pes", Integer.valueOf(point.settings().get("--pes")));
      fields.put("workers", 1);
      fields.put("seconds", 1.0 / point.number());
      for (String count :
          List.of("tasks", "steals", "remoteSteals", "failedSteals", "suspensions", "lockWaits")) {
        fields.put(count, 0);
      }
      results.add(new PointResult(point, fields));
    }
    return new Results(sweep, results);
  }

  /** One after the other, with a space between words, whatever lines they are in. */
  private static String texts(Drawing drawing) {
    List<String> texts =
        TEXT.matcher(drawing.svg("chart", "a chart")).results().map(each -> each.group(1)).toList();
    return String.join(" ", texts).replaceAll("\\s+", " ");
  }
}
