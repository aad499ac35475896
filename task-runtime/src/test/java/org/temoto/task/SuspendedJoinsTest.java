package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of ten thousand joins that wait at once, in a JVM of their own, whose memory is measured.
 */
class SuspendedJoinsTest {
  private static final int JOINS = 10_000;

  /** The last links of the chain end before their joiners have given up looking. */
  private static final int SHORT_WAITS = 100;

  private static final long LIMIT_KIB = 512 << 10;
  private static final int PATIENCE_SECONDS = 500;

  @Test
  @Timeout(PATIENCE_SECONDS + 20)
  @EnabledIfSystemProperty(
      named = "os.arch",
      matches = "amd64",
      disabledReason = "stacks of waiting strands are given back on x86-64 only")
  void shouldSuspendTenThousandJoinsIn512MiB(@TempDir Path folder) throws Exception {
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(command())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("the run ends").isTrue();
    } finally {
      process.destroyForcibly();
    }
    String line = Files.readString(output).strip();
    System.out.println("links, suspensions, KiB at most: " + line);
    String[] numbers = line.split(" ", -1);
    assertThat(numbers[0]).isEqualTo(String.valueOf(JOINS));
    assertThat(Long.parseLong(numbers[1])).isGreaterThan(JOINS - SHORT_WAITS);
    assertThat(Long.parseLong(numbers[2])).isLessThan(LIMIT_KIB);
  }

  private static List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + Jobs.projectRoot().resolve(".mvn").resolve("temoto.args"));
    command.addAll(List.of("-Xmx64m", "-XX:ActiveProcessorCount=2"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(ManySuspended.class.getName(), String.valueOf(JOINS)));
    return command;
  }
}
