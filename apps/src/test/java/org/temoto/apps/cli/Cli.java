package org.temoto.apps.cli;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import picocli.CommandLine;

/** What a command printed and how it ended, in this process. */
public record Cli(int exitCode, String out, String err) {
  public static Cli run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Main.run(new PrintWriter(out), new PrintWriter(err), arguments);
    return new Cli(code, out.toString(), err.toString());
  }

  /** Splits {@code line} at blanks. */
  public static Cli line(String line) {
    return run(line.strip().split(" +", -1));
  }

  /**
   * All commands.
   *
   * @param watched whether people watch the standard error
   */
  public static CommandLine commandLine(boolean watched) {
    return Main.commandLine(new TemotoCommand(watched));
  }

  public Map<String, Object> json() {
    try {
      return JSON.std.mapFrom(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
