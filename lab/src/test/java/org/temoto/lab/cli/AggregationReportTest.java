package org.temoto.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.temoto.apps.cli.Cli;

/** Tests of the exhibit of {@code temoto evaluate} that shows what aggregation is worth. */
@Timeout(300)
class AggregationReportTest {
  private static final int SECONDS = 2;
  private static final int WAYS = 4;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path folder;

  @Test
  void shouldShowEveryProgramInEveryWay() throws Exception {
    Path out = folder.resolve("out");
    Cli done = Cli.line("evaluate --cost model --figures aggregation --json --out " + out);
    assertThat(done.exitCode()).as(done.err()).isZero();
    try (Stream<Path> files = Files.list(out)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "aggregation.png", "report.html", "results.csv", "results.json");
    }
    Map<?, ?> exhibit = (Map<?, ?>) ((List<?>) done.json().get("exhibits")).getFirst();
    List<Object> rows = ReportPage.list(exhibit.get("rows"));
    assertThat(rows).hasSize(4 * WAYS);
    for (int program = 0; program < rows.size(); program += WAYS) {
      assertThat(seconds(rows, program)).isGreaterThan(10 * seconds(rows, program + 1));
      assertThat(seconds(rows, program + 3)).isLessThan(seconds(rows, program + 1));
    }
    assertThat(csv(out)).hasSize(rows.size());
    assertRepeats(exhibit, rows, 3);
    assertRepeats(exhibit, rows, 2 * WAYS + 1);
    assertPage(out, rows);
  }

  private static double seconds(List<Object> rows, int row) {
    return (double) ((List<?>) rows.get(row)).get(SECONDS);
  }

  private static List<NamedCsvRecord> csv(Path out) throws IOException {
    try (CsvReader<NamedCsvRecord> reader =
        CsvReader.builder().ofNamedCsvRecord(out.resolve("results.csv"))) {
      return reader.stream().toList();
    }
  }

  /** Its command line gives what stands in row {@code row}. */
  private static void assertRepeats(Map<?, ?> exhibit, List<Object> rows, int row) {
    String command = (String) ((List<?>) exhibit.get("commands")).get(row);
    Cli alone = Cli.line(command.replaceFirst("^temoto ", "") + " --json");
    assertThat(alone.json()).containsEntry("verified", true);
    assertThat(alone.json().get("seconds")).isEqualTo(seconds(rows, row));
  }

  private void assertPage(Path out, List<Object> rows) throws Exception {
    Chromium chromium = Chromium.require(folder);
    Path json = out.resolve("results.json");
    ReportPage page = ReportPage.open(chromium, folder, out.resolve("report.html"), json);
    assertThat(page.charts()).containsExactly("aggregation");
    assertThat(page.cells("aggregation")).hasSameSizeAs(rows);
    assertThat(page.chart("aggregation").get("texts"))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .contains("sort", "matmul", "stencil", "gather")
        .contains(
            "a get per element", "packed gets", "localize at the leaf", "localize at the ancestor");
    assertThat(JSON.std.mapFrom(json.toFile())).containsEntry("finished", 4);
  }
}
