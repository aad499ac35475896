package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.gas.ResidentMemory;

/**
 * Tests of the memory that a simulated job takes of the machine: what it has stored, and little
 * besides.
 */
class ResidentMemoryTest {
  private static final long DATA = 256 << 20;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"1, 65536", "2, 4096", "4, 65536"})
  void shouldTakeWhatIsWrittenOnce(int pes, int pageSize) throws Exception {
    String output = run(pes, pageSize);
    long resident = ResidentMemory.sum(output, 1);
    assertThat(resident).as("proportional set size").isGreaterThan(DATA);
    assertThat(resident).isLessThan(ResidentMemory.most(DATA, 1));
  }

  private String run(int pes, int pageSize) throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "--enable-native-access=ALL-UNNAMED",
                    "-XX:+UseParallelGC",
                    "-cp",
                    System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path")),
                    ResidentMemory.class.getName(),
                    SimulatedBackend.NAME,
                    Integer.toString(pes),
                    Integer.toString(pageSize),
                    Long.toString(DATA)))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor()).as(() -> text(output)).isZero();
      return text(output);
    } finally {
      process.destroyForcibly();
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
