package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class EvidenceTest {
  private static final Path PROJECT = Path.of(System.getProperty("basedir", ".")).resolve("..");

  /** Names by which a test is skipped in JUnit and AssertJ. */
  private static final Pattern SKIP =
      Pattern.compile("Assumptions|assumeT|assumeF|@Enabled|@Disabled|TestAborted");

  /**
   * Tests of what depends on the machine and cannot be installed: its cores, its memory, its
   * kernel, its file system, its user; and tests that are long or large.
   */
  private static final Set<String> KNOWN =
      Set.of(
          "BindingTest",
          "CoresUnderOshrunTest",
          "DebianTest",
          "DistributionTest",
          "EnvironmentsTest",
          "FilesContractTest",
          "MatrixMarketTest",
          "OnShmem",
          "OutputDirectoryTest",
          "OutputFileTest",
          "PrefaultTest",
          "SuspendedJoinsTest",
          "TraceFileTest",
          "VirtualMemoryTest");

  @Test
  void shouldSkipWithTheReason() {
    assertThatThrownBy(() -> Evidence.require(false, "no such thing here", Map.of()))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("no such thing here");
  }

  @Test
  void shouldFailWhereEverythingIsTested() {
    assertThatThrownBy(() -> Evidence.require(false, "no such thing here", Map.of("CI", "true")))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("no such thing here");
  }

  @Test
  void shouldGoOnWithWhatIsThere() {
    Evidence.require(true, "nothing", Map.of("CI", "true"));
    Evidence.require(true, "nothing", Map.of());
  }

  /**
   * A test that is skipped without {@link Evidence} is skipped where everything is to be tested.
   */
  @Test
  void shouldStandBehindAllSkips() throws IOException {
    Set<String> skipping = new TreeSet<>();
    try (Stream<Path> modules = Files.list(PROJECT)) {
      for (Path tests : modules.map(module -> module.resolve("src/test/java")).toList()) {
        if (Files.isDirectory(tests)) {
          addSkipping(tests, skipping);
        }
      }
    }
    skipping.removeAll(Set.of("Evidence", "EvidenceTest"));
    assertThat(skipping).as("tests that may be skipped by other means").isSubsetOf(KNOWN);
  }

  private static void addSkipping(Path tests, Set<String> skipping) throws IOException {
    try (Stream<Path> sources = Files.walk(tests)) {
      sources
          .filter(source -> source.toString().endsWith(".java"))
          .filter(source -> SKIP.matcher(read(source)).find())
          .forEach(source -> skipping.add(source.getFileName().toString().replace(".java", "")));
    }
  }

  private static String read(Path source) {
    try {
      return Files.readString(source);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
