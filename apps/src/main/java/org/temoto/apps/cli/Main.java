package org.temoto.apps.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import org.temoto.apps.ElementType;
import org.temoto.apps.Kernel;
import org.temoto.apps.nqueens.QueensProblem;
import org.temoto.apps.sort.KeyDistribution;
import org.temoto.apps.uts.TreeProblem.Published;
import org.temoto.gas.Buffers;
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
            .registerConverter(int.class, Converters::int32)
            .registerConverter(Long.class, Converters::int64)
            .registerConverter(long.class, Converters::int64)
            .registerConverter(Buffers.class, Converters.word(Buffers.class))
            .registerConverter(ElementType.class, Converters.word(ElementType.class))
            .registerConverter(KeyDistribution.class, Converters.word(KeyDistribution.class))
            .registerConverter(Kernel.class, Converters.word(Kernel.class))
            .registerConverter(
                QueensProblem.Method.class, Converters.word(QueensProblem.Method.class))
            .registerConverter(Published.class, Converters.word(Published.class))
            .setParameterExceptionHandler((e, rest) -> reportUsage(err, e))
            .setExecutionExceptionHandler((e, command, parsed) -> report(err, e));
    int code;
    try {
      code = line.execute(arguments);
    } catch (Error e) { // The library hands over exceptions only.
      code = report(err, e);
    }
    if (out.checkError() && code == ExitCode.OK) { // A full disk or a closed pipe, for example.
      code = report(err, new IOException("the standard output cannot be written"));
    }
    err.flush();
    return code;
  }

  private static int reportUsage(PrintWriter err, ParameterException e) {
    String line =
        e instanceof UnmatchedArgumentException unmatched ? explain(unmatched) : e.getMessage();
    err.println(new Failure(ExitCode.BAD_INPUT, line, false).text());
    return ExitCode.BAD_INPUT;
  }

  private static String explain(UnmatchedArgumentException e) {
    CommandLine command = e.getCommandLine();
    String quoted = "'" + e.getUnmatched().getFirst() + "'";
    if (e.isUnknownOption()) {
      String similar = String.join(", ", e.getSuggestions());
      String help = command.getCommandSpec().qualifiedName() + " --help tells which there are";
      return "unknown option " + quoted + "; " + (similar.isEmpty() ? help : "similar: " + similar);
    }
    return command.getSubcommands().isEmpty()
        ? command.getCommandName() + ": " + quoted + " is one argument too many"
        : "unknown command "
            + quoted
            + "; known are "
            + String.join(", ", command.getSubcommands().keySet());
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
