package org.temoto.apps.cli;

import java.io.PrintWriter;
import java.nio.charset.Charset;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code temoto} command. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    Charset charset = Charset.defaultCharset();
    PrintWriter out = new PrintWriter(System.out, true, charset);
    PrintWriter err = new PrintWriter(System.err, true, charset);
    System.exit(run(out, err, arguments));
  }

  /** Runs one command as the command line would, and returns its exit code. */
  public static int run(PrintWriter out, PrintWriter err, String... arguments) {
    CommandLine line =
        new CommandLine(new TemotoCommand())
            .setOut(out)
            .setErr(err)
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setParameterExceptionHandler((e, rest) -> reportUsage(err, e))
            .setExecutionExceptionHandler((e, command, parsed) -> report(err, e));
    try {
      return line.execute(arguments);
    } catch (Error e) { // The library hands over exceptions only.
      return report(err, e);
    } finally {
      out.flush();
      err.flush();
    }
  }

  private static int reportUsage(PrintWriter err, ParameterException e) {
    CommandLine command = e.getCommandLine();
    boolean isName = e instanceof UnmatchedArgumentException && !command.getSubcommands().isEmpty();
    String hint =
        isName ? "; known are " + String.join(", ", command.getSubcommands().keySet()) : "";
    err.println(new Failure(ExitCode.BAD_INPUT, e.getMessage() + hint, false).text());
    return ExitCode.BAD_INPUT;
  }

  /** One line for what the user can mend, a stack trace besides for what only we can. */
  private static int report(PrintWriter err, Throwable e) {
    if (Failure.isReportedElsewhere(e)) {
      return ExitCode.FAILED;
    }
    Failure failure = Failure.of(e);
    err.println(failure.text());
    if (failure.internal()) {
      e.printStackTrace(err);
    }
    return failure.exitCode();
  }
}
