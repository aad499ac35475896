package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** However a PE ends, the job ends too, with an exit code other than 0, and nothing is left. */
@Timeout(60)
class FailuresUnderOshrunTest {
  /** What a job may take to end, in seconds. */
  private static final long LIMIT = 10;

  /** The same with its start, on a machine that has other things to do. */
  private static final long START_LIMIT = 50;

  private static final String CLASS_PATH =
      System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

  @TempDir Path folder;

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
    return argumentsWith(CLASS_PATH, way);
  }

  private List<String> argumentsWith(String classPath, String... way) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "java",
                "-cp",
                classPath,
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
    Oshrun.Outcome outcome = Oshrun.run(2, START_LIMIT, arguments(way));
    assertThat(outcome.exitCode()).as(outcome.output()).isPositive();
    assertThat(outcome.output()).doesNotContain("SIGSEGV");
    assertThat(outcome.output().lines())
        .as(outcome.output())
        .anyMatch(line -> line.contains(who) && line.contains(why));
  }

  @Test
  void shouldNameOptionsThatDiffer() throws Exception {
    assertDiffer(
        arguments("options", "2097152"),
        "PE 1 on host",
        "cacheBytes=2097152 here, but cacheBytes=1073741824 at PE 0 on host");
  }

  @Test
  void shouldNameAProgramThatDiffers() throws Exception {
    Files.writeString(folder.resolve("Another.class"), "another");
    assertDiffer(
        argumentsWith(CLASS_PATH + File.pathSeparator + folder, "options", "1073741824"),
        "PE 1 on host",
        "program=",
        "bring the same build to every host");
  }

  /** Starts PE 1 with other arguments than PE 0. */
  private void assertDiffer(List<String> others, String... parts) throws Exception {
    List<String> command = Oshrun.command(1, arguments("options", "1073741824"));
    command.add(":");
    command.addAll(Oshrun.part(1, others));
    Oshrun.Outcome outcome = Oshrun.run(Oshrun.builder(command), START_LIMIT);
    assertThat(outcome.exitCode()).as(outcome.output()).isPositive();
    assertThat(outcome.output().lines())
        .as(outcome.output())
        .anyMatch(line -> Stream.of(parts).allMatch(line::contains));
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
