package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code --trace FILE} beside Chrome's trace event format, as far as viewers insist on it; also of
 * runs that fail, and of those of which not all events are kept.
 */
@Timeout(120)
class TraceEventFormatTest {
  private static final String LIMITED = "--time virtual --cost model --trace-events 40";

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("trace.json");
  }

  private Cli run(String words) {
    return Cli.line(words + " --trace " + file());
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

  /** What joins the halves of an asynchronous event. */
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
    assertThat(assertValid(trace()))
        .anySatisfy(event -> assertThat(event).containsEntry("name", "Fib"));
  }

  @Test
  void shouldSayOnceThatNotAllEventsAreKept() throws IOException {
    Cli done = run("run nqueens --n 9 --pes 4 " + LIMITED);
    assertThat(done.exitCode()).as(done.err()).isZero();
    Map<String, Object> other = object(trace().get("otherData"));
    int events = (int) other.get("events");
    assertThat(events).as("a worker may have fewer than its share").isBetween(30, 40);
    int dropped = (int) other.get("droppedEvents");
    assertThat(dropped).isPositive();
    assertThat(done.err())
        .containsOnlyOnce(
            file() + ", " + events + " events; " + dropped + " later ones are not there")
        .containsOnlyOnce("--trace-events");
    assertValid(trace());
    Cli json = run("run nqueens --n 9 --pes 4 --json " + LIMITED);
    assertThat(json.err()).startsWith("temoto: trace ").hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "67108865", "x"})
  void shouldRefuseNumbersOfEventsThatCannotBe(String number) {
    Cli refused = run("run fib --n 5 --trace-events=" + number);
    assertThat(refused.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(refused.err()).contains("trace-events").hasLineCount(1);
    assertThat(file()).doesNotExist();
  }

  @Test
  void shouldRefuseALimitWithoutATrace() {
    Cli refused = Cli.line("run fib --n 5 --trace-events 10");
    assertThat(refused.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(refused.err()).contains("--trace-events 10 is about a trace: add --trace FILE");
  }
}
