package org.temoto.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.temoto.apps.cli.Cli;
import org.temoto.lab.simulate.Digits;

/** Tests of the report of an evaluation as a browser shows it. */
@Timeout(300)
class EvaluationReportTest {
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path folder;

  @Test
  void shouldShowEveryChartWithItsNumbers() throws Exception {
    Chromium chromium = Chromium.require(folder);
    Path out = folder.resolve("out");
    Cli done =
        Cli.line(
            "evaluate --cost model --keys 60000 --side 128 --workers 1,2 --figures 5,6,7,8 --out "
                + out);
    assertThat(done.exitCode()).as(done.err()).isZero();
    Path json = out.resolve("results.json");
    ReportPage page = ReportPage.open(chromium, folder, out.resolve("report.html"), json);
    List<Object> exhibits = ReportPage.list(JSON.std.mapFrom(json.toFile()).get("exhibits"));
    assertThat(page.charts())
        .containsExactlyElementsOf(
            exhibits.stream().map(each -> (String) ((Map<?, ?>) each).get("id")).toList())
        .hasSize(8);
    for (Object each : exhibits) {
      Map<?, ?> exhibit = (Map<?, ?>) each;
      String id = (String) exhibit.get("id");
      assertThat(page.cells(id)).as(id).isEqualTo(texts(ReportPage.list(exhibit.get("rows"))));
      assertThat(ReportPage.list(page.chart(id).get("texts")).stream().map(Object::toString))
          .as(id)
          .anySatisfy(text -> assertThat(text).contains("plain tasks"));
      assertStatements(ReportPage.list(page.chart(id).get("tables")).getFirst(), exhibit);
    }
    assertThat(page.chart("figure-5-plain").get("texts"))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .contains(
            "ideal",
            "cilksort: identity, 1.8us",
            "cilksort: separate, 1.8us, no queues",
            "multiway (tuned): separate, 1.8us");
    for (String figure : List.of("figure-7-plain", "figure-8-fast")) {
      String[] texts = ReportPage.list(page.chart(figure).get("texts")).toArray(new String[0]);
      assertThat(String.join(" ", texts).replaceAll("\\s+", " "))
          .contains("(tuned): plain tasks", ": separate, 1.8us", "(tuned): separate, 1.8us");
    }
  }

  private static void assertStatements(Object shown, Map<?, ?> exhibit) {
    List<Object> statements = ReportPage.list(exhibit.get("statements"));
    List<Object> rows = ReportPage.list(shown);
    assertThat(rows).isNotEmpty().hasSameSizeAs(statements);
    for (int i = 0; i < rows.size(); i++) {
      Map<?, ?> statement = (Map<?, ?>) statements.get(i);
      assertThat(ReportPage.list(rows.get(i)).subList(0, 4))
          .isEqualTo(
              List.of(
                  statement.get("about"),
                  statement.get("paper"),
                  statement.get("here"),
                  text(statement.get("ratio"))));
    }
  }

  private static List<List<String>> texts(List<Object> rows) {
    List<List<String>> texts = new ArrayList<>();
    for (Object row : rows) {
      texts.add(ReportPage.list(row).stream().map(EvaluationReportTest::text).toList());
    }
    return texts;
  }

  private static String text(Object value) {
    return switch (value) {
      case null -> "-";
      case Double number -> Digits.of(number, 3);
      default -> value.toString();
    };
  }
}
