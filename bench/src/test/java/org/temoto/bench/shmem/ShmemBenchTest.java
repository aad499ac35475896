package org.temoto.bench.shmem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The comparison runs, and counts what it promises to count; how fast, no test can say. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ShmemBenchTest {
  private static final Path PROJECT =
      Path.of(System.getProperty("basedir", ".")).resolve("..").toAbsolutePath().normalize();

  @TempDir Path folder;

  private static void requireOpenShmem() {
    boolean there =
        Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
            .anyMatch(bin -> Files.isExecutable(Path.of(bin, "oshcc")));
    assumeTrue(there, "no oshcc here (Debian: apt-get install openmpi-bin libopenmpi-dev gcc)");
  }

  /** What {@code temoto bench shmem} prints with {@code options}. */
  private String run(List<String> options) throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    Path errors = folder.resolve("errors");
    List<String> command = new ArrayList<>(List.of(PROJECT + "/temoto", "bench", "shmem"));
    command.addAll(options);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(errors.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("TEMOTO_BUILDING", "yes"); // a build is what started this test
    Process process = builder.start();
    try {
      assertThat(process.waitFor(100, TimeUnit.SECONDS)).as("the benchmark ends").isTrue();
    } finally {
      process.destroy();
    }
    assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
    return Files.readString(output, StandardCharsets.UTF_8);
  }

  @Test
  void shouldMeasureOperationsBesideTheCProgram() throws Exception {
    requireOpenShmem();
    String line = run(List.of("--only", "operations", "--rounds", "1", "--warm-up", "1", "--json"));
    assertThat(line.lines()).hasSize(1);
    assertThat(line)
        .contains("\"8-byte get\"", "\"fetchAdd\"", "\"256 KiB get\"", "\"localize miss, 256 KiB\"")
        .contains("\"steal; C: fetchAdd and get\"", "\"bytesMoved\":0.0,");
  }

  @Test
  void shouldSortOnAllShapes() throws Exception {
    requireOpenShmem();
    String line =
        run(
            List.of(
                "--only",
                "sort",
                "--sort-rounds",
                "1",
                "--sort-warm-up",
                "0",
                "--elements",
                "200000",
                "--json"));
    assertThat(line.lines()).hasSize(1);
    assertThat(line)
        .contains("\"pes\":1,\"workers\":1,", "\"pes\":1,\"workers\":2,")
        .contains("\"pes\":2,\"workers\":1,", "\"pes\":2,\"workers\":2,");
  }

  @Test
  void shouldTellWhatTheCompilerSaidOfAProgramThatItRefuses() throws Exception {
    requireOpenShmem();
    Path source = Files.writeString(folder.resolve("wrong.c"), "int main(void) { return x; }");
    assertThatThrownBy(() -> LimitProgram.compile(source, folder))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining("wrong.c")
        .hasMessageContaining("undeclared");
  }
}
