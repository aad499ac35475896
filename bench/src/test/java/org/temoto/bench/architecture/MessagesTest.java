package org.temoto.bench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the texts of the libraries, in their sources. */
class MessagesTest {
  /** {@code %d} writes the digits of the machine's language, and loads what is known of it. */
  @ParameterizedTest
  @ValueSource(strings = {"gas-api", "gas-engine", "gas-simulated", "gas-shmem", "task-runtime"})
  void shouldHaveNumbersAsProgramsWriteThem(String module) throws IOException {
    Path sources = Path.of("..", module, "src", "main", "java");
    try (Stream<Path> all = Files.walk(sources)) {
      List<Path> files = all.filter(file -> file.toString().endsWith(".java")).toList();
      assertThat(files).isNotEmpty();
      for (Path file : files) {
        assertThat(Files.readString(file)).as("%s", file).doesNotContain("%d");
      }
    }
  }
}
