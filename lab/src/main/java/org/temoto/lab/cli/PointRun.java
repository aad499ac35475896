package org.temoto.lab.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.temoto.apps.cli.ExitCode;
import org.temoto.apps.cli.Main;
import org.temoto.apps.report.Json;
import org.temoto.lab.simulate.PointResult;
import org.temoto.lab.simulate.SweepPoint;
import org.temoto.lab.simulate.Timeline;
import org.temoto.task.trace.Trace;

/**
 * One point of a sweep, run as the command line would run it, and what it printed.
 *
 * @param timeline what its workers did, if that was wanted
 */
record PointRun(
    SweepPoint point, int exitCode, String output, String errors, Optional<Timeline> timeline) {
  /**
   * Runs {@code point} in this process; what a program prints is dropped.
   *
   * @param stackTrace whether a failure tells where it happened
   * @param traced whether its workers record what they do, which is kept if they are few enough
   */
  static PointRun of(SweepPoint point, boolean stackTrace, boolean traced) {
    List<String> words = new ArrayList<>(point.arguments());
    words.add("--json");
    if (stackTrace) {
      words.add("--stacktrace");
    }
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    AtomicReference<Timeline> timeline = new AtomicReference<>();
    Consumer<Trace> drawing =
        trace -> {
          if (trace.workers().size() <= Timeline.MOST_WORKERS) { // a program may have chosen more
            timeline.set(Timeline.of(point, trace));
          }
        };
    int code =
        Main.run(
            new PrintWriter(out),
            new PrintWriter(err),
            traced ? Optional.of(drawing) : Optional.empty(),
            words.toArray(String[]::new));
    return new PointRun(
        point, code, out.toString(), err.toString(), Optional.ofNullable(timeline.get()));
  }

  boolean isDone() {
    return exitCode == ExitCode.OK;
  }

  /** Tells whether its result is wrong, or what a checker has found makes it so. */
  boolean isWrong() {
    return exitCode == ExitCode.FOUND
        || !output.isEmpty() && Boolean.FALSE.equals(Json.fields(output).get("verified"));
  }

  PointResult result() {
    return new PointResult(point, Json.fields(output));
  }
}
