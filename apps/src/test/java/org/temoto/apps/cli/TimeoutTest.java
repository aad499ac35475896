package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.shmem.Evidence;
import org.temoto.gas.shmem.Oshrun;

/** Tests of {@code --timeout}: jobs that take too long. */
@Timeout(120)
class TimeoutTest {
  private static final String LINE =
      "temoto: (PE [01] on host \\S+: )?the run has come to its limit of [0-9.]+ s and was stopped; tasks run:"
          + " [0-9]+ on PE 0, [0-9]+ on PE 1";

  @TempDir Path folder;

  @Test
  void shouldStopAJobWithOneLine() {
    Cli done = Cli.line("run fib --n 80 --pes 2 --workers 1 --timeout 100ms --json");
    assertThat(done.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(done.out()).isEmpty();
    assertThat(done.err().strip()).matches(LINE);
  }

  @Test
  void shouldLeaveNoOutputOfAStoppedJob() throws IOException {
    Path input = folder.resolve("in.npy");
    Path output = folder.resolve("out.npy");
    writeKeys(input, 1 << 20);
    Cli done =
        Cli.line(
            "sort %s %s --kernel plain --cutoff 1000 --pes 2 --workers 1 --timeout 1ns"
                .formatted(input, output));
    assertThat(done.exitCode()).as(done.err()).isEqualTo(ExitCode.FAILED);
    assertThat(done.err().strip()).matches(LINE);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(input);
    }
  }

  /** Zeros. */
  private static void writeKeys(Path file, int count) throws IOException {
    String header = "{'descr': '<i4', 'fortran_order': False, 'shape': (" + count + ",), }\n";
    ByteBuffer bytes =
        ByteBuffer.allocate(10 + header.length() + count * Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put((byte) 0x93)
            .put("NUMPY".getBytes(StandardCharsets.US_ASCII))
            .putShort((short) 1)
            .putShort((short) header.length())
            .put(header.getBytes(StandardCharsets.US_ASCII));
    Files.write(file, bytes.array());
  }

  @Test
  void shouldFinishInTime() {
    Cli done = Cli.line("run fib --n 10 --timeout 60s");
    assertThat(done.exitCode()).as(done.err()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1s", "5", "never"})
  void shouldRefuseWhatIsNoTime(String time) {
    Cli done = Cli.line("run fib --n 10 --timeout=" + time);
    assertThat(done.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(done.err().lines()).hasSize(1);
    assertThat(done.err()).contains("timeout");
  }

  @Test
  void shouldStopAJobOfProcesses() throws Exception {
    Evidence.requireOpenShmem();
    Oshrun.Outcome done =
        Oshrun.run(2, 60, List.of("run", "fib", "--n", "80", "--workers", "1", "--timeout", "1s"));
    assertThat(done.exitCode()).as(done.output()).isEqualTo(ExitCode.FAILED);
    assertThat(done.output().lines().filter(line -> line.startsWith("temoto: ")))
        .as(done.output())
        .isNotEmpty()
        .allMatch(line -> line.matches(LINE));
  }
}
