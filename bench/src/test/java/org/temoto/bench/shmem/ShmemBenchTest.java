package org.temoto.bench.shmem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.temoto.gas.shmem.Evidence;

/**
 * Tests that the comparison runs, and counts what it promises to count; how fast, no test can say.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ShmemBenchTest {
  @TempDir Path folder;

  /** Output of {@code temoto bench shmem} with {@code options}. */
  private String run(String... options) throws IOException, InterruptedException {
    String[] arguments =
        Stream.concat(Stream.of("shmem"), Stream.of(options)).toArray(String[]::new);
    BenchCommand.Result result = BenchCommand.run(folder, arguments);
    assertThat(result.code()).as(result.errors()).isZero();
    return result.output();
  }

  @Test
  void shouldMeasureOperationsBesideTheCProgram() throws Exception {
    Evidence.requireOpenShmem();
    String line = run("--only", "operations", "--rounds", "1", "--warm-up", "1", "--json");
    assertThat(line.lines()).hasSize(1);
    assertThat(line)
        .contains("\"8-byte get\"", "\"fetchAdd\"", "\"256 KiB get\"", "\"localize miss, 256 KiB\"")
        .contains("\"steal; C: fetchAdd and get\"", "\"bytesMoved\":0.0,");
  }

  @Test
  void shouldMeasureStepsBesideTheCProgram() throws Exception {
    Evidence.requireOpenShmem();
    String line = run("--only", "steps", "--step-rounds", "1", "--step-warm-up", "1", "--json");
    assertThat(line.lines()).hasSize(1);
    assertThat(line)
        .contains("\"barrier after 20 us\"", "\"barrier after 300 us\"")
        .contains("\"jacobi 1024, a step\"", "\"jacobi 4096, a step\"");
  }

  @Test
  void shouldSortOnAllShapes() throws Exception {
    Evidence.requireOpenShmem();
    String line =
        run(
            "--only",
            "sort",
            "--sort-rounds",
            "1",
            "--sort-warm-up",
            "0",
            "--elements",
            "200000",
            "--json");
    assertThat(line.lines()).hasSize(1);
    assertThat(line)
        .contains("\"pes\":1,\"workers\":1,", "\"pes\":1,\"workers\":2,")
        .contains("\"pes\":2,\"workers\":1,", "\"pes\":2,\"workers\":2,");
  }

  @Test
  void shouldTellWhatTheCompilerSaidOfAProgramThatItRefuses() throws Exception {
    Evidence.requireOpenShmem();
    Path source = Files.writeString(folder.resolve("wrong.c"), "int main(void) { return x; }");
    assertThatThrownBy(() -> LimitProgram.compile(source, folder.resolve("wrong")))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining("wrong.c")
        .hasMessageContaining("undeclared");
  }
}
