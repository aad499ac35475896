package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.shmem.Evidence;
import org.temoto.gas.shmem.Oshrun;

/**
 * Tests of a failure in a job of processes: the command line tells it in one line, by one process.
 */
@Timeout(120)
class FailureUnderOshrunTest {
  private static final long LIMIT = 60;

  @TempDir Path folder;

  @BeforeAll
  static void needOpenShmem() {
    Evidence.requireOpenShmem();
  }

  @Test
  void shouldReportATaskWithoutMemoryOnce() throws Exception {
    ProcessBuilder job =
        Oshrun.builder(
            Oshrun.command(2, List.of("sort", "--generate", "30000000", "--cutoff", "30000000")));
    job.environment().put("TEMOTO_JAVA_OPTS", "-Xmx100m");
    Oshrun.Outcome outcome = Oshrun.run(job, LIMIT);
    assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(ExitCode.FAILED);
    assertThat(outcome.output().lines().filter(line -> line.startsWith("temoto: ")))
        .as(outcome.output())
        .singleElement()
        .asString()
        .matches("temoto: PE [01] on host .*Java heap space.*TEMOTO_JAVA_OPTS=-Xmx.*");
  }

  @ParameterizedTest
  @CsvSource({
    "run fib --nn 5, unknown option '--nn'",
    "sort absent.npy out.npy, absent.npy",
    "run fib --n 5 --heap 100GiB, --heap",
    "run fib --n 5 --buffers identity, --buffers identity must be separate",
    "run fib --n 5 --contention off, options of a simulated network (--contention) do not apply"
  })
  void shouldRefuseBadInputOnce(String command, String what) throws Exception {
    Oshrun.Outcome outcome = Oshrun.run(3, LIMIT, List.of(command.split(" ", -1)));
    assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(outcome.output().lines().filter(line -> line.startsWith("temoto: ")))
        .as(outcome.output())
        .singleElement()
        .asString()
        .contains(what);
  }

  @Test
  void shouldSayOnceThatAResultIsWrong() throws Exception {
    Path program =
        Files.writeString(
            folder.resolve("Wrong.java"),
            """
            import org.temoto.gas.*;

            void main() {
              Temoto.launch(GasOptions.DEFAULT, space -> space.report().verify(space.pe() == 0));
            }
            """);
    Oshrun.Outcome outcome = Oshrun.run(3, LIMIT, List.of("run", program.toString()));
    assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(ExitCode.FAILED);
    assertThat(outcome.output()).containsOnlyOnce("temoto: the result is wrong");
  }

  @Test
  void shouldHearOfBadInputOfOnePe() throws Exception {
    List<String> command = Oshrun.command(1, List.of("run", "fib", "--n", "5"));
    command.add(":");
    command.addAll(Oshrun.part(1, List.of("run", "fib", "--n", "x")));
    Oshrun.Outcome outcome = Oshrun.run(Oshrun.builder(command), LIMIT);
    assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(outcome.output().lines().filter(line -> line.startsWith("temoto: ")))
        .as(outcome.output())
        .singleElement()
        .asString()
        .contains("--n");
  }

  /** Whichever way it fails, a task ends the job, and a line has its place and the reason. */
  @ParameterizedTest
  @CsvSource({
    "down(1), StackOverflowError",
    "java.lang.foreign.Arena.global().allocate(1L << 50).address(), OutOfMemoryError"
  })
  void shouldNameThePlaceOfATaskThatFails(String result, String why) throws Exception {
    Path program =
        Files.writeString(
            folder.resolve("Failing.java"),
            """
            import org.temoto.gas.*;
            import org.temoto.task.*;
            record Failing() implements LongTask {
              public long compute(TaskContext context) { return %s; }
              private static long down(long depth) { return down(depth + 1) + depth; }
            }
            void main() {
              Temoto.launch(GasOptions.DEFAULT, space -> {
                try (TaskRuntime runtime = TaskRuntime.start(space)) {
                  runtime.run(new Failing());
                }
              });
            }
            """
                .formatted(result));
    Oshrun.Outcome outcome = Oshrun.run(2, LIMIT, List.of("java", program.toString()));
    assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(1);
    assertThat(outcome.output().lines())
        .as(outcome.output())
        .anyMatch(line -> line.contains("PE 0 on host ") && line.contains(why));
  }

  @Test
  void shouldNameThePeWhoseMainStrandExhaustsItsStack() throws Exception {
    Path program =
        Files.writeString(
            folder.resolve("Deep.java"),
            """
            import org.temoto.gas.*;
            static long down(long depth) { return down(depth + 1) + depth; }
            void main() {
              Temoto.launch(GasOptions.DEFAULT, space -> {
                if (space.pe() == 1) down(0);
                space.barrier();
              });
            }
            """);
    Oshrun.Outcome outcome = Oshrun.run(2, LIMIT, List.of("run", program.toString()));
    assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(1);
    assertThat(outcome.output()).containsPattern("PE 1 on host .*: StackOverflowError: ");
  }

  @Test
  void shouldRefuseOptionsThatDifferWithTheCodeOfBadInput() throws Exception {
    Path program =
        Files.writeString(
            folder.resolve("Differs.java"),
            """
            import org.temoto.gas.*;
            void main() {
              long pe = Long.parseLong(System.getenv("TEMOTO_PE"));
              Temoto.launch(GasOptions.DEFAULT.withCacheBytes(1 + pe << 20), space -> {});
            }
            """);
    Oshrun.Outcome outcome = Oshrun.run(2, LIMIT, List.of("run", program.toString()));
    assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(2);
  }

  /** Its last resort, after some seconds, is no exit of the program's. */
  @Test
  void shouldEndAJobThatHasFailedWithTheCodeOfItsFailure() throws Exception {
    Path program =
        Files.writeString(
            folder.resolve("Endless.java"),
            """
            import org.temoto.gas.*;
            void main() {
              Temoto.launch(GasOptions.DEFAULT, space -> {
                if (space.pe() == 0) GasOptions.DEFAULT.withWorkers(0);
                while (true) Thread.onSpinWait();
              });
            }
            """);
    Oshrun.Outcome outcome = Oshrun.run(2, LIMIT, List.of("run", program.toString()));
    assertThat(outcome.output())
        .containsOnlyOnce("temoto: PE 0: --workers 0 must be")
        .doesNotContain("System.exit");
    assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(ExitCode.BAD_INPUT);
  }

  private List<String> runOfOwn(String host, String text) throws Exception {
    Path sources = Files.createDirectories(folder.resolve(host));
    Path program =
        Files.writeString(
            sources.resolve("Own.java"),
            """
            import org.temoto.gas.*;
            void main() {
              Temoto.launch(GasOptions.DEFAULT, space -> space.report().put("text", "%s"));
            }
            """
                .formatted(text));
    return Oshrun.part(1, List.of("run", program.toString()));
  }

  @ParameterizedTest
  @CsvSource({"the same, 0", "another, 2"})
  void shouldRefuseSourcesThatDiffer(String other, int code) throws Exception {
    List<String> command = Oshrun.command(1, List.of());
    int start = command.indexOf("-np");
    command.subList(start, command.size()).clear();
    command.addAll(runOfOwn("first", "the same"));
    command.add(":");
    command.addAll(runOfOwn("second", other));
    Oshrun.Outcome outcome = Oshrun.run(Oshrun.builder(command), LIMIT);
    assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(code);
    if (code > 0) {
      assertThat(outcome.output()).containsOnlyOnce("all PEs must run the same classes");
    }
  }

  /** The size of the default, which is made smaller where it is not typed. */
  @ParameterizedTest
  @ValueSource(strings = {"run fib --n 5", "run PROGRAM"})
  void shouldNotMakeAHeapSmallerThatIsTyped(String line) throws Exception {
    Path program =
        Files.writeString(
            folder.resolve("Small.java"),
            "void main() { org.temoto.gas.Temoto.launch(org.temoto.gas.GasOptions.DEFAULT, _ -> {});"
                + " }");
    String typed = line.replace("PROGRAM", program.toString()) + " --heap 4GiB";
    List<String> words = List.of(typed.split(" ", -1));
    Oshrun.Outcome outcome = Oshrun.run(2, LIMIT, Map.of("SHMEM_SYMMETRIC_SIZE", "256M"), words);
    assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(outcome.output())
        .containsOnlyOnce("a symmetric heap of 4096 MiB (--heap) does not fit");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void shouldTellTheExceptionThatPassesACollectiveClose(int pe) throws Exception {
    Path program =
        Files.writeString(
            folder.resolve("Passing.java"),
            """
            import org.temoto.gas.*;
            import org.temoto.gas.heap.*;
            void main() {
              Temoto.launch(GasOptions.DEFAULT, space -> {
                try (var heap = GlobalHeap.create(space, "heap", 1 << 20)) {
                  if (space.pe() == %s) throw new IllegalStateException("my own mistake");
                  space.barrier();
                }
              });
            }
            """
                .formatted(pe));
    Oshrun.Outcome outcome = Oshrun.run(2, LIMIT, List.of("run", program.toString()));
    assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(1);
    assertThat(outcome.output()) // whichever PE finds first that they are in different calls
        .containsPattern("PE " + pe + " on host .*: the program has failed: .*my own mistake");
  }

  @Test
  void shouldTellOnceOfARootThatFailsThoughItPassesACollectiveClose() throws Exception {
    Path program =
        Files.writeString(
            folder.resolve("Rooted.java"),
            """
            import org.temoto.gas.*;
            import org.temoto.gas.heap.*;
            import org.temoto.task.*;
            record Rooted() implements Action {
              public void compute(TaskContext context) {
                throw new IllegalStateException("my own mistake");
              }
            }
            void main() {
              Temoto.launch(GasOptions.DEFAULT, space -> {
                try (var heap = GlobalHeap.create(space, "heap", 1 << 20);
                    TaskRuntime runtime = TaskRuntime.start(space)) {
                  runtime.run(new Rooted());
                }
              });
            }
            """);
    Oshrun.Outcome outcome = Oshrun.run(2, LIMIT, List.of("run", program.toString()));
    assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(1);
    assertThat(outcome.output().lines().filter(line -> line.contains("my own mistake")))
        .as(outcome.output())
        .hasSize(1);
    assertThat(outcome.output()).contains("in task Rooted[] on PE 0");
  }

  @Test
  void shouldRunASourceFile() throws Exception {
    Path program =
        Files.writeString(
            folder.resolve("Hello.java"),
            """
            import org.temoto.gas.*;
            void main() {
              Temoto.launch(GasOptions.DEFAULT, space -> {
                long pes = space.sum(1)[0];
                if (space.pe() == 1) throw new IllegalStateException("PE 1 of " + pes);
              });
            }
            """);
    Oshrun.Outcome outcome = Oshrun.run(2, LIMIT, List.of("java", program.toString()));
    assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(1);
    assertThat(outcome.output())
        .contains("IllegalStateException: PE 1 of 2", "at Hello.lambda", "at Hello.main")
        .doesNotContain("SourceLauncher");
  }
}
