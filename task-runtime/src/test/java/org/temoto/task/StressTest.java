package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test that runs jcstress on what strands of one PE share by memory: the offered part, frames, join
 * cells. Every outcome that a test does not list is forbidden.
 */
class StressTest {
  private static final int TESTS = 7;
  private static final int PATIENCE_SECONDS = 110;

  /** Per test; a longer run: -Dtemoto.stress.millis=5000. */
  private static final int MILLIS = Integer.getInteger("temoto.stress.millis", 200);

  @Test
  void shouldSeeNoForbiddenOutcome(@TempDir Path folder) throws Exception {
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(command(folder))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("jcstress ends").isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    String text = Files.readString(output);
    assertThat(process.exitValue()).as(text).isZero();
    assertThat(text).contains(TESTS + " passed, 0 failed, 0 soft errs, 0 hard errs");
  }

  private static List<String> command(Path folder) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("org.openjdk.jcstress.Main");
    command.addAll(List.of("-t", "org.temoto.task.*Stress"));
    command.addAll(List.of("-r", folder.toString(), "-f", "1", "-fsm", "1", "-iters", "1"));
    command.addAll(List.of("-time", String.valueOf(MILLIS), "-sc", "false", "-af", "NONE"));
    command.addAll(List.of("-v", "-jvmArgs", "-XX:-TieredCompilation"));
    return command;
  }
}
