package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.RefusedException;
import org.temoto.gas.shmem.Evidence;
import org.temoto.gas.shmem.Oshrun;
import org.temoto.task.TaskRuntime;

/**
 * Tests of {@code --trace FILE} beside Chrome's trace event format, as far as viewers insist on it;
 * also of runs that fail, and of jobs that are killed.
 */
@Timeout(120)
class TraceEventFormatTest {
  private static final long LIMIT_SECONDS = 60;

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("the trace.json");
  }

  private Path parts() {
    return folder.resolve("the trace.json.parts");
  }

  private Cli run(String words) {
    List<String> all = new ArrayList<>(List.of(words.split(" ", -1)));
    all.addAll(List.of("--trace", file().toString()));
    return Cli.run(all.toArray(String[]::new));
  }

  private Map<String, Object> trace() throws IOException {
    return JSON.std.mapFrom(file().toFile());
  }

  @SuppressWarnings("unchecked") // of JSON
  private static Map<String, Object> object(Object value) {
    return (Map<String, Object>) value;
  }

  private static double number(Map<String, Object> event, String field) {
    assertThat(event.get(field)).as(field + " of " + event).isInstanceOf(Number.class);
    return ((Number) event.get(field)).doubleValue();
  }

  /** Nanoseconds, which microseconds with three decimals are exactly. */
  private static long nanos(Map<String, Object> event, String field) {
    double nanos = number(event, field) * 1e3;
    assertThat(nanos).as(field + " of " + event).isNotNegative();
    return Math.round(nanos);
  }

  /** Every event has what its phase needs; returns them. */
  private static List<Map<String, Object>> assertValid(Map<String, Object> trace) {
    assertThat((String) trace.get("displayTimeUnit")).isIn("ms", "ns");
    List<Map<String, Object>> events = new ArrayList<>();
    Map<Object, Deque<Map<String, Object>>> open = new HashMap<>();
    Set<Object> named = new HashSet<>();
    for (Object each : (List<?>) trace.get("traceEvents")) {
      Map<String, Object> event = object(each);
      events.add(event);
      assertThat(event.get("pid")).as("" + event).isInstanceOf(Integer.class);
      assertThat(event.get("tid")).as("" + event).isInstanceOf(Integer.class);
      assertThat((String) event.get("name")).as("" + event).isNotBlank();
      switch ((String) event.get("ph")) {
        case "M" -> {
          assertThat(event.get("name")).isIn("process_name", "thread_name");
          assertThat((String) object(event.get("args")).get("name")).isNotBlank();
          named.add(List.of(event.get("name"), event.get("pid"), event.get("tid")));
        }
        case "X" -> {
          assertThat((String) event.get("cat")).isNotBlank();
          assertThat(nanos(event, "ts") + nanos(event, "dur")).isNotNegative();
        }
        case "b" -> open.computeIfAbsent(key(event), _ -> new ArrayDeque<>()).push(event);
        case "e" -> {
          assertThat(open).as("begun: " + event).containsKey(key(event));
          Map<String, Object> begin = open.get(key(event)).pop();
          assertThat(nanos(event, "ts")).isGreaterThanOrEqualTo(nanos(begin, "ts"));
        }
        default -> throw new AssertionError("an unknown phase: " + event);
      }
    }
    assertThat(open.values()).as("not ended").allMatch(Deque::isEmpty);
    for (Map<String, Object> event : events) {
      assertThat(named).contains(List.of("thread_name", event.get("pid"), event.get("tid")));
      assertThat(named).contains(List.of("process_name", event.get("pid"), 1));
    }
    assertNested(events);
    return events;
  }

  /** Key that the halves of an asynchronous event share. */
  private static Object key(Map<String, Object> event) {
    assertThat(event.get("id")).as("" + event).isNotNull();
    return List.of(event.get("id"), event.get("cat"), event.get("name"), event.get("pid"));
  }

  /** Viewers drop one of two complete events of a thread of which neither contains the other. */
  private static void assertNested(List<Map<String, Object>> events) {
    Map<Object, List<Map<String, Object>>> threads = new HashMap<>();
    events.stream()
        .filter(event -> event.get("ph").equals("X"))
        .forEach(event ->
            threads
                .computeIfAbsent(
                    List.of(event.get("pid"), event.get("tid")), _ -> new ArrayList<>())
                .add(event));
    for (List<Map<String, Object>> thread : threads.values()) {
      thread.sort(
          Comparator.comparingLong((Map<String, Object> event) -> nanos(event, "ts"))
              .thenComparingLong(event -> -nanos(event, "dur")));
      Deque<Long> ends = new ArrayDeque<>();
      for (Map<String, Object> event : thread) {
        long start = nanos(event, "ts");
        long end = start + nanos(event, "dur");
        while (!ends.isEmpty() && ends.peek() <= start) {
          ends.pop();
        }
        assertThat(ends.isEmpty() || end <= ends.peek()).as("contained: " + event).isTrue();
        ends.push(end);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sort --generate 200000 --page-size 16KiB --pes 3 --workers 2",
        "sort --generate 100000 --page-size 16KiB --pes 3 --time virtual --latency 2us",
        "matmul --generate 200 --page-size 4KiB --pes 4 --time virtual --cost model",
        "run fib --n 22 --pes 2 --workers 2 --steal request"
      })
  void shouldBeWhatViewersLoad(String words) throws IOException {
    Cli done = run(words);
    assertThat(done.exitCode()).as(done.err()).isZero();
    List<Map<String, Object>> events = assertValid(trace());
    assertThat(events.stream().map(event -> event.get("ph"))).contains("M", "X");
    assertThat(object(trace().get("otherData"))).containsEntry("finished", true);
    assertThat(parts()).doesNotExist();
  }

  @Test
  void shouldLeaveTheTraceOfARunThatCameToItsLimit() throws IOException {
    Cli failed = run("run fib --n 80 --pes 2 --workers 1 --timeout 300ms --json");
    assertThat(failed.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(failed.out()).isEmpty();
    assertThat(failed.err().lines().toList()).hasSize(2);
    assertThat(failed.err())
        .contains("temoto: the run fails; until then: trace ", file().toString(), " events")
        .contains("the run has come to its limit of 0.3 s");
    assertThat(object(trace().get("otherData"))).containsEntry("finished", false);
    assertThat(parts()).doesNotExist();
    assertThat(assertValid(trace()))
        .anySatisfy(event -> assertThat(event).containsEntry("name", "Fib"));
  }

  // --- jobs that are ended before their trace is written

  private static final String ENDLESS =
      """
      import org.temoto.gas.*;
      import org.temoto.task.*;
      record Tree(int depth) implements Action {
        public void compute(TaskContext context) {
          if (depth > 0) context.forkJoin(new Tree(depth - 1), new Tree(depth - 1));
        }
      }
      void main() {
        Temoto.launch(GasOptions.DEFAULT, space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            while (true) runtime.run(new Tree(8));
          }
        });
      }
      """;

  private String endless() throws IOException {
    return Files.writeString(folder.resolve("Endless.java"), ENDLESS).toString();
  }

  private String hint() {
    return ("temoto: the job ended before its trace: temoto trace '%s' '%s' makes it of what was"
            + " recorded")
        .formatted(parts(), file());
  }

  /** Returns when {@code job} has recorded more than two windows of files. */
  private void awaitEvents(Process job) {
    while (recorded() < 5_000) {
      assertThat(job.isAlive()).isTrue();
      Thread.onSpinWait();
    }
  }

  private long recorded() {
    try {
      return Files.isDirectory(parts()) ? TaskRuntime.readTrace(parts()).count() : 0;
    } catch (RefusedException e) {
      return 0; // the folder is empty
    }
  }

  /** Events that {@code temoto trace} makes of the parts. */
  private List<Map<String, Object>> made() throws IOException {
    assertThat(file()).doesNotExist();
    long recorded = recorded();
    Cli made = Cli.run("trace", parts().toString(), file().toString());
    assertThat(made.exitCode()).as(made.err()).isZero();
    assertThat(made.err()).contains(file() + ", " + recorded + " events").hasLineCount(1);
    assertThat(object(trace().get("otherData")))
        .containsEntry("finished", false)
        .hasEntrySatisfying(
            "events", events -> assertThat(((Number) events).longValue()).isEqualTo(recorded));
    return assertValid(trace());
  }

  /** Ended by signal 9 nothing can be said, ended by signal 15 it is. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldMakeTheTraceOfASimulatedJobThatWasEnded(boolean killed) throws Exception {
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
                "program",
                endless(),
                "--pes=3",
                "--trace=" + file())
            .redirectError(errors.toFile())
            .start();
    try {
      awaitEvents(job);
      if (killed) {
        job.destroyForcibly();
      } else {
        job.destroy();
      }
      assertThat(job.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    } finally {
      job.destroyForcibly();
    }
    assertThat(Files.readAllLines(errors).contains(hint())).isEqualTo(!killed);
    assertThat(made()).extracting(event -> event.get("pid")).contains(1, 2, 3);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void shouldMakeTheTraceOfAJobOfWhichAPeWasKilled(int pe) throws Exception {
    Evidence.requireOpenShmem();
    ProcessBuilder builder =
        Oshrun.builder(Oshrun.command(2, List.of("run", endless(), "--trace", file().toString())));
    Path output = folder.resolve("output.txt");
    Process job = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    try {
      awaitEvents(job);
      jvm(job, pe).destroyForcibly();
      assertThat(job.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    } finally {
      job.destroyForcibly();
    }
    assertThat(job.exitValue()).isNotZero();
    assertThat(output)
        .content()
        .contains("PE " + pe + " on host ", "killed by signal 9")
        .containsOnlyOnce(hint());
    assertThat(made()).extracting(event -> event.get("pid")).contains(1, 2);
  }

  private static ProcessHandle jvm(Process job, int pe) {
    return job.descendants()
        .filter(each -> each.info().command().orElse("").endsWith("/java"))
        .filter(each -> environment(each).contains("\0TEMOTO_PE=" + pe + "\0"))
        .findAny()
        .orElseThrow();
  }

  private static String environment(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(process.pid()), "environ"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shouldNotRecordOverPartsThatAreThere() throws IOException {
    Files.createDirectory(parts());
    Files.writeString(parts().resolve("runtime0-pe0-worker0.trace"), "");
    Cli refused = run("run fib --n 5");
    assertThat(refused.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(refused.err())
        .contains(
            parts() + " must be new or empty", "temoto trace '" + parts() + "' '" + file() + "'")
        .hasLineCount(1);
    assertThat(parts()).isNotEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "absent D/out.json|D/absent: cannot be read: no such file or directory",
        "text D/out.json|D/text: is a file; a trace must be a directory",
        "empty D/out.json|D/empty: is empty; a trace must have a file *.trace of each worker",
        "other D/out.json|D/other: has thesis.txt; a trace must have files *.trace only",
        "short D/out.json|D/short/a.trace: has 2 bytes; a file of a trace must have a header of 64",
        "good D/good/out.json|D/good/out.json must be outside of D/good",
        "good D/absent/out.json|D/absent/out.json: there is no directory",
        "good|FILE",
        "|FOLDER"
      })
  void shouldRefuseWhatIsNoTrace(String words, String reason) throws IOException {
    Files.writeString(folder.resolve("text"), "text");
    for (String name : List.of("empty", "other", "short", "good")) {
      Files.createDirectory(folder.resolve(name));
    }
    Files.writeString(folder.resolve("other/thesis.txt"), "text");
    Files.writeString(folder.resolve("short/a.trace"), "ab");
    Files.writeString(folder.resolve("good/a.trace"), "");
    String given = words == null ? "" : " D/" + words;
    Cli refused = Cli.line(("trace" + given).replace("D/", folder + "/"));
    assertThat(refused.exitCode()).as(refused.err()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(refused.err()).contains(reason.replace("D/", folder + "/")).hasLineCount(1);
    assertThat(folder.resolve("out.json")).doesNotExist();
  }
}
