package org.temoto.task.trace;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.temoto.task.trace.Trace.Event;
import org.temoto.task.trace.Trace.Event.Kind;
import org.temoto.task.trace.Trace.OfWorker;

/**
 * Writer of traces in the JSON of Chrome's trace viewer, which Perfetto opens: PEs are its
 * processes, workers its threads. Both are numbered from 1 there, since viewers take 0 for the
 * kernel's idle thread; names and arguments have the numbers of the job. Times are microseconds
 * since the first event.
 */
final class EventFormat {
  private static final int THOUSAND = 1000;

  private final Writer out;
  private final Trace trace;
  private final long start;

  /** Separator before an event that is not the first. */
  private String comma = "";

  /** Tells the halves of joins that are suspended at the same time from each other. */
  private long joins;

  private EventFormat(Writer out, Trace trace) {
    this.out = out;
    this.trace = trace;
    this.start = trace.start();
  }

  /** Writes all of {@code trace} to {@code out}, which stays open. */
  static void write(OutputStream out, Trace trace) throws IOException {
    Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    new EventFormat(writer, trace).write();
    writer.flush();
  }

  private void write() throws IOException {
    out.write(
        "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"finished\":%b,\"events\":%s,\"clockErrorMicros\":%s},"
            .formatted(trace.finished(), trace.count(), micros(trace.clockErrorNanos())));
    out.write("\"traceEvents\":[");
    for (OfWorker worker : trace.workers()) {
      writeNames(worker);
    }
    for (OfWorker worker : trace.workers()) {
      for (Event event : worker.events()) {
        if (event.kind() == Kind.JOIN) {
          writeJoin(worker, event);
        } else {
          writeComplete(worker, event);
        }
      }
    }
    out.write("]}\n");
  }

  private void writeNames(OfWorker worker) throws IOException {
    if (worker.worker() == 0) {
      write(worker, "M", "process_name", "", "\"name\":\"PE " + worker.pe() + '"');
    }
    write(worker, "M", "thread_name", "", "\"name\":\"worker " + worker.worker() + '"');
  }

  private void writeComplete(OfWorker worker, Event event) throws IOException {
    String times = category(event) + times(event.start()) + ",\"dur\":" + micros(event.nanos());
    String arguments =
        switch (event.kind()) {
          case WORK -> "\"task\":" + quoted(event.task()) + ",\"resumed\":" + event.isResumed();
          case WAIT, SEARCH -> "\"failedSteals\":" + event.value();
          case STEAL -> "\"pe\":" + event.victimPe() + ",\"worker\":" + event.victim();
          case FETCH, RELEASE -> "\"bytes\":" + event.value();
          case REPORT -> "\"pe\":" + event.value();
          case JOIN -> throw new IllegalArgumentException("a join is no complete event");
        };
    write(worker, "X", name(event), times, arguments);
  }

  /** Two events of one number: others of the worker begin and end meanwhile. */
  private void writeJoin(OfWorker worker, Event event) throws IOException {
    joins++;
    String number = category(event) + ",\"id\":" + joins;
    String arguments = "\"task\":" + quoted(event.task()) + ",\"worker\":" + worker.worker();
    write(worker, "b", name(event), number + times(event.start()), arguments);
    write(worker, "e", name(event), number + times(event.end()), arguments);
  }

  private void write(OfWorker worker, String phase, String name, String more, String arguments)
      throws IOException {
    out.write(comma);
    comma = ",";
    out.write(
        "\n{\"ph\":\"%s\",\"name\":%s,\"pid\":%s,\"tid\":%s"
            .formatted(phase, quoted(name), worker.pe() + 1, worker.worker() + 1));
    out.write(more);
    out.write(",\"args\":{");
    out.write(arguments);
    out.write("}}");
  }

  private String times(long moment) {
    return ",\"ts\":" + micros(moment - start);
  }

  private static String micros(long nanos) {
    return String.format(Locale.ROOT, "%s.%03d", nanos / THOUSAND, nanos % THOUSAND);
  }

  private static String category(Event event) {
    String category =
        switch (event.kind()) {
          case WORK -> "task";
          case WAIT, SEARCH -> "idle";
          case STEAL -> "steal";
          case FETCH -> "localize";
          case RELEASE -> "commit";
          case REPORT -> "report";
          case JOIN -> "join";
        };
    return ",\"cat\":\"" + category + '"';
  }

  private static String name(Event event) {
    return switch (event.kind()) {
      case WORK -> simple(event.task());
      case WAIT -> "waiting";
      case SEARCH -> "searching";
      case STEAL -> "steal";
      case FETCH -> "localize";
      case RELEASE -> "commit";
      case REPORT -> "report";
      case JOIN -> "join " + simple(event.task());
    };
  }

  /** The name of a class without its package. */
  private static String simple(String task) {
    return task.substring(task.lastIndexOf('.') + 1);
  }

  /** The text as JSON has it; names of classes may have almost any character. */
  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      if (letter == '"' || letter == '\\') {
        quoted.append('\\').append(letter);
      } else if (letter < ' ') {
        quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) letter));
      } else {
        quoted.append(letter);
      }
    }
    return quoted.append('"').toString();
  }
}
