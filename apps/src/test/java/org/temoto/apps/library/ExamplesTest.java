package org.temoto.apps.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.gas.shmem.Evidence;
import org.temoto.gas.shmem.Oshrun;

/**
 * Tests of the libraries as others use them: {@code examples} is built and tested with nothing but
 * what is installed, and its programs run with nothing but the one flag that native memory needs.
 */
class ExamplesTest {
  private static final Path FOLDER =
      Path.of("target").resolve("examples-test").toAbsolutePath().normalize();
  private static final Path EXAMPLES = FOLDER.resolve("examples");

  private static Installation installation;

  @BeforeAll
  @Timeout(600)
  static void installAndBuild() throws IOException, InterruptedException {
    installation = Installation.into(FOLDER);
    Installation.copyExamples(EXAMPLES);
    installation.maven(EXAMPLES, "-o", Installation.NO_DISTRIBUTION, "package");
  }

  @Test
  void shouldInstallSourcesAndJavadocOfTheLibraries() throws IOException {
    for (String library : Installation.LIBRARIES) {
      assertThat(jar(library, "")).anyMatch(name -> name.endsWith(".class"));
      assertThat(jar(library, "-sources")).anyMatch(name -> name.endsWith(".java"));
      if (!library.equals("gas-engine")) { // which exports nothing
        assertThat(jar(library, "-javadoc")).contains("index.html");
      }
    }
    assertThat(jar("gas-api", "-javadoc"))
        .anyMatch(name -> name.endsWith("org/temoto/gas/LocalView.html"))
        .noneMatch(name -> name.contains("org/temoto/gas/spi/"));
  }

  @Test
  void shouldInstallNothingElse() throws IOException {
    try (Stream<Path> installed = Files.list(installation.artifact("gas-api").resolve("../.."))) {
      assertThat(installed.map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "temoto",
              "temoto-bom",
              "temoto-gas-api",
              "temoto-gas-engine",
              "temoto-gas-simulated",
              "temoto-gas-shmem",
              "temoto-task-runtime",
              "temoto-junit");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "MergeSort, 5",
    "MatMul, 5",
    "Wavefront, 15",
    "Cholesky, 5",
    "PageRank, 15",
    "SmithWaterman, 10",
    "BarnesHut, 5",
    "ConjugateGradients, 5",
    "Heat, 5",
    "WordCount, 5",
    "HashJoin, 5",
    "NearestPoints, 5",
    "SearchList, 5"
  })
  void shouldHaveRunTheTestsOfTheExamples(String program, int jobs) throws IOException {
    Path report = EXAMPLES.resolve(Path.of("target", "surefire-reports", program + "Test.txt"));
    assertThat(report)
        .content()
        .contains("Tests run: " + jobs + ", Failures: 0, Errors: 0, Skipped: 0");
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "MergeSort | 1000000 numbers, sorted: true",
        "MatMul | 512 x 512 product, right: true"
      },
      delimiter = '|')
  void shouldRunOnTheSimulator(String program, String prints) throws Exception {
    Oshrun.Outcome outcome = run(java(program));
    assertThat(outcome.output()).as("without any warning").isEqualToIgnoringNewLines(prints);
    assertThat(outcome.exitCode()).isZero();
  }

  @Test
  void shouldNameTheFlagsThatChronicleBytesNeed() throws Exception {
    Path program =
        Files.writeString(
            FOLDER.resolve("Bytes.java"),
            """
            import org.temoto.gas.*;

            void main() {
              Temoto.launch(GasOptions.DEFAULT.withPes(1), space -> {
                try (LocalView view = space.allocate("a", 8).whole().localize(Access.READ_WRITE)) {
                  IO.println(view.bytes().writeLong(0, 42).readLong(0));
                }
              });
            }
            """);
    Oshrun.Outcome refused = run(java(program.toString()));
    assertThat(refused.exitCode()).isOne();
    assertThat(refused.output()).contains("RefusedException: LocalView.bytes() needs JVM flags");
    List<String> command = new ArrayList<>(java(program.toString()));
    Pattern.compile("--[a-z-]+=\\S+")
        .matcher(refused.output())
        .results()
        .forEach(flag -> command.add(1, flag.group()));
    assertThat(run(command).output()).contains("42");
  }

  private static Oshrun.Outcome run(List<String> command) throws Exception {
    return Oshrun.run(new ProcessBuilder(command).directory(EXAMPLES.toFile()), 60);
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "MergeSort | 1000000 numbers, sorted: true",
        "MatMul | 512 x 512 product, right: true"
      },
      delimiter = '|')
  void shouldRunUnderOshrun(String program, String prints) throws Exception {
    Evidence.requireOpenShmem();
    List<String> command =
        Oshrun.command(2, Stream.concat(Stream.of("exec"), java(program).stream()).toList());
    Oshrun.Outcome outcome = Oshrun.run(Oshrun.builder(command).directory(EXAMPLES.toFile()), 60);
    assertThat(outcome.output()).isEqualToIgnoringNewLines(prints);
    assertThat(outcome.exitCode()).isZero();
  }

  /** Command of README that runs {@code program}. */
  private static List<String> java(String program) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        "target/classes:target/lib/*",
        program);
  }

  /** The names of what is in a jar. */
  private static List<String> jar(String library, String classifier) throws IOException {
    Path folder = installation.artifact(library);
    String name = "temoto-" + library + "-" + folder.getFileName() + classifier + ".jar";
    try (ZipFile jar = new ZipFile(folder.resolve(name).toFile())) {
      return jar.stream().map(ZipEntry::getName).toList();
    }
  }
}
