package org.temoto.bench;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.temoto.apps.report.Json;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Patterns on a global array of float64 beside the JDK's on a {@code double[]}, measured in turns;
 * the ratio is the median of the rounds' own.
 */
@Command(
    name = "patterns",
    description = "Reduce, scan and transform of float64 beside the JDK's, in turns.",
    mixinStandardHelpOptions = true)
public final class PatternTimes implements Callable<Integer> {
  private static final String COMMON_PARALLELISM =
      "java.util.concurrent.ForkJoinPool.common.parallelism";

  @Spec private CommandSpec spec;

  @Option(names = "--rounds", paramLabel = "N", description = "Rounds that count.")
  private int rounds = 21;

  @Option(names = "--warm-up", paramLabel = "N", description = "Rounds before those.")
  private int warmUp = 10;

  @Option(names = "--workers", paramLabel = "N", description = "Workers of the PE, and threads.")
  private int workers = 2;

  @Option(names = "--elements", paramLabel = "N", description = "Numbers.")
  private int elements = 10_000_000;

  @Option(names = "--seed", paramLabel = "N", description = "Of the numbers.")
  private long seed = 1;

  @Option(names = "--json", description = "One JSON object instead of a table.")
  private boolean json;

  /** Measures what {@code arguments} ask for. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new PatternTimes());
  }

  @Override
  public Integer call() {
    if (elements < 1 || workers < 1) {
      throw new ParameterException(
          spec.commandLine(),
          "--elements " + elements + " and --workers " + workers + " must be at least 1");
    }
    // Read when the pool's class is loaded: nothing here has used it before.
    System.setProperty(COMMON_PARALLELISM, Integer.toString(workers));
    Alternation alternation = alternation();
    List<Row> rows = new ArrayList<>();
    try (PatternContenders contenders = new PatternContenders(elements, workers, seed)) {
      for (PatternContenders.Work work : PatternContenders.Work.values()) {
        rows.add(row(work, alternation, contenders.pair(work)));
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Json.line(object(rows)));
    } else {
      rows.forEach(row -> out.println(row.line()));
    }
    out.flush();
    return 0;
  }

  private Alternation alternation() {
    try {
      return new Alternation(warmUp, rounds);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private static Row row(
      PatternContenders.Work work, Alternation alternation, List<Contender> pair) {
    double[][] seconds = alternation.seconds(pair);
    double[] ratios = new double[seconds[0].length];
    for (int round = 0; round < ratios.length; round++) {
      ratios[round] = seconds[0][round] / seconds[1][round];
    }
    String name = work.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return new Row(
        name,
        new Samples(pair.getFirst().name(), seconds[0]),
        new Samples(pair.getLast().name(), seconds[1]),
        new Samples("ratio", ratios));
  }

  /** One line of the table. */
  private record Row(String name, Samples temoto, Samples jdk, Samples ratio) {
    String line() {
      return String.format(
          Locale.ROOT,
          "%-15s %7.2f ms (%.2f to %.2f), %s %.2f ms (%.2f to %.2f), ratio %.2f (%.2f to %.2f)",
          name,
          temoto.median() * 1e3,
          temoto.minimum() * 1e3,
          temoto.maximum() * 1e3,
          jdk.name(),
          jdk.median() * 1e3,
          jdk.minimum() * 1e3,
          jdk.maximum() * 1e3,
          ratio.median(),
          ratio.minimum(),
          ratio.maximum());
    }

    Map<String, Object> object() {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("pattern", name);
      fields.put("medianSeconds", temoto.median());
      fields.put("jdk", jdk.name());
      fields.put("jdkMedianSeconds", jdk.median());
      fields.put("medianRatio", ratio.median());
      fields.put("minimumRatio", ratio.minimum());
      fields.put("maximumRatio", ratio.maximum());
      return fields;
    }
  }

  private Map<String, Object> object(List<Row> rows) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("command", "patterns");
    fields.put("workers", workers);
    fields.put("elements", elements);
    fields.put("rounds", rounds);
    fields.put("seed", seed);
    fields.put("java", Runtime.version().toString());
    fields.put("results", rows.stream().map(Row::object).toList());
    return fields;
  }
}
