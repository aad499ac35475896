package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.shmem.Evidence;
import org.temoto.gas.shmem.Oshrun;

/** Tests of {@code --trace FILE}: the contents of the file, beside what the command prints. */
@Timeout(120)
class TraceFileTest {
  private static final String MODELLED =
      " --time virtual --cost model --latency 2us --bandwidth 9Gbps --json --trace ";

  private static final Set<String> ACTIVITIES = Set.of("task", "idle");

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("trace.json");
  }

  /** An event of the file; times in nanoseconds. */
  private record Event(
      String phase,
      String category,
      String name,
      int pe,
      int worker,
      long start,
      long end,
      Map<?, ?> args) {
    static Event of(Map<?, ?> fields) {
      long start = fromMicros(fields.get("ts"));
      return new Event(
          (String) fields.get("ph"),
          (String) fields.get("cat"),
          (String) fields.get("name"),
          (Integer) fields.get("pid") - 1,
          (Integer) fields.get("tid") - 1,
          start,
          start + fromMicros(fields.get("dur")),
          (Map<?, ?>) fields.get("args"));
    }

    private static long fromMicros(Object micros) {
      return micros == null ? 0 : Math.round(((Number) micros).doubleValue() * 1e3);
    }

    long nanos() {
      return end - start;
    }

    long number(String argument) {
      return ((Number) args.get(argument)).longValue();
    }
  }

  private List<Event> events() throws IOException {
    List<Event> events = new ArrayList<>();
    for (Object event : (List<?>) JSON.std.mapFrom(file().toFile()).get("traceEvents")) {
      events.add(Event.of((Map<?, ?>) event));
    }
    return events;
  }

  private static Stream<Event> of(List<Event> events, String category) {
    return events.stream().filter(event -> category.equals(event.category()));
  }

  private static List<Event> activities(List<Event> events, Map<?, ?> worker) {
    return events.stream()
        .filter(event -> event.category() != null && ACTIVITIES.contains(event.category()))
        .filter(event -> worker.get("pe").equals(event.pe()))
        .filter(event -> worker.get("worker").equals(event.worker()))
        .sorted(Comparator.comparingLong(Event::start).thenComparingLong(Event::end))
        .toList();
  }

  private static double seconds(Map<?, ?> object, String field) {
    return ((Number) object.get(field)).doubleValue();
  }

  private static double seconds(List<Event> events, String name) {
    return events.stream().filter(each -> each.name().equals(name)).mapToLong(Event::nanos).sum()
        / 1e9;
  }

  private static void assertAgrees(List<Event> events, Map<String, Object> json) {
    for (Object each : (List<?>) json.get("activityByWorker")) {
      Map<?, ?> worker = (Map<?, ?>) each;
      List<Event> own = activities(events, worker);
      for (int i = 1; i < own.size(); i++) {
        assertThat(own.get(i).start()).isGreaterThanOrEqualTo(own.get(i - 1).end());
      }
      double work = of(own, "task").mapToLong(Event::nanos).sum() / 1e9;
      assertThat(work)
          .isCloseTo(
              seconds(worker, "workSeconds") + seconds(worker, "communicationSeconds"),
              offset(1e-9));
      assertThat(seconds(own, "waiting")).isCloseTo(seconds(worker, "waitSeconds"), offset(1e-9));
      assertThat(seconds(own, "searching")).isCloseTo(seconds(worker, "idleSeconds"), offset(1e-9));
    }
    assertThat(of(events, "steal").count()).isEqualTo(number(json, "steals"));
    assertThat(of(events, "steal").filter(steal -> steal.number("pe") != steal.pe()).count())
        .isEqualTo(number(json, "remoteSteals"));
    assertThat(of(events, "join").filter(half -> half.phase().equals("b")).count())
        .isEqualTo(of(events, "join").filter(half -> half.phase().equals("e")).count())
        .isEqualTo(number(json, "suspensions"));
    assertThat(of(events, "idle").mapToLong(event -> event.number("failedSteals")).sum())
        .isEqualTo(number(json, "failedSteals"));
  }

  private static long number(Map<String, Object> json, String field) {
    return ((Number) json.get(field)).longValue();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldRefuseAFileThatCannotBeCreatedBeforeAnythingRuns() {
    Cli cli = Cli.line("sort --generate 1000 --pes 2 --trace /proc/temoto");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.err())
        .hasLineCount(1)
        .startsWith("temoto: /proc/temoto: ")
        .containsAnyOf("cannot be written: no such file", "may not be written")
        .doesNotContain("tmp-");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sort --generate 200000 --page-size 16KiB --pes 3 --workers 2",
        "matmul --generate 200 --page-size 4KiB --pes 4",
        "run fib --n 20 --pes 3 --workers 2 --steal request",
        "run nqueens --n 9 --pes 4 --steal-amount half",
        "run knapsack --n 30 --pes 3",
      })
  void shouldAgreeWithWhatIsPrinted(String line) throws IOException {
    Cli plain = Cli.line(line + MODELLED.replace(" --trace ", ""));
    Cli traced = Cli.line(line + MODELLED + file());
    assertThat(traced.exitCode()).as(traced.err()).isZero();
    assertThat(traced.err()).isEmpty();
    assertThat(traced.out()).as("the trace changes nothing").isEqualTo(plain.out());
    List<Event> events = events();
    assertAgrees(events, traced.json());
    assertThat(number(traced.json(), "steals")).isPositive();
    long fetched = of(events, "localize").mapToLong(event -> event.number("bytes")).sum();
    assertThat(fetched).isLessThanOrEqualTo(number(traced.json(), "bytesFetched"));
    assertThat(fetched > 0).isEqualTo(!line.startsWith("run"));
    byte[] first = Files.readAllBytes(file());
    Cli.line(line + MODELLED + file());
    assertThat(file()).as("the same twice").hasBinaryContent(first);
  }

  @Test
  void shouldNamePesWorkersAndTasks() throws IOException {
    Cli done = Cli.line("run fib --n 24 --pes 2 --workers 2 --trace " + file());
    assertThat(done.exitCode()).as(done.err()).isZero();
    List<Event> events = events();
    assertThat(done.err())
        .contains("  trace       " + file() + ", ")
        .containsPattern("\\d+ events");
    Set<String> names = new TreeSet<>();
    for (Event event : events) {
      if (event.phase().equals("M")) {
        names.add(event.pe() + "/" + event.worker() + " " + event.args().get("name"));
      }
    }
    assertThat(names)
        .containsExactly(
            "0/0 PE 0", "0/0 worker 0", "0/1 worker 1", "1/0 PE 1", "1/0 worker 0", "1/1 worker 1");
    assertThat(of(events, "task"))
        .isNotEmpty()
        .allSatisfy(
            task -> assertThat(task.args().get("task")).isEqualTo("org.temoto.apps.fib.Fib"));
    assertThat(events.stream().filter(event -> event.category() != null))
        .anySatisfy(event -> assertThat(event.start()).as("the first").isZero());
  }

  @Test
  void shouldAgreeOnTheWallClockToo() throws IOException {
    Cli done =
        Cli.line("sort --generate 300000 --page-size 16KiB --pes 2 --json --trace " + file());
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertAgrees(events(), done.json());
  }

  @ParameterizedTest
  @ValueSource(strings = {"absent/trace.json", "", "file/trace.json"})
  void shouldRefuseWhereNoFileCanBe(String name) throws IOException {
    Files.writeString(folder.resolve("file"), "");
    Cli done = Cli.run("run", "fib", "--n", "10", "--trace", folder + "/" + name);
    assertThat(done.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(done.out()).isEmpty();
    assertThat(done.err().lines()).singleElement().asString().contains(folder.toString());
  }

  @Test
  void shouldBringTheTraceOfProcesses() throws Exception {
    Evidence.requireOpenShmem();
    Oshrun.Outcome outcome =
        Oshrun.run(
            2,
            100,
            List.of(
                ("sort --generate 400000 --page-size 16KiB --workers 2 --json --trace " + file())
                    .split(" ")));
    assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    String line =
        outcome.output().lines().filter(each -> each.startsWith("{")).findFirst().orElseThrow();
    List<Event> events = events();
    Map<?, ?> other = (Map<?, ?>) JSON.std.mapFrom(file().toFile()).get("otherData");
    assertThat(((Number) other.get("clockErrorMicros")).doubleValue()).isPositive();
    Map<String, Object> json = JSON.std.mapFrom(line);
    assertThat(json).containsEntry("backend", "shmem");
    assertAgrees(events, json);
    assertThat(events.stream().map(Event::pe).distinct()).containsExactlyInAnyOrder(0, 1);
    long first =
        of(events, "task")
            .filter(task -> task.pe() == 0)
            .mapToLong(Event::start)
            .min()
            .orElseThrow();
    long last = of(events, "task").mapToLong(Event::end).max().orElseThrow();
    assertThat(of(events, "steal").filter(steal -> steal.pe() == 1))
        .as("clocks agree: nothing is stolen before the root begins, or after it ends")
        .allSatisfy(steal -> assertThat(steal.end()).isBetween(first, last));
  }
}
