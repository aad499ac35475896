package org.temoto.task.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.temoto.task.trace.Trace.Event;
import org.temoto.task.trace.Trace.Event.Kind;

class TraceTest {
  private static final Trace TRACE =
      new Trace(
          List.of(
              new Trace.OfWorker(
                  1,
                  0,
                  Trace.Events.of(
                      List.of(
                          new Event(Kind.WORK, "my.\"Sum\\", 5_000, 1_234_567, 1),
                          new Event(Kind.JOIN, "my.Part", 5_001, 9, 0),
                          new Event(Kind.FETCH, "", 1_240_000, 50, 4096))))),
          0,
          true);

  @TempDir private Path folder;

  @Test
  void shouldWriteTheJsonOfTraceViewers() throws Exception {
    Path file = folder.resolve("trace.json");
    TRACE.writeTo(file);
    assertThat(file)
        .hasContent(
            """
            {"displayTimeUnit":"ns","otherData":{"finished":true,"events":3,"clockErrorMicros":0.000},"traceEvents":[
            {"ph":"M","name":"process_name","pid":2,"tid":1,"args":{"name":"PE 1"}},
            {"ph":"M","name":"thread_name","pid":2,"tid":1,"args":{"name":"worker 0"}},
            {"ph":"X","name":"\\"Sum\\\\","pid":2,"tid":1,"cat":"task","ts":0.000,"dur":1234.567,"args":{"task":"my.\\"Sum\\\\","resumed":true}},
            {"ph":"b","name":"join Part","pid":2,"tid":1,"cat":"join","id":1,"ts":0.001,"args":{"task":"my.Part","worker":0}},
            {"ph":"e","name":"join Part","pid":2,"tid":1,"cat":"join","id":1,"ts":0.010,"args":{"task":"my.Part","worker":0}},
            {"ph":"X","name":"localize","pid":2,"tid":1,"cat":"localize","ts":1235.000,"dur":0.050,"args":{"bytes":4096}}]}
            """);
    try (var files = Files.list(folder)) {
      assertThat(files).as("no draft").containsExactly(file);
    }
  }

  @Test
  void shouldNameTheFileThatCannotBeWritten() {
    Path file = folder.resolve("none").resolve("trace.json");
    assertThatThrownBy(() -> TRACE.writeTo(file))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining(file + ": cannot be written: there is no directory");
  }
}
