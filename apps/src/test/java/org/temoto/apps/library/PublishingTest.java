package org.temoto.apps.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.shmem.Evidence;
import org.temoto.gas.shmem.Oshrun;

/**
 * Tests of the libraries from a Maven repository in which they were published: {@code examples}
 * imports their versions and has nothing else to find them by.
 */
class PublishingTest {
  private static final Path FOLDER =
      Path.of("target").resolve("publishing-test").toAbsolutePath().normalize();
  private static final Path EXAMPLES = FOLDER.resolve("examples");
  private static final Path PUBLISHED = FOLDER.resolve("published");

  private static final List<String> MERGE_SORT =
      List.of(
          Path.of(System.getProperty("java.home"), "bin", "java").toString(),
          "--enable-native-access=ALL-UNNAMED",
          "-cp",
          "target/classes:target/lib/*",
          "MergeSort");

  @BeforeAll
  @Timeout(600)
  static void publishAndBuild() throws IOException, InterruptedException {
    Installation installation = Installation.empty(FOLDER);
    installation.deployTo(PUBLISHED);
    Installation.deleteAll(FOLDER.resolve(Path.of("repository", "org", "temoto")));
    Installation.copyExamples(EXAMPLES);
    Path settings =
        Files.writeString(
            FOLDER.resolve("settings.xml"),
            """
            <settings>
              <profiles>
                <profile>
                  <id>published</id>
                  <repositories>
                    <repository>
                      <id>published</id>
                      <url>%s</url>
                      <snapshots><enabled>true</enabled></snapshots>
                    </repository>
                  </repositories>
                </profile>
              </profiles>
              <activeProfiles>
                <activeProfile>published</activeProfile>
              </activeProfiles>
            </settings>
            """
                .formatted(PUBLISHED.toUri()));
    installation.maven(
        EXAMPLES,
        "-s",
        settings.toString(),
        "-o",
        "-Daether.offline.protocols=file",
        "-DskipTests",
        Installation.NO_DISTRIBUTION,
        "package");
  }

  @Test
  void shouldPublishEachLibraryWithSourcesAndJavadoc() throws IOException {
    for (String library : Installation.LIBRARIES) {
      List<String> files = published(library);
      assertThat(files).anyMatch(name -> name.endsWith("-sources.jar"));
      assertThat(files).anyMatch(name -> name.endsWith(".pom"));
      if (!library.equals("gas-engine")) { // which exports nothing
        assertThat(files).anyMatch(name -> name.endsWith("-javadoc.jar"));
      }
    }
    assertThat(published("bom")).anyMatch(name -> name.endsWith(".pom"));
  }

  private static List<String> published(String library) throws IOException {
    Path folder = PUBLISHED.resolve(Path.of("org", "temoto", "temoto-" + library));
    try (Stream<Path> files = Files.walk(folder)) {
      return files.map(Path::toString).toList();
    }
  }

  @Test
  void shouldRunOnTheSimulator() throws Exception {
    assertSorts(new ProcessBuilder(MERGE_SORT));
  }

  @Test
  void shouldRunUnderOshrun() throws Exception {
    Evidence.requireOpenShmem();
    List<String> program = Stream.concat(Stream.of("exec"), MERGE_SORT.stream()).toList();
    assertSorts(Oshrun.builder(Oshrun.command(2, program)));
  }

  private static void assertSorts(ProcessBuilder program) throws Exception {
    Oshrun.Outcome outcome = Oshrun.run(program.directory(EXAMPLES.toFile()), 60);
    assertThat(outcome.output()).isEqualToIgnoringNewLines("1000000 numbers, sorted: true");
    assertThat(outcome.exitCode()).isZero();
  }
}
