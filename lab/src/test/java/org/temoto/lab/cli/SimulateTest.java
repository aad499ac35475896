package org.temoto.lab.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.jr.ob.JSON;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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
import org.temoto.apps.cli.Main;

/** Tests of {@code temoto simulate}: the files that it writes, and the input that it refuses. */
@Timeout(120)
class SimulateTest {
  private static final String[] FILES = {
    "breakdown.png", "report.html", "results.csv", "results.json", "speedup.png"
  };

  @TempDir Path folder;

  private Path out() {
    return folder.resolve("out");
  }

  private Cli simulate(String words) {
    return Cli.line("simulate " + words + " --out " + out());
  }

  private static List<String> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void shouldWriteTheResultsOfAllPoints() throws IOException {
    Cli done = simulate("fib --n 12,15 --pes 1,2,3 --seed=7 --json");
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(files(out())).containsExactly(FILES);
    Map<String, Object> json = JSON.std.mapFrom(out().resolve("results.json").toFile());
    assertThat(json)
        .isEqualTo(done.json())
        .containsEntry("planned", 6)
        .containsEntry("finished", 6);
    List<Map<String, Object>> results = new ArrayList<>();
    for (Object point : (List<?>) json.get("points")) {
      results.add(object(object(point).get("result")));
    }
    assertThat(results.stream().map(result -> result.get("n")))
        .containsExactly(12, 12, 12, 15, 15, 15);
    assertThat(results.stream().map(result -> result.get("result")))
        .containsExactly(144, 144, 144, 610, 610, 610);
    assertThat(results.stream().map(result -> result.get("pes"))).containsExactly(1, 2, 3, 1, 2, 3);
    assertThat(results)
        .allSatisfy(result -> assertThat(object(result.get("options"))).containsEntry("seed", 7));
    assertTable(results);
  }

  @Test
  void shouldSimulateBothMethodsOfTheSort() {
    Cli done =
        simulate("sort --generate 50000 --method cilksort,multiway --pes 3 --cost model --json");
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(objects(done.json().get("points")))
        .extracting(point -> object(object(object(point).get("result")).get("options")))
        .extracting(options -> options.get("method"))
        .containsExactly("cilksort", "multiway");
  }

  @Test
  void shouldSimulateAProgramOfTheUser() throws IOException {
    Path program =
        Files.writeString(
            folder.resolve("Squares.java"),
            """
            import org.temoto.gas.*;

            void main(String[] arguments) {
              Temoto.launch(GasOptions.DEFAULT.withWorkers(2), space -> {
                long square = (long) space.pes() * Integer.parseInt(arguments[0]);
                space.report().put("square", square).verify(space.nanoTime() >= 0);
              });
            }
            """);
    String line = "simulate " + program + " --pes 1,3 --cost model --json --out " + out();
    Cli done = Cli.line(line + " -- 7 unused");
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(files(out())).containsExactly(FILES);
    assertThat(done.json().get("always").toString())
        .endsWith(", --, 7, unused]")
        .doesNotContain("--argument");
    assertThat(objects(done.json().get("points")))
        .extracting(point -> object(object(point).get("result")))
        .extracting("values", "pes", "workers", "verified", "arguments")
        .containsExactly(
            tuple(Map.of("square", 7), 1, 2, true, List.of("7", "unused")),
            tuple(Map.of("square", 21), 3, 2, true, List.of("7", "unused")));
    assertThat(out().resolve("results.csv")).content().contains(",values.square,", ",21,");
    assertThat(out().resolve("report.html"))
        .content()
        .contains("What the program reports as square.", "<td>7 unused</td>");
    Cli refused = Cli.line("simulate my.Nowhere --pes 1,2");
    assertThat(refused.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(refused.err()).contains("there is no class my.Nowhere on the class path");
  }

  @Test
  void shouldChangeTheNetworkOfAProgram() throws IOException {
    Path program =
        Files.writeString(
            folder.resolve("Hosts.java"),
            """
            import org.temoto.gas.*;
            import org.temoto.gas.simulated.*;

            void main() {
              Network network = new Network(new Network.Costs.TwoLevel(2_000, 10e9, 4, 300, 80e9));
              Temoto.launch(
                  GasOptions.DEFAULT.withPes(4).with(SimulationOptions.DEFAULT.withNetwork(network)),
                  GlobalAddressSpace::barrier);
            }
            """);
    Cli done = simulate(program + " --pes-per-host 1,2 --cost model --json");
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(objects(done.json().get("points")))
        .extracting(point -> object(object(object(point).get("result")).get("options")))
        .extracting(options -> object(options.get("network")))
        .extracting("pesPerHost", "hostLatency")
        .containsExactly(tuple("1", "300ns"), tuple("2", "300ns"));
    Cli refused = simulate(program + " --radix 2,4 --cost model");
    assertThat(refused.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(refused.err()).contains("--radix belongs to --network fat-tree, not to two-level");
    Cli never = simulate(program + " --radix 2,4 --pes-per-host 2 --cost model");
    assertThat(never.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(never.err()).contains("--radix belongs to --network fat-tree").hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource({
    "PageRank, 9, 1",
    "Bfs, 9, 1",
    "SmithWaterman, 512, 1",
    "BarnesHut, 200, 1",
    "ConjugateGradients, 24, 1",
    "WordCount, TEXT, 1",
    "Heat, 20, 1",
    "Wavefront, 6 32, 2"
  })
  void shouldSimulateAnExample(String program, String arguments, int workers) throws IOException {
    Path source =
        Path.of(System.getProperty("basedir", "."), "..", "examples", "src", "main", "java")
            .resolve(program + ".java");
    String own = arguments.equals("TEXT") ? source.toString() : arguments;
    String options =
        " --pes 1,3 --workers " + workers + " --latency 2us --cost model --json --out ";
    Cli done = Cli.line("simulate " + source + options + out() + " -- " + own);
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(files(out())).containsExactly(FILES);
    assertThat(objects(done.json().get("points")))
        .extracting(point -> object(object(point).get("result")))
        .extracting("verified", "measured", "pes", "workers")
        .containsExactly(tuple(true, true, 1, workers), tuple(true, true, 3, workers));
    List<Double> seconds =
        objects(done.json().get("points")).stream()
            .map(point -> (double) object(object(point).get("result")).get("seconds"))
            .toList();
    assertThat(objects(done.json().get("points")))
        .extracting(point -> object(point).get("speedUp"))
        .containsExactly(1.0, seconds.getFirst() / seconds.getLast());
  }

  /** A program that says something by itself is none to compare, though run would do. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Temoto.launch(GasOptions.DEFAULT, space -> {}) | Program.java reports nothing, runs no"
            + " tasks, comes to no barrier and uses no memory of other PEs",
        "IO.print(\"\") | Program.java has ended without Temoto.launch on its main thread",
        "int n = \"a\" | Program.java does not compile: line 2: incompatible types"
      })
  void shouldRefuseAProgramThatHasNothingToShow(String statement, String reason)
      throws IOException {
    Path program =
        Files.writeString(
            folder.resolve("Program.java"),
            "import org.temoto.gas.*;\nvoid main() { " + statement + "; }\n");
    Cli refused = simulate(program + " --pes 2,3 --cost model");
    assertThat(refused.err().lines().filter(line -> !line.startsWith("simulating ")))
        .singleElement()
        .asString()
        .startsWith("temoto: ")
        .contains(reason);
    assertThat(refused.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(refused.out()).isEmpty();
    assertThat(out()).doesNotExist();
    Files.createDirectory(out());
    assertThat(simulate(program + " --pes 2").exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(out()).as("the user's").isEmptyDirectory();
  }

  /** Programs that compute without tasks, say their time, or use global memory. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "space.report().measure(() -> space.pe());",
        "space.report().put(\"answer\", 42);",
        "space.report().verify(true);",
        "for (int i = 0; i < 100; i++) space.barrier();",
        "space.barrier();",
        "try (LocalView view = space.allocate(\"a\", 64).whole().localize(Access.READ)) {}",
        "try (TaskRuntime runtime = TaskRuntime.start(space)) { runtime.run(new Nothing()); }"
      })
  void shouldCompareWhatIsThere(String statement) throws IOException {
    Path program =
        Files.writeString(
            folder.resolve("Program.java"),
            """
            import org.temoto.gas.*;
            import org.temoto.task.*;

            record Nothing() implements Action {
              public void compute(TaskContext context) {}
            }

            void main() {
              Temoto.launch(GasOptions.DEFAULT, space -> { %s });
            }
            """
                .formatted(statement));
    Cli done = simulate(program + " --pes 1,2 --cost model --json");
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.json()).containsEntry("finished", 2);
  }

  @Test
  void shouldDropWhatTheProgramPrints() throws IOException {
    Path program =
        Files.writeString(
            folder.resolve("Talks.java"),
            """
            import org.temoto.gas.*;

            void main() {
              Temoto.launch(GasOptions.DEFAULT, space -> {
                IO.println("to be dropped");
                System.err.println("to be told");
                space.report().put("answer", 42);
              });
            }
            """);
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    Cli done;
    try (PrintStream all = new PrintStream(printed, true, UTF_8)) {
      System.setOut(all);
      System.setErr(all);
      done = simulate(program + " --pes 2 --cost model");
      System.out.println("after");
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(printed.toString(UTF_8)).hasLineCount(3).contains("to be told", "after");
    assertThat(printed.toString(UTF_8) + done.err() + done.out()).doesNotContain("dropped");
  }

  /** Its words are how many workers of each PE it asks for, and how it fails if recorded. */
  private String recorded() throws IOException {
    return Files.writeString(
            folder.resolve("Recorded.java"),
            """
            import org.temoto.gas.*;
            import org.temoto.task.*;

            record Nothing() implements Action {
              public void compute(TaskContext context) {}
            }

            void main(String[] arguments) {
              int workers = Integer.parseInt(arguments[0]);
              Temoto.launch(GasOptions.DEFAULT.withWorkers(workers), space -> {
                boolean traced = RuntimeOptions.of(space.options()).traces();
                if (traced && arguments[1].equals("fails")) {
                  throw new IllegalStateException("no space left");
                }
                try (TaskRuntime runtime = TaskRuntime.start(space)) { runtime.run(new Nothing()); }
                space.report().put("traced", traced).verify(!traced || !arguments[1].equals("errs"));
              });
            }
            """)
        .toString();
  }

  /** The workers that the program has chosen count: the last point has 18, too many. */
  @Test
  void shouldDrawTheLargestPointInARunThatDoesNotCount() throws IOException {
    String line = "simulate " + recorded() + " --pes 1,2,6 --cost model --json --out " + out();
    Cli done = Cli.line(line + " -- 3 runs");
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(objects(done.json().get("points")))
        .extracting(point -> object(object(point).get("result")).get("values"))
        .containsExactly(Map.of("traced", false), Map.of("traced", false), Map.of("traced", false));
    assertThat(out().resolve("report.html"))
        .content()
        .contains("id=\"timeline\"", "workers up to 16 (pes 2)", "PE 1, worker 2");
  }

  @Test
  void shouldGoWithoutATimelineThatCannotBeRecorded() throws IOException {
    String line = "simulate " + recorded() + " --pes 1,2 --cost model --out " + out();
    Cli done = Cli.line(line + " -- 1 fails");
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.err())
        .contains("temoto: the report has no timeline, as a run that records it failed:")
        .contains("no space left", "files in " + out());
    assertThat(out().resolve("report.html")).content().doesNotContain("id=\"timeline\"");
    assertThat(JSON.std.mapFrom(out().resolve("results.json").toFile()))
        .containsEntry("finished", 2);
  }

  @Test
  void shouldFailIfTheRunForTheTimelineIsWrong() throws IOException {
    String line = "simulate " + recorded() + " --pes 1,2 --cost model --out " + out();
    Cli done = Cli.line(line + " -- 1 errs");
    assertThat(done.exitCode()).as(done.err()).isEqualTo(ExitCode.FAILED);
    assertThat(done.err())
        .contains("temoto: the result is wrong", "a point failed: 2 of 2 points finished")
        .doesNotContain("no timeline");
  }

  /** Longer than the digits that the library for JSON takes by default, and than a double. */
  @Test
  void shouldShowALongNumber() throws IOException {
    Path program =
        Files.writeString(
            folder.resolve("Long.java"),
            """
            import org.temoto.gas.*;

            void main() {
              Temoto.launch(GasOptions.DEFAULT, space -> space.report()
                  .put("power", java.math.BigInteger.TEN.pow(space.pes() == 1 ? 3 : 1200)));
            }
            """);
    Cli done = simulate(program + " --pes 1,2 --cost model");
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.err()).contains("power is not a number that a chart can show at 1 of 2 points");
    String power = "1" + "0".repeat(1200);
    assertThat(out().resolve("results.json")).content().contains("\"power\":" + power + "}");
    assertThat(out().resolve("report.html")).content().contains(">" + power + "<");
  }

  /** The error that ended the command is told, even if telling of finished points fails. */
  @Test
  void shouldTellTheFirstOfTwoErrors() {
    StringWriter text = new StringWriter();
    PrintWriter err =
        new PrintWriter(text) {
          @Override
          public void print(String line) {
            if (line.equals(SweepProgress.ERASE)) {
              throw new IllegalStateException("no terminal");
            }
            super.print(line);
          }

          @Override
          public PrintWriter format(String format, Object... values) {
            throw new IllegalStateException("no more");
          }
        };
    int code =
        Cli.commandLine(true)
            .setErr(err)
            .execute("simulate", "fib", "--n=10", "--cost=model", "--out=" + out());
    assertThat(code).isEqualTo(ExitCode.FAILED);
    assertThat(text.toString())
        .contains("no terminal", "Suppressed: java.lang.IllegalStateException: no more");
  }

  /** Whatever fails between two points, here the terminal, is told after what is finished. */
  @Test
  void shouldKeepWhatIsFinishedWhenAnErrorEndsIt() throws IOException {
    StringWriter text = new StringWriter();
    PrintWriter err =
        new PrintWriter(text) {
          @Override
          public void print(String line) {
            if (line.equals(SweepProgress.ERASE)) { // at the end of the progress line
              throw new IllegalStateException("no terminal");
            }
            super.print(line);
          }
        };
    int code =
        Cli.commandLine(true)
            .setErr(err)
            .execute("simulate", "fib", "--n=10,12", "--cost=model", "--out=" + out());
    assertThat(code).isEqualTo(ExitCode.FAILED);
    assertThat(text.toString())
        .contains("temoto: ended by an error: 2 of 2 points finished, which are in " + out())
        .contains("no terminal");
    assertThat(files(out())).containsExactly(FILES);
    assertThat(JSON.std.mapFrom(out().resolve("results.json").toFile()))
        .containsEntry("finished", 2);
  }

  @ParameterizedTest
  @CsvSource({"2, true", "17, false"})
  void shouldDrawFewWorkersOnlyOfAProgramThatChoosesThem(int pes, boolean drawn)
      throws IOException {
    Path program =
        Files.writeString(
            folder.resolve("Chooses.java"),
            """
            import org.temoto.gas.*;
            import org.temoto.task.*;

            record Nothing() implements Action {
              public void compute(TaskContext context) {}
            }

            void main() {
              Temoto.launch(GasOptions.DEFAULT.withPes(%s), space -> {
                try (TaskRuntime runtime = TaskRuntime.start(space)) { runtime.run(new Nothing()); }
              });
            }
            """
                .formatted(pes));
    Cli done = simulate(program + " --cost model");
    assertThat(done.exitCode()).as(done.err()).isZero();
    String report = Files.readString(out().resolve("report.html"));
    assertThat(report.contains("PE 0, worker 0")).isEqualTo(drawn);
    assertThat(report).contains("<td>" + pes + "</td>");
  }

  @SuppressWarnings("unchecked") // an object of JSON
  private static Map<String, Object> object(Object value) {
    return (Map<String, Object>) value;
  }

  @SuppressWarnings("unchecked") // a list of JSON
  private static List<Object> objects(Object value) {
    return (List<Object>) value;
  }

  /** The table has the same values as the objects. */
  private void assertTable(List<Map<String, Object>> results) throws IOException {
    List<NamedCsvRecord> rows;
    try (CsvReader<NamedCsvRecord> reader =
        CsvReader.builder().ofNamedCsvRecord(out().resolve("results.csv"))) {
      rows = reader.stream().toList();
    }
    assertThat(rows).hasSameSizeAs(results);
    for (int i = 0; i < rows.size(); i++) {
      NamedCsvRecord row = rows.get(i);
      Map<String, Object> result = results.get(i);
      for (String field : List.of("name", "pes", "n", "result", "seconds", "tasks", "steals")) {
        assertThat(row.getField(field)).as(field).isEqualTo(result.get(field).toString());
      }
      assertThat(row.getField("--pes")).isEqualTo(result.get("pes").toString());
      assertThat(row.getField("activity.workSeconds"))
          .isEqualTo(object(result.get("activity")).get("workSeconds").toString());
      assertThat(row.getField("options.bitsPerSecond")).as("unlimited").isEmpty();
      assertThat(row.findField("--seed")).as("no list").isEmpty();
    }
  }

  @Test
  void shouldDrawPlots() throws IOException {
    Cli done = simulate("fib --n 12 --pes 1,2");
    assertThat(done.exitCode()).as(done.err()).isZero();
    for (String name : List.of("speedup.png", "breakdown.png")) {
      BufferedImage plot = ImageIO.read(out().resolve(name).toFile());
      assertThat(plot.getWidth()).isEqualTo(900);
      assertThat(plot.getHeight()).isGreaterThan(150);
      assertThat(colours(plot)).as("colours of " + name).isGreaterThan(20);
    }
  }

  private static long colours(BufferedImage image) {
    return IntStream.range(0, image.getHeight())
        .flatMap(y -> IntStream.range(0, image.getWidth()).map(x -> image.getRGB(x, y)))
        .distinct()
        .count();
  }

  @Test
  void shouldTellWhatCameOut() {
    Cli done = simulate("matmul --generate 32 --pes 1,2 --page-size 4KiB,8KiB");
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.out()).isEmpty();
    assertThat(done.err())
        .startsWith("simulating matmul: 4 points")
        .contains(
            "page-size 4KiB",
            "page-size 8KiB",
            "workers in all",
            "speed-up",
            "efficiency",
            "steals")
        .contains("files in " + out());
  }

  /** With a sequential run an application has an efficiency of its own: beside plain Java. */
  @Test
  void shouldHaveBothEfficienciesInItsTable() throws IOException {
    Cli done = simulate("fib --n 20 --pes 1,2 --time wall --sequential");
    assertThat(done.exitCode()).as(done.err()).isZero();
    List<String> lines = Files.readAllLines(out().resolve("results.csv"));
    List<String> columns = List.of(lines.getFirst().split(",", -1));
    assertThat(columns).containsOnlyOnce("efficiency", "result.efficiency");
    List<String> first = List.of(lines.get(1).split(",", -1));
    assertThat(first.get(columns.indexOf("efficiency"))).isEqualTo("1.0");
    assertThat(first.get(columns.indexOf("result.efficiency"))).isNotEqualTo("1.0");
  }

  @Test
  void shouldReplaceTheFilesOfAnotherSimulation() throws IOException {
    assertThat(simulate("fib --n 5").exitCode()).isZero();
    assertThat(simulate("fib --n 6").exitCode()).isZero();
    assertThat(files(out())).containsExactly(FILES);
    assertThat(out().resolve("results.json"))
        .content()
        .contains("\"n\":6")
        .doesNotContain("\"n\":5");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "''; simulate needs a NAME, which must be one of aggregation, compare, fib, gravity",
        "--latency 1.8us fib; unknown option '--latency': options stand behind NAME; temoto simulate",
        "fob --n 3; NAME fob must be one of aggregation, compare, fib, gravity",
        "fib --n 3 --pes 1,0; --pes 0 must be",
        "fib --n 3,x; 'x' is not a whole number",
        "fib --n 3,1000; 1000",
        "fib --n 3 --no-such-option 1; unknown option '--no-such-option'",
        "fib --n 3 --n 4; --n is given twice",
        "fib --n 3 --repeat 0; --repeat 0 must be from 1 to 99",
        "fib --n 3 --pes 2,02; --pes 2 and 02 are the same",
        "fib --n 3 --latency 1us,1000ns; --latency 1us and 1000ns are the same",
        "fib --n 3,; --n 3,: a value of the list is empty",
        "fib --n=; --n: a value of the list is empty",
        "fib --n; --n needs a value",
        "fib --n 3 --backend simulated,shmem; --backend shmem: simulate runs simulated clusters only",
        "fib --n 3 --latency -1us; -1us",
        "fib --n 3 --bandwidth 9Gbps,0Gbps; 0Gbps",
        "fib --n 3 --trace trace.json; --trace names a file",
        "fib --n 3 --flight run.jfr; --flight names a file",
        "jacobi --n 9 --checkpoint c; --checkpoint names a directory",
        "sort in.npy out.npy; 'in.npy' is no option",
        "sort; sort needs IN.npy and OUT.npy, or --generate N",
        "jacobi --steal one-sided,request; --steal is about tasks: leave it out, --style strips",
        "sort --generate 9 --spare-frames 1,2 --pes 1,2; --spare-frames is for pages",
        "spmv --timeout 9s; --timeout is about tasks: leave it out, spmv has none"
      })
  void shouldRefuseBeforeAnythingRuns(String words, String message) throws IOException {
    Cli refused = simulate(words);
    assertThat(refused.exitCode()).as(refused.err()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(refused.err()).startsWith("temoto: ").contains(message).hasLineCount(1);
    assertThat(out()).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jacobi --n 40 --steps 2 --style strips,tasks --steal request --timeout 60s",
        "sort --generate 90000 --pes 2 --ownership fixed,last-writer --spare-frames 1"
      })
  void shouldTakeOptionsThatSomePointsHaveUseFor(String line) {
    Cli done = simulate(line + " --cost model --json");
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.json()).containsEntry("finished", 2);
  }

  @Test
  void shouldLeaveAForeignDirectoryAlone() throws IOException {
    Files.createDirectory(out());
    Files.writeString(out().resolve("thesis.txt"), "text");
    Cli refused = simulate("fib --n 3");
    assertThat(refused.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(refused.err()).contains("has thesis.txt").hasLineCount(1);
    assertThat(files(out())).containsExactly("thesis.txt");
  }

  @Test
  void shouldLeaveForeignFilesOfItsNamesAlone() throws IOException {
    Files.createDirectory(out());
    Files.writeString(out().resolve("report.html"), "my notes");
    Cli refused = simulate("fib --n 3 --cost model");
    assertThat(refused.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(refused.err()).contains("has report.html").hasLineCount(1);
    assertThat(out().resolve("report.html")).hasContent("my notes");
    assertThat(files(out())).containsExactly("report.html");
  }

  /** The second point begins when the files of the first are written, and takes a while. */
  @ParameterizedTest
  @ValueSource(strings = {"", " --json"})
  void shouldTellWhatIsFinishedWhenFilesCannotBeWritten(String json) throws Exception {
    Path report = out().resolve("report.html");
    Files.createDirectory(out());
    Thread spoiler =
        Thread.ofPlatform()
            .start(() -> {
              try {
                Awaited.file(out(), "report.html");
                Files.delete(report);
                Files.createDirectory(report);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    Cli failed = simulate("fib --n 10,31 --cost model" + json);
    spoiler.join();
    assertThat(failed.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(failed.err())
        .contains(report + ": is a directory")
        .contains("temoto: 2 of 2 points finished, 1 of them in all files of " + out());
    if (json.isEmpty()) {
      assertThat(failed.err()).contains("speed-up").doesNotContain("files in");
    } else {
      assertThat(failed.json()).containsEntry("finished", 2);
    }
  }

  @Test
  void shouldSayWhereTheOptionsOfNameAreListed() {
    for (String line : List.of("simulate --help", "simulate fib --help", "check --help")) {
      assertThat(Cli.line(line).out().replaceAll("\\s+", " "))
          .contains("The options of NAME are listed by temoto run NAME --help");
    }
  }

  @Test
  void shouldKeepWhatIsFinishedWhenAPointFails() throws IOException {
    Cli failed = simulate("fib --n 10,80 --timeout 2s --json");
    assertThat(failed.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(failed.out()).isEmpty();
    assertThat(failed.err())
        .contains("temoto run fib --n=80 --timeout=2s --backend=simulated", "failed:")
        .contains("the run has come to its limit of 2")
        .contains("a point failed: 1 of 2 points finished, which are in " + out());
    assertThat(files(out())).containsExactly(FILES);
    assertThat(JSON.std.mapFrom(out().resolve("results.json").toFile()))
        .containsEntry("planned", 2)
        .containsEntry("finished", 1);
  }

  @Test
  void shouldKeepWhatIsFinishedWhenTheProcessIsEnded() throws Exception {
    Path errors = folder.resolve("errors.txt");
    Process child = start(errors, "fib", "--n=10,90"); // the second takes years
    try {
      Files.createDirectories(out()); // the child may have been faster
      Awaited.file(out(), "report.html");
      child.destroy();
      assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      child.destroyForcibly();
    }
    assertThat(child.exitValue()).isNotZero();
    assertThat(errors)
        .content()
        .contains("interrupted: 1 of 2 points finished, which are in " + out());
    assertThat(files(out())).containsExactly(FILES);
    assertThat(JSON.std.mapFrom(out().resolve("results.json").toFile()))
        .containsEntry("finished", 1);
    assertThat(out().resolve("report.html")).content().contains("The sweep was not finished");
  }

  /** A simulation in a process of its own, whose temporary files are in {@link #folder}. */
  private Process start(Path errors, String... words) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + Path.of(System.getProperty("basedir", ".")).resolve("../.mvn/temoto.args"));
    command.add("-Djava.io.tmpdir=" + folder);
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(Main.class.getName());
    command.add("simulate");
    command.addAll(List.of(words));
    command.add("--out=" + out());
    return new ProcessBuilder(command).redirectError(errors.toFile()).start();
  }

  @Test
  void shouldNotEndWellIfTheProgramEndsTheJvm() throws Exception {
    Path program =
        Files.writeString(
            folder.resolve("Exits.java"), "void main(String[] all) { System.exit(0); }");
    Path errors = folder.resolve("errors.txt");
    Process child = start(errors, program.toString(), "--pes=2,3");
    assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(errors)
        .content()
        .contains(
            "temoto: the program ended the JVM by System.exit (Exits.java:1) before its report",
            "interrupted: 0 of 2 points finished, nothing is written");
    assertThat(out()).doesNotExist();
    assertThat(child.exitValue()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void shouldLeaveNoTraceOfAPointThatIsInterrupted() throws Exception {
    Path program =
        Files.writeString(
            folder.resolve("Second.java"),
            """
            import org.temoto.gas.*;
            import org.temoto.task.*;

            record Waits() implements Action {
              static boolean isSecond;

              public void compute(TaskContext context) {
                while (isSecond) {
                  Thread.onSpinWait();
                }
              }
            }

            void main() {
              Temoto.launch(GasOptions.DEFAULT.withPes(1), space -> {
                try (TaskRuntime runtime = TaskRuntime.start(space)) { runtime.run(new Waits()); }
              });
              Waits.isSecond = true;
            }
            """);
    Path errors = folder.resolve("errors.txt");
    Process child = start(errors, program.toString(), "--cost=model");
    try {
      Awaited.first(Awaited.first(folder, "temoto-trace*"), "*.trace"); // its only worker's
      child.destroy();
      assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      child.destroyForcibly();
    }
    assertThat(child.exitValue()).isNotZero();
    assertThat(errors).content().contains("interrupted: 1 of 1 point finished");
    assertThat(files(folder)).noneMatch(name -> name.startsWith("temoto-trace"));
  }

  @Test
  void shouldRunPointsUntilTheirTimesSettle() {
    Cli done = simulate("fib --n 12 --pes 1,2 --cost measured,model --repeat 2 --json");
    assertThat(done.exitCode()).as(done.err()).isZero();
    for (Object each : (List<?>) done.json().get("points")) {
      Map<String, Object> point = object(each);
      List<Object> runs = objects(point.get("runs"));
      assertThat(runs).hasSize(2).contains(object(point.get("result")).get("seconds"));
      if (object(point.get("settings")).get("--cost").equals("measured")) {
        assertThat((int) point.get("discarded")).isBetween(2, 60);
        assertThat(point.get("settled")).isInstanceOf(Boolean.class);
      } else {
        assertThat(point).containsEntry("discarded", 0).containsEntry("settled", null);
        assertThat(runs.getFirst()).isEqualTo(runs.getLast());
      }
    }
  }
}
