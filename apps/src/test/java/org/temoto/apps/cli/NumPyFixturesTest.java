package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.temoto.apps.io.Fixtures;
import org.temoto.gas.shmem.Evidence;
import org.temoto.gas.shmem.Oshrun;

/**
 * Tests with files that NumPy wrote: they become files that NumPy wrote, byte for byte; NumPy is
 * not needed.
 */
@Timeout(120)
class NumPyFixturesTest {
  /** Small pages and tasks, so that there is something to share. */
  private static final String FINE = " --page-size 4KiB --cutoff ";

  @TempDir Path folder;

  private List<String> commands(String more) {
    return List.of(
        "sort %s %s".formatted(numpy("keys-int32"), output("int32")) + FINE + 400 + more,
        "sort %s %s".formatted(numpy("keys-float64"), output("float64")) + FINE + 400 + more,
        "matmul %s %s %s".formatted(numpy("factor-a"), numpy("factor-b"), output("product"))
            + FINE
            + 8
            + more);
  }

  private static Path numpy(String name) {
    return Fixtures.numpy(name + ".npy");
  }

  private Path output(String name) {
    return folder.resolve(name + ".npy");
  }

  private void assertSame() throws Exception {
    Map<String, String> expected =
        Map.of(
            "int32", "keys-int32-sorted", "float64", "keys-float64-sorted", "product", "product");
    for (Map.Entry<String, String> one : expected.entrySet()) {
      assertThat(Files.mismatch(output(one.getKey()), numpy(one.getValue())))
          .as("first byte that differs: " + one.getKey())
          .isEqualTo(-1);
    }
  }

  @Test
  void shouldComeOutOnSimulatedPes() throws Exception {
    for (String command : commands(" --pes 3")) {
      Cli cli = Cli.line(command);
      assertThat(cli.exitCode()).as(cli.err()).isZero();
    }
    assertSame();
  }

  @Test
  void shouldComeOutUnderOshrun() throws Exception {
    Evidence.requireOpenShmem();
    Oshrun.Outcome outcome = Oshrun.run(2, 100, Commands.under(commands("")));
    assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    assertSame();
  }
}
