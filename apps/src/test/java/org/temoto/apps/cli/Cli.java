package org.temoto.apps.cli;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;

/** What a command printed and how it ended, in this process. */
record Cli(int exitCode, String out, String err) {
  static Cli run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Main.run(new PrintWriter(out), new PrintWriter(err), arguments);
    return new Cli(code, out.toString(), err.toString());
  }

  /** Splits {@code line} at blanks. */
  static Cli line(String line) {
    return run(line.strip().split(" +", -1));
  }

  Map<String, Object> json() {
    try {
      return JSON.std.mapFrom(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
