package org.temoto.apps.trace;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import org.temoto.apps.io.OutputFile;
import org.temoto.task.trace.Trace;
import org.temoto.task.trace.Trace.Event.Kind;

/**
 * A trace in the JSON of Chrome's trace viewer, which Perfetto opens: PEs are its processes,
 * workers its threads. Both are numbered from 1 there, since viewers take 0 for the kernel's idle
 * thread; names and arguments have the numbers of the job. Times are microseconds since the first
 * event.
 */
public final class TraceFile {
  private static final int MICROSECOND_DIGITS = 3;

  private final JsonGenerator json;
  private final Trace trace;
  private final long start;

  /** Tells the halves of joins that are suspended at the same time from each other. */
  private long joins;

  private TraceFile(JsonGenerator json, Trace trace) {
    this.json = json;
    this.trace = trace;
    this.start = trace.start();
  }

  /**
   * Writes {@code trace} to {@code file}, whole or not at all.
   *
   * @throws java.io.UncheckedIOException if the file cannot be written
   */
  public static void write(Path file, Trace trace) {
    OutputFile.write(file, out -> write(out, trace));
  }

  private static void write(OutputStream out, Trace trace) throws IOException {
    try (JsonGenerator json = JSON.std.getStreamingFactory().createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      new TraceFile(json, trace).write();
    }
  }

  private void write() throws IOException {
    json.writeStartObject();
    json.writeStringField("displayTimeUnit", "ns");
    json.writeObjectFieldStart("otherData");
    json.writeBooleanField("finished", trace.finished());
    json.writeNumberField("events", trace.count());
    writeMicros("clockErrorMicros", trace.clockErrorNanos());
    json.writeEndObject();
    json.writeArrayFieldStart("traceEvents");
    for (Trace.OfWorker worker : trace.workers()) {
      writeNames(worker);
    }
    for (Trace.OfWorker worker : trace.workers()) {
      for (Trace.Event event : worker.events()) {
        if (event.kind() == Kind.JOIN) {
          writeJoin(worker, event);
        } else {
          writeComplete(worker, event);
        }
      }
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeRaw('\n');
  }

  private void writeNames(Trace.OfWorker worker) throws IOException {
    if (worker.worker() == 0) {
      writeName(worker, "process_name", "PE " + worker.pe());
    }
    writeName(worker, "thread_name", "worker " + worker.worker());
  }

  private void writeName(Trace.OfWorker worker, String what, String name) throws IOException {
    begin(worker, "M", what);
    json.writeObjectFieldStart("args");
    json.writeStringField("name", name);
    json.writeEndObject();
    end();
  }

  private void writeComplete(Trace.OfWorker worker, Trace.Event event) throws IOException {
    begin(worker, "X", name(event));
    json.writeStringField("cat", category(event.kind()));
    writeMicros("ts", event.start() - start);
    writeMicros("dur", event.nanos());
    json.writeObjectFieldStart("args");
    switch (event.kind()) {
      case WORK -> {
        json.writeStringField("task", event.task());
        json.writeBooleanField("resumed", event.isResumed());
      }
      case WAIT, SEARCH -> json.writeNumberField("failedSteals", event.value());
      case STEAL -> {
        json.writeNumberField("pe", event.victimPe());
        json.writeNumberField("worker", event.victim());
      }
      case FETCH, RELEASE -> json.writeNumberField("bytes", event.value());
      case REPORT -> json.writeNumberField("pe", event.value());
      case JOIN -> throw new IllegalArgumentException("a join is no complete event");
    }
    json.writeEndObject();
    end();
  }

  /** Two events of one number: others of the worker begin and end meanwhile. */
  private void writeJoin(Trace.OfWorker worker, Trace.Event event) throws IOException {
    joins++;
    writeHalf(worker, event, "b", event.start());
    writeHalf(worker, event, "e", event.end());
  }

  private void writeHalf(Trace.OfWorker worker, Trace.Event event, String phase, long time)
      throws IOException {
    begin(worker, phase, name(event));
    json.writeStringField("cat", category(event.kind()));
    json.writeNumberField("id", joins);
    writeMicros("ts", time - start);
    json.writeObjectFieldStart("args");
    json.writeStringField("task", event.task());
    json.writeNumberField("worker", worker.worker());
    json.writeEndObject();
    end();
  }

  private void begin(Trace.OfWorker worker, String phase, String name) throws IOException {
    json.writeRaw('\n');
    json.writeStartObject();
    json.writeStringField("ph", phase);
    json.writeStringField("name", name);
    json.writeNumberField("pid", worker.pe() + 1);
    json.writeNumberField("tid", worker.worker() + 1);
  }

  private void end() throws IOException {
    json.writeEndObject();
  }

  private void writeMicros(String field, long nanos) throws IOException {
    json.writeNumberField(field, BigDecimal.valueOf(nanos, MICROSECOND_DIGITS));
  }

  private static String category(Kind kind) {
    return switch (kind) {
      case WORK -> "task";
      case WAIT, SEARCH -> "idle";
      case STEAL -> "steal";
      case FETCH -> "localize";
      case RELEASE -> "commit";
      case REPORT -> "report";
      case JOIN -> "join";
    };
  }

  private static String name(Trace.Event event) {
    return switch (event.kind()) {
      case WORK -> simple(event.task());
      case WAIT -> "waiting for a join";
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
}
