package org.temoto.apps.cli;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine;

/** Result of a command run in this process: its exit code and what it printed. */
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

  /** Path of a file of the tests. */
  static String fixture(String name) {
    return Path.of("src", "test", "resources", "npy", name).toString();
  }

  public Map<String, Object> json() {
    try {
      return JSON.std.mapFrom(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
