package org.temoto.bench;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.temoto.apps.cli.Main;
import org.temoto.apps.report.Json;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * What virtual time predicts, beside what the wall clock shows: commands are run in turns in both,
 * in this process, and the medians of what they say they took are compared.
 */
@Command(
    name = "validate",
    description = "Runs in virtual time beside the same on the wall clock.",
    mixinStandardHelpOptions = true)
public final class Validation implements Callable<Integer> {
  private static final List<String> COMMANDS =
      List.of(
          "run fib --n 38",
          "run nqueens --n 13 --method rows",
          "sort --generate 10000000",
          "matmul --generate 1536");

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "COMMAND",
      description = "What to run, each as one word, for example 'run fib --n 30'.")
  private List<String> commands = COMMANDS;

  @Option(names = "--pes", paramLabel = "N", description = "PEs (default: ${DEFAULT-VALUE}).")
  private int pes = 2;

  @Option(names = "--warm-up", paramLabel = "N", description = "Rounds that do not count.")
  private int warmUp = 2;

  @Option(names = "--rounds", paramLabel = "N", description = "Of which the median counts.")
  private int rounds = 5;

  @Option(names = "--json", description = "One JSON object instead of a table.")
  private boolean json;

  /** Compares what {@code arguments} ask for. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Validation());
  }

  @Override
  public Integer call() {
    if (pes < 1 || warmUp < 0 || rounds < 1) {
      throw new ParameterException(
          spec.commandLine(),
          "--pes=%d and --rounds=%d must be at least 1, --warm-up=%d not negative"
              .formatted(pes, rounds, warmUp));
    }
    PrintWriter out = spec.commandLine().getOut();
    List<Map<String, Object>> rows = new ArrayList<>();
    for (String command : commands) {
      Row row = measure(command);
      rows.add(row.object());
      if (!json) {
        out.println(row.line());
        out.flush();
      }
    }
    if (json) {
      out.println(Json.line(Map.of("command", "validate", "pes", pes, "results", rows)));
      out.flush();
    }
    return 0;
  }

  private Row measure(String command) {
    String line = command + " --pes " + pes + " --json --time ";
    List<Samples> samples =
        new Alternation(warmUp, rounds)
            .measure(List.of(new Run(line + "wall"), new Run(line + "virtual")));
    return new Row(command, samples.getFirst(), samples.getLast());
  }

  /** A command, as a user types it. */
  private record Run(String name) implements Contender {
    @Override
    public double round() {
      StringWriter out = new StringWriter();
      StringWriter err = new StringWriter();
      int code = Main.run(new PrintWriter(out), new PrintWriter(err), name.split(" ", -1));
      if (code != 0) {
        throw new IllegalStateException(name + " ended with " + code + ": " + err);
      }
      try {
        return ((Number) JSON.std.mapFrom(out.toString()).get("seconds")).doubleValue();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** What came out for a command. */
  private record Row(String command, Samples wall, Samples virtual) {
    /** By how much of what the wall clock shows the prediction is too long. */
    double error() {
      return virtual.median() / wall.median() - 1;
    }

    String line() {
      return String.format(
          Locale.ROOT,
          "%-34s wall %8.2f ms (%.2f to %.2f), virtual %8.2f ms (%.2f to %.2f), error %+.1f %%",
          command,
          wall.median() * 1e3,
          wall.minimum() * 1e3,
          wall.maximum() * 1e3,
          virtual.median() * 1e3,
          virtual.minimum() * 1e3,
          virtual.maximum() * 1e3,
          100 * error());
    }

    Map<String, Object> object() {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("line", command);
      fields.put("wallSeconds", wall.median());
      fields.put("virtualSeconds", virtual.median());
      fields.put("error", error());
      return fields;
    }
  }
}
