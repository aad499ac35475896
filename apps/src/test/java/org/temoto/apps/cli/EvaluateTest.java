package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.jr.ob.JSON;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code temoto evaluate} with small sizes: what it writes, states and refuses. */
@Timeout(120)
class EvaluateTest {
  private static final String SMALL = "--cost model --keys 60000 --side 128 --workers 1,2 ";

  @TempDir Path folder;

  private Path out() {
    return folder.resolve("out");
  }

  private Cli evaluate(String words) {
    return Cli.line("evaluate " + words + " --out " + out());
  }

  @SuppressWarnings("unchecked") // objects of JSON
  private static List<Map<String, Object>> objects(Object value) {
    return (List<Map<String, Object>>) value;
  }

  private static Map<String, Object> exhibit(Map<String, Object> json, String id) {
    return objects(json.get("exhibits")).stream()
        .filter(each -> each.get("id").equals(id))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldDrawTheFiguresThatAreWanted() throws IOException {
    Cli done = evaluate(SMALL + "--figures 5,6,7,8 --json");
    assertThat(done.exitCode()).as(done.err()).isZero();
    try (Stream<Path> files = Files.list(out())) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "figure-5-plain.png",
              "figure-5-fast.png",
              "figure-6-plain.png",
              "figure-6-fast.png",
              "figure-7-plain.png",
              "figure-7-fast.png",
              "figure-8-plain.png",
              "figure-8-fast.png",
              "report.html",
              "results.csv",
              "results.json");
    }
    for (String name : List.of("figure-6-plain.png", "figure-7-fast.png")) {
      assertThat(ImageIO.read(out().resolve(name).toFile()).getWidth()).isEqualTo(900);
    }
    assertThat(JSON.std.mapFrom(out().resolve("results.json").toFile())).isEqualTo(done.json());
    assertThat(out().resolve("report.html"))
        .content()
        .contains("chart-figure-6-plain", "10 to 20 % longer", "separate buffers, l = 1.8ms")
        .doesNotContain("http://localhost", "src=");
    assertRatioIsThatOfTheRuns(exhibit(done.json(), "figure-8-plain"));
  }

  /** The statement's number is the quotient of times that stand in the table. */
  private void assertRatioIsThatOfTheRuns(Map<String, Object> figure) throws IOException {
    Map<String, Object> statement = objects(figure.get("statements")).getFirst();
    double separate = seconds("figure-6-plain", "separate buffers, l = 1.8us", "2");
    double plain = seconds("figure-6-plain", "plain tasks on shared arrays", "2");
    assertThat(separate).isGreaterThan(plain);
    assertThat((double) statement.get("ratio")).isCloseTo(separate / plain, within(1e-9));
    assertThat(statement).containsEntry("met", null); // nothing is aimed at for two workers
  }

  private double seconds(String exhibit, String line, String workers) throws IOException {
    try (CsvReader<NamedCsvRecord> reader =
        CsvReader.builder().ofNamedCsvRecord(out().resolve("results.csv"))) {
      return reader.stream()
          .filter(row ->
              row.getField("exhibit").equals(exhibit)
                  && row.getField("line").equals(line)
                  && row.getField("workers").equals(workers))
          .mapToDouble(row -> Double.parseDouble(row.getField("seconds")))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void shouldRepeatARunByItsCommand() {
    Cli done = evaluate(SMALL + "--figures 8 --json");
    Map<String, Object> figure = exhibit(done.json(), "figure-8-plain");
    List<?> commands = (List<?>) figure.get("commands");
    List<?> rows = (List<?>) figure.get("rows");
    assertThat(commands).hasSize(5).hasSameSizeAs(rows);
    for (int i = 0; i < commands.size(); i++) {
      Cli alone = Cli.line(((String) commands.get(i)).replaceFirst("^temoto ", "") + " --json");
      assertThat(alone.json()).containsEntry("verified", true);
      assertThat(alone.json().get("seconds")).isEqualTo(((List<?>) rows.get(i)).get(2));
    }
  }

  @Test
  void shouldSayOnTheTerminalWhatItFound() {
    Cli done = evaluate(SMALL + "--figures 8");
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.out()).isEmpty();
    assertThat(done.err())
        .contains("P1, figure 8: time on 2 workers of matmul, plain kernels")
        .contains("MassiveThreads/DM takes 10 to 20 % longer")
        .contains("times plain tasks'")
        .contains("bytes fetched per PE / B")
        .doesNotContain("figure 5");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --figures 5,9         | --figures 9 must be one of 5, 6, 7, 8, table
          --figures 5,5         | --figures 5,5: 5 is in the list twice
          --workers 4,2         | --workers 4,2: 2 must be a number from 1 to 1024, and more than the one before it
          --workers 1,x         | --workers 1,x: x must be a number
          --workers 0           | --workers 0: 0 must be a number
          --cost guessed        | --cost guessed must be one of measured, model
          --repeat 0            | --repeat 0 must be from 1 to 99
          --keys 0              | --keys 0 must be from 1 to 2^31 - 1
          --side 0              | --side 0 must be from 1 to 2^14
          """)
  void shouldRefuseBadInput(String words, String message) {
    Cli done = evaluate(words);
    assertThat(done.exitCode()).isEqualTo(2);
    assertThat(done.err()).startsWith("temoto: ").contains(message).hasLineCount(1);
    assertThat(out()).doesNotExist();
  }

  @Test
  void shouldRefuseADirectoryWithForeignFiles() throws IOException {
    Files.createDirectories(out());
    Files.writeString(out().resolve("thesis.txt"), "not ours");
    Cli done = evaluate("--figures 5");
    assertThat(done.exitCode()).isEqualTo(2);
    assertThat(done.err()).contains("has thesis.txt, which is no file of this command");
    assertThat(out().resolve("thesis.txt")).hasContent("not ours");
  }
}
