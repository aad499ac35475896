package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** However a PE ends, the job ends too, with an exit code other than 0, and nothing is left. */
@Timeout(60)
class FailuresUnderOshrunTest {
  /** What a job may take to end, in seconds. */
  private static final long LIMIT = 10;

  private final String token = "-Dtemoto.test.token=" + UUID.randomUUID();

  @BeforeAll
  static void needOpenShmem() {
    Oshrun.require();
  }

  @AfterEach
  void shouldLeaveNoProcess() throws Exception {
    for (ProcessHandle process : processes().toList()) {
      assertThat(process.onExit().get(LIMIT, TimeUnit.SECONDS)).isNotNull();
    }
  }

  private Stream<ProcessHandle> processes() {
    return ProcessHandle.allProcesses()
        .filter(process -> process.info().commandLine().orElse("").contains(token));
  }

  private List<String> arguments(String... way) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "java",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                "-Xmx200m",
                "-D" + Watch.PATIENCE + "=500",
                token,
                Misbehaving.class.getName()));
    arguments.addAll(List.of(way));
    return arguments;
  }

  @ParameterizedTest
  @CsvSource({
    "exit, temoto: PE 1 on host, System.exit was called by org.temoto.gas.shmem.Misbehaving.fail",
    "exit-between, PE 1 on host, ended without taking part in launch 2",
    "halt, exiting improperly, ''",
    "hang, temoto: PE 1 on host, no good",
    "memory, PE 1 on host, OutOfMemoryError",
    "stack, PE 1 on host, StackOverflowError",
    "throw, PE 1 on host, IllegalStateException: no good",
  })
  void shouldEndWithTheirPe(String way, String who, String why) throws Exception {
    Oshrun.Outcome outcome = Oshrun.run(2, 30, arguments(way));
    assertThat(outcome.exitCode()).as(outcome.output()).isPositive();
    assertThat(outcome.output()).doesNotContain("SIGSEGV");
    assertThat(outcome.output().lines()).anyMatch(line -> line.contains(who) && line.contains(why));
  }

  @Test
  void shouldEndWithAKilledPe() throws Exception {
    Process job = Oshrun.builder(Oshrun.command(2, arguments("kill"))).start();
    try (BufferedReader output = job.inputReader()) {
      awaitReady(output);
      ProcessHandle pe = ProcessHandle.of(awaitReady(output)).orElseThrow();
      assertThat(pe.destroyForcibly()).isTrue();
      assertEnds(job);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldEndWithTheirLauncher(boolean forcibly) throws Exception {
    Process job = Oshrun.builder(Oshrun.command(2, arguments("kill"))).start();
    try (BufferedReader output = job.inputReader()) {
      awaitReady(output);
      awaitReady(output);
      if (forcibly) {
        job.destroyForcibly();
      } else {
        job.destroy();
      }
      assertEnds(job);
    }
  }

  /** The number of the process that is ready next. */
  private static long awaitReady(BufferedReader output) throws IOException {
    String line = output.readLine();
    assertThat(line).startsWith("ready ");
    return Long.parseLong(line.substring("ready ".length()));
  }

  private static void assertEnds(Process job) throws InterruptedException {
    assertThat(job.waitFor(LIMIT, TimeUnit.SECONDS)).isTrue();
    assertThat(job.exitValue()).isNotZero();
  }
}
