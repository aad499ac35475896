package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jdk.jfr.FlightRecorder;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.gas.shmem.Evidence;
import org.temoto.gas.shmem.Oshrun;

/** Tests of {@code --flight FILE}: the events in the file, of each process its own. */
@Timeout(120)
class FlightRecordingTest {
  private static final String RUN = "temoto.Run";

  @TempDir Path folder;

  private static List<RecordedEvent> events(Path file, String type) throws IOException {
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals(type))
        .toList();
  }

  @Test
  void shouldRecordTheRunsOfAllPesOfASimulation() throws IOException {
    Path file = folder.resolve("run.jfr");
    Cli cli = Cli.line("run fib --n 20 --pes 2 --json --flight " + file);
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    List<RecordedEvent> runs = events(file, RUN);
    assertThat(runs).extracting(run -> run.getInt("pe")).contains(0, 1);
    assertThat(runs.stream().mapToLong(run -> run.getLong("tasks")).sum())
        .as("as many as are reported, at least")
        .isGreaterThanOrEqualTo(((Number) cli.json().get("tasks")).longValue());
    assertThat(events(file, "jdk.JVMInformation")).as("the JVM's own").isNotEmpty();
    assertThat(folder.toFile().list()).containsExactly("run.jfr");
  }

  @Test
  void shouldRecordAProgramOfTheUser() throws IOException {
    Path file = folder.resolve("program.jfr");
    Path program =
        Files.writeString(
            folder.resolve("Empty.java"),
            """
            import org.temoto.gas.*;
            import org.temoto.task.*;

            record Nothing() implements Action {
              public void compute(TaskContext context) {}
            }

            void main() {
              Temoto.launch(GasOptions.DEFAULT.withPes(1), space -> {
                try (TaskRuntime runtime = TaskRuntime.start(space)) {
                  runtime.run(new Nothing());
                }
              });
            }
            """);
    Cli cli = Cli.run("run", program.toString(), "--flight", file.toString());
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(events(file, RUN)).singleElement().extracting(run -> run.getInt("pe")).isEqualTo(0);
  }

  @Test
  void shouldRecordWhatEndsInAFailure() throws IOException {
    Path file = folder.resolve("failed.jfr");
    Cli cli = Cli.line("run fib --n 70 --pes 1 --timeout 200ms --flight " + file);
    assertThat(cli.exitCode()).as(cli.err()).isEqualTo(ExitCode.FAILED);
    assertThat(events(file, "jdk.JVMInformation")).isNotEmpty();
  }

  /** The JVM exits while it records: a signal ends it. */
  @Test
  void shouldReplaceAnEarlierFileWhenTheJobEnds() throws Exception {
    Path file = Files.writeString(folder.resolve("run.jfr"), "of an earlier job");
    Path errors = folder.resolve("errors.txt");
    Process job =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + Path.of(System.getProperty("basedir", ".")).resolve("../.mvn/temoto.args"),
                Oshrun.QUICK,
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Main.class.getName(),
                "run",
                "fib",
                "--n=90",
                "--trace=" + folder.resolve("run.json"), // whose parts tell that it runs
                "--flight=" + file)
            .redirectError(errors.toFile())
            .start();
    try {
      Path parts = folder.resolve("run.json.parts");
      while (!Files.isDirectory(parts) || parts.toFile().list().length == 0) {
        assertThat(job.isAlive()).as(Files.readString(errors)).isTrue();
        Thread.sleep(10);
      }
      assertThat(file).hasContent("of an earlier job");
      job.destroy();
      assertThat(job.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      job.destroyForcibly();
    }
    assertThat(events(file, "jdk.JVMInformation")).isNotEmpty();
    assertThat(folder.toFile().list()).noneMatch(name -> name.contains(".tmp-"));
  }

  @Test
  void shouldRefuseAFileThatCannotBeWritten() {
    RefusalsTest.assertRefused(
        Cli.line("run fib --n 12 --flight " + folder.resolve("no").resolve("run.jfr")),
        "there is no directory");
  }

  @Test
  void shouldRecordNothingBeforeAJobIsLaunched() throws IOException {
    Path file = Files.writeString(folder.resolve("kept.jfr"), "of an earlier job");
    Cli refused = Cli.line("run fib --n 12 --sequential --time virtual --flight " + file);
    assertThat(refused.exitCode()).as(refused.err()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(file).hasContent("of an earlier job");
    assertThat(FlightRecorder.getFlightRecorder().getRecordings()).isEmpty();
  }

  @Test
  void shouldWriteAFileForEachProcess() throws Exception {
    Evidence.requireOpenShmem();
    List<String> run = List.of("run", "fib", "--n", "20", "--flight", folder + "/job.jfr");
    Oshrun.Outcome outcome = Oshrun.run(2, 60, run);
    assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    assertThat(folder.toFile().list()).containsExactlyInAnyOrder("job-0.jfr", "job-1.jfr");
    for (int pe = 0; pe < 2; pe++) {
      assertThat(events(folder.resolve("job-" + pe + ".jfr"), RUN))
          .isNotEmpty()
          .extracting(event -> event.getInt("pe"))
          .containsOnly(pe);
    }
  }

  @ParameterizedTest
  @CsvSource({"a/run.jfr, a/run-3.jfr", "run, run-3", ".hidden, .hidden-3", "a.b.jfr, a.b-3.jfr"})
  void shouldNameTheFileOfAProcess(String file, String own) {
    assertThat(FlightRecording.ofProcess(Path.of(file), "3")).isEqualTo(Path.of(own));
  }
}
