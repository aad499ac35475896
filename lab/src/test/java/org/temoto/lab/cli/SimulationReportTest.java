package org.temoto.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.temoto.apps.cli.Cli;
import org.temoto.lab.simulate.Digits;

/** Tests of the report of a simulation as a browser shows it. */
@Timeout(300)
class SimulationReportTest {
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path folder;

  @Test
  void shouldShowEveryChartWithItsNumbers() throws Exception {
    Chromium chromium = Chromium.require(folder);
    Path out = folder.resolve("out");
    Cli done =
        Cli.line(
            "simulate sort --generate 60000 --page-size 4KiB --pes 1,2,4 --latency 1us,2us --cost model"
                + " --out "
                + out);
    assertThat(done.exitCode()).as(done.err()).isZero();
    Path json = out.resolve("results.json");
    ReportPage page = ReportPage.open(chromium, folder, out.resolve("report.html"), json);
    assertThat(page.charts())
        .containsExactly("speedup", "breakdown", "time", "steals", "timeline", "traffic");
    assertNumbers(page, JSON.std.mapFrom(json.toFile()));
  }

  private static void assertNumbers(ReportPage page, Map<String, Object> results) {
    List<?> points = (List<?>) results.get("points");
    List<?> speedUps = page.cells("speedup");
    List<?> steals = page.cells("steals");
    assertThat(speedUps).hasSize(6);
    for (int i = 0; i < points.size(); i++) {
      Map<?, ?> point = (Map<?, ?>) points.get(i);
      Map<?, ?> result = (Map<?, ?>) point.get("result");
      List<?> row = (List<?>) speedUps.get(i);
      assertThat(row.get(0))
          .isEqualTo(
              "pes %s, latency %s".formatted(setting(point, "--pes"), setting(point, "--latency")));
      assertThat(row.get(1)).isEqualTo(result.get("pes").toString());
      assertThat(row.get(3)).isEqualTo(number(result.get("seconds")));
      assertThat(row.get(4)).isEqualTo(number(point.get("speedUp")));
      assertThat(row.get(8)).isEqualTo(point.get("baseline").toString());
      assertThat(((List<?>) steals.get(i)).get(2)).isEqualTo(result.get("steals").toString());
    }
    assertThat(page.chart("speedup").get("texts"))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .contains("ideal", "latency 1us", "latency 2us");
    assertTimeline(page, (Map<?, ?>) ((Map<?, ?>) points.get(4)).get("result"));
    List<?> traffic =
        (List<?>) ((Map<?, ?>) ((Map<?, ?>) points.get(4)).get("result")).get("trafficBytes");
    List<?> shown = page.cells("traffic");
    assertThat(shown).hasSize(4);
    for (int pe = 0; pe < 4; pe++) {
      List<?> row = (List<?>) shown.get(pe);
      assertThat(row.subList(1, 5))
          .isEqualTo(ReportPage.list(traffic.get(pe)).stream().map(Object::toString).toList());
    }
    assertThat(ReportPage.list(page.seen().get("configuration")))
        .contains(
            List.of("--pes", "1, 2, 4"),
            List.of("latencyNanos", "1000, 2000"),
            List.of("pageSize", "4096"));
    assertThat(
            ReportPage.list(page.seen().get("sorted")).stream()
                .map(row -> Double.valueOf((String) ((List<?>) row).get(3))))
        .hasSize(6)
        .isSorted();
  }

  /** The point with the most workers has a row for each, with the numbers of the results. */
  private static void assertTimeline(ReportPage page, Map<?, ?> result) {
    List<?> rows = page.cells("timeline");
    List<Object> workers = ReportPage.list(result.get("activityByWorker"));
    assertThat(rows).hasSize(workers.size() + 1);
    for (int i = 0; i < workers.size(); i++) {
      Map<?, ?> worker = (Map<?, ?>) workers.get(i);
      List<?> row = (List<?>) rows.get(i);
      assertThat(row.subList(0, 5))
          .isEqualTo(
              List.of(
                  "PE " + i + ", worker 0",
                  number(worker.get("workSeconds")),
                  number(worker.get("communicationSeconds")),
                  number(worker.get("waitSeconds")),
                  number(worker.get("idleSeconds"))));
    }
    assertThat(((List<?>) rows.getLast()).get(5)).isEqualTo(result.get("steals").toString());
    assertThat(page.chart("timeline").get("texts"))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .contains("PE 0, worker 0", "PE 3, worker 0", "work", "communication");
  }

  private static String number(Object value) {
    return Digits.of(((Number) value).doubleValue(), 4);
  }

  private static Object setting(Map<?, ?> point, String option) {
    return ((Map<?, ?>) point.get("settings")).get(option);
  }
}
