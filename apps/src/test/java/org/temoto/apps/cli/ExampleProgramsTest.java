package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.gas.shmem.Evidence;
import org.temoto.gas.shmem.Oshrun;

/** Tests of programs of {@code examples} as their sources, under the commands and the launcher. */
class ExampleProgramsTest {
  private static final Path SOURCES =
      Path.of("..", "examples", "src", "main", "java").toAbsolutePath().normalize();

  @TempDir Path folder;

  private static List<String> words(String command, String program, String arguments) {
    String text = SOURCES.resolve("WordCount.java").toString();
    List<String> words = new ArrayList<>();
    words.addAll(List.of(command, SOURCES.resolve(program + ".java").toString(), "--json", "--"));
    for (String argument : arguments.split(" ", -1)) {
      words.add(argument.equals("TEXT") ? text : argument);
    }
    return words;
  }

  @ParameterizedTest
  @CsvSource({
    "PageRank, 9",
    "Bfs, 9",
    "SmithWaterman, 512",
    "BarnesHut, 200",
    "ConjugateGradients, 24",
    "Heat, 20",
    "WordCount, TEXT",
    "HashJoin, 2000",
    "NearestPoints, 1000",
    "SearchList, 500",
    "ShortestPaths, 7",
    "Wavefront, 6 32",
    "Cholesky, 4 16"
  })
  void shouldPredictAndCheck(String program, String arguments) {
    List<String> words = words("run", program, arguments);
    words.addAll(
        2, List.of("--time", "virtual", "--cost", "model", "--latency", "2us", "--pes", "3"));
    Map<String, Object> first = Cli.run(words.toArray(String[]::new)).json();
    assertThat(first)
        .containsEntry("verified", true)
        .isEqualTo(Cli.run(words.toArray(String[]::new)).json());
    assertThat((double) first.get("seconds")).as("of computing, too").isGreaterThan(1e-5);
    assertThat((Map<?, ?>) first.get("values")).isNotEmpty();
    Cli checked = Cli.run(words("check", program, arguments).toArray(String[]::new));
    assertThat(checked.json()).containsEntry("findings", List.of()).containsEntry("failed", null);
  }

  /**
   * Each PE has done something, which the file has; in virtual time, so that PE 1 surely steals.
   * WordCount has no tasks.
   */
  @ParameterizedTest
  @CsvSource({
    "PageRank, 13",
    "Bfs, 13",
    "SmithWaterman, 512",
    "BarnesHut, 200",
    "ConjugateGradients, 64",
    "Heat, 20",
    "HashJoin, 2000",
    "NearestPoints, 1000",
    "SearchList, 500",
    "ShortestPaths, 10",
    "Wavefront, 6 32",
    "Cholesky, 8 16"
  })
  void shouldTrace(String program, String arguments) throws Exception {
    Path file = folder.resolve("trace.json");
    List<String> words = words("run", program, arguments);
    words.addAll(
        2, List.of("--time", "virtual", "--cost", "model", "--latency", "2us", "--pes", "2"));
    words.addAll(2, List.of("--trace", file.toString()));
    assertThat(Cli.run(words.toArray(String[]::new)).json()).containsEntry("verified", true);
    List<Object> pids = new ArrayList<>();
    for (Object event : (List<?>) JSON.std.mapFrom(file.toFile()).get("traceEvents")) {
      if ("task".equals(((Map<?, ?>) event).get("cat"))) {
        pids.add(((Map<?, ?>) event).get("pid"));
      }
    }
    assertThat(pids).as("of tasks: PE 0 and PE 1").contains(1, 2);
    assertThat(folder.resolve("trace.json.parts")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "PageRank, 9",
    "SmithWaterman, 512",
    "Bfs, 9",
    "ConjugateGradients, 24",
    "Heat, 20",
    "WordCount, TEXT",
    "BarnesHut, 500",
    "HashJoin, 5000",
    "NearestPoints, 2000",
    "SearchList, 1000",
    "ShortestPaths, 9",
    "Wavefront, 8 64",
    "Cholesky, 6 32"
  })
  void shouldRunUnderOshrun(String program, String arguments) throws Exception {
    Evidence.requireOpenShmem();
    Oshrun.Outcome outcome =
        Oshrun.run(Oshrun.builder(Oshrun.command(2, words("run", program, arguments))), 60);
    assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    assertThat(outcome.output()).contains("\"backend\":\"shmem\",\"pes\":2", "\"verified\":true");
  }
}
