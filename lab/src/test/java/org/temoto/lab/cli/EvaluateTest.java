package org.temoto.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.jr.ob.JSON;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.apps.cli.Cli;
import org.temoto.apps.cli.ExitCode;
import org.temoto.apps.cli.JobCommand;
import org.temoto.apps.cli.Main;
import org.temoto.lab.evaluate.Plan;
import picocli.CommandLine;

/** Tests of {@code temoto evaluate} with small sizes: its files, statements and refusals. */
@Timeout(120)
class EvaluateTest {
  private static final String SMALL = "--cost model --workers 1,2 ";

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
    Cli done = evaluate(SMALL + "--keys 60000 --side 128 --figures 5,6,7,8 --json");
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
        .contains("chart-figure-6-plain", "10 to 20 % longer", "chunked (tuned): separate, 1.8us")
        .doesNotContain("http://localhost", "src=");
    assertRatioIsThatOfTheRuns(exhibit(done.json(), "figure-8-plain"));
  }

  /** The statement's number is the quotient of times that stand in the table. */
  private void assertRatioIsThatOfTheRuns(Map<String, Object> figure) throws IOException {
    Map<String, Object> statement = objects(figure.get("statements")).getFirst();
    double separate = seconds("figure-6-plain", "recursive: separate, 1.8us", "2");
    double plain = seconds("figure-6-plain", "recursive: plain tasks", "2");
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
    Cli done = evaluate(SMALL + "--side 128 --figures 8 --json");
    Map<String, Object> figure = exhibit(done.json(), "figure-8-plain");
    List<?> commands = (List<?>) figure.get("commands");
    List<?> rows = (List<?>) figure.get("rows");
    assertThat(commands).hasSize(8).hasSameSizeAs(rows);
    for (int i = 0; i < commands.size(); i++) {
      Cli alone = Cli.line(((String) commands.get(i)).replaceFirst("^temoto ", "") + " --json");
      assertThat(alone.json()).containsEntry("verified", true);
      assertThat(alone.json().get("seconds")).isEqualTo(((List<?>) rows.get(i)).get(2));
    }
  }

  @Test
  void shouldSayOnTheTerminalWhatItFound() {
    Cli done = evaluate(SMALL + "--side 128 --figures 8");
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.out()).isEmpty();
    assertThat(done.err())
        .contains("figure 8: time on 2 workers of matmul, 128 x 128, plain kernels")
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
          --figures 5,9         | --figures 9 must be one of 5, 6, 7, 8, table, aggregation
          --figures 5,5         | --figures 5,5: 5 is in the list twice
          --workers 4,2         | --workers 4,2: 2 must be a number from 1 to 1024, and more than the one before it
          --workers 1,x         | --workers 1,x: x must be a number
          --workers 0           | --workers 0: 0 must be a number
          --cost guessed        | --cost guessed must be one of measured, model
          --repeat 0            | --repeat 0 must be from 1 to 99
          --keys 0              | --keys 0 must be from 1 to 2^31 - 1
          --side 0              | --side 0 must be from 1 to 2^14
          --keys 9 --figures 6,8 | --keys is for 5, 7 of --figures, not for 6,8: leave it out
          --side 9 --figures 7,table | --side is for 6, 8 of --figures, not for 7,table
          --workers 1 --figures aggregation | --workers is for 5, 6, 7, 8, table of --figures
          --repeat 2 --figures aggregation | --repeat is for 5, 6, 7, 8, table of --figures
          --cost measured --figures aggregation | --cost is for 5, 6, 7, 8, table of --figures
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

  @Test
  void shouldLeaveForeignFilesOfItsNamesAlone() throws IOException {
    Files.createDirectories(out());
    Files.writeString(out().resolve("report.html"), "my notes");
    Cli done = evaluate("--figures 5");
    assertThat(done.exitCode()).isEqualTo(2);
    assertThat(done.err()).contains("has report.html, which is no file of this command");
    assertThat(out().resolve("report.html")).hasContent("my notes");
  }

  @Test
  void shouldRemoveTheFilesOfAnEarlierEvaluation() throws IOException {
    assertThat(evaluate(SMALL + "--keys 60000 --figures 5").exitCode()).isZero();
    assertThat(out().resolve("figure-5-plain.png")).exists();
    assertThat(evaluate(SMALL + "--side 128 --figures 8").exitCode()).isZero();
    try (Stream<Path> files = Files.list(out())) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "figure-8-plain.png",
              "figure-8-fast.png",
              "report.html",
              "results.csv",
              "results.json");
    }
  }

  /** Plans with measured costs are tried, too, which would take minutes to run. */
  @ParameterizedTest
  @ValueSource(strings = {Plan.MEASURED, Plan.MODEL})
  void shouldPlanPointsThatCanBeRun(String cost) {
    Plan plan = new Plan(Plan.FIGURES, List.of("1", "32"), cost, 3, 60_000, 240_000, 128);
    CommandLine all = Cli.commandLine(false);
    assertThat(plan.points())
        .hasSize(2 * 31 + 4 * 4 + (plan.isMeasured() ? 7 : 0))
        .allSatisfy(point -> JobCommand.check(all, point.arguments()));
    assertThat(plan.lines()).isEqualTo(31 + 4);
    assertThat(plan.points())
        .filteredOn(point -> point.arguments().contains("--generate=240000"))
        .hasSize(2 * 4)
        .allSatisfy(point -> assertThat(point.arguments()).contains("--kernel=fast"));
  }

  @Test
  void shouldRunPointsWithMeasuredCostsUntilTheirTimesSettle() {
    Cli done = evaluate("--keys 1000 --workers 1,2 --figures 5 --repeat 2 --json");
    assertThat(done.exitCode()).as(done.err()).isZero();
    Map<String, Object> figure = exhibit(done.json(), "figure-5-plain");
    List<?> columns = (List<?>) figure.get("columns");
    assertThat((List<?>) figure.get("rows"))
        .hasSize(16)
        .allSatisfy(row -> {
          List<?> cells = (List<?>) row;
          assertThat((int) cells.get(columns.indexOf("discarded"))).isBetween(1, 60);
          assertThat(cells.get(columns.indexOf("settled"))).isInstanceOf(Boolean.class);
        });
  }

  @Test
  void shouldShowHowFarItIs() {
    StringWriter err = new StringWriter();
    int code =
        Cli.commandLine(true)
            .setErr(new PrintWriter(err))
            .execute(
                (("evaluate " + SMALL + "--side 128 --figures 8 --out ") + out()).split(" +", -1));
    assertThat(code).as(err.toString()).isZero();
    assertThat(err.toString())
        .containsPattern("evaluate +\\d+% \\[.*\\] +\\d+/24 points \\(\\d:\\d\\d:\\d\\d / ")
        .doesNotContain("running ");
  }

  /** Whatever fails between two lines, here the terminal, is told after what is finished. */
  @Test
  void shouldKeepTheLinesThatAreFinishedWhenAnErrorEndsIt() throws IOException {
    StringWriter text = new StringWriter();
    PrintWriter err =
        new PrintWriter(text) {
          @Override
          public void println(String line) {
            if (line.startsWith("running ") && text.toString().contains("running ")) {
              throw new IllegalStateException("no terminal");
            }
            super.println(line);
          }
        };
    String words = "evaluate " + SMALL + "--side 128 --figures 8 --out " + out();
    int code = Main.run(new PrintWriter(new StringWriter()), err, words.split(" +", -1));
    assertThat(code).isEqualTo(ExitCode.FAILED);
    assertThat(text.toString())
        .contains("temoto: ended by an error: 1 of 12 lines finished, which are in " + out())
        .contains("no terminal");
    assertThat(JSON.std.mapFrom(out().resolve("results.json").toFile()))
        .containsEntry("finished", 1);
  }

  @Test
  void shouldKeepTheLinesThatAreFinishedWhenItIsInterrupted() throws Exception {
    Path errors = folder.resolve("errors.txt");
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + Path.of(System.getProperty("basedir", ".")).resolve("../.mvn/temoto.args"),
                "--add-modules=jdk.incubator.vector",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Main.class.getName(),
                "evaluate",
                "--cost=model",
                "--keys=4000000", // what comes after the first report takes seconds
                "--workers=1,2,64",
                "--figures=5",
                "--out=" + out())
            .redirectError(errors.toFile())
            .start();
    try {
      Files.createDirectories(out());
      Awaited.file(out(), "report.html");
      child.destroy(); // SIGTERM: a background job of a shell ignores SIGINT, as its children do
      assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      child.destroyForcibly();
    }
    assertThat(child.exitValue()).as("128 + SIGTERM").isEqualTo(143);
    assertThat(errors)
        .content()
        .containsPattern("interrupted: \\d+ of 12 lines finished, which are in ");
    Map<String, Object> json = JSON.std.mapFrom(out().resolve("results.json").toFile());
    assertThat(json).containsEntry("planned", 12);
    assertThat((int) json.get("finished")).isBetween(1, 11);
    assertThat(out().resolve("report.html")).content().contains("The evaluation was not finished");
  }
}
