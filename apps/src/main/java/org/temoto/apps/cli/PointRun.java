package org.temoto.apps.cli;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.temoto.apps.simulate.PointResult;
import org.temoto.apps.simulate.SweepPoint;

/** One point of a sweep, run as the command line would run it, and what it printed. */
record PointRun(SweepPoint point, int exitCode, String output, String errors) {
  /**
   * Runs {@code point} in this process.
   *
   * @param stackTrace whether a failure tells where it happened
   */
  static PointRun of(SweepPoint point, boolean stackTrace) {
    List<String> words = new ArrayList<>(point.arguments());
    words.add("--json");
    if (stackTrace) {
      words.add("--stacktrace");
    }
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Main.run(new PrintWriter(out), new PrintWriter(err), words.toArray(String[]::new));
    return new PointRun(point, code, out.toString(), err.toString());
  }

  boolean isDone() {
    return exitCode == ExitCode.OK;
  }

  PointResult result() {
    try {
      return new PointResult(point, JSON.std.mapFrom(output));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
