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
 * Sort and matrix product beside what the JDK and the machine can do, measured in turns in one run.
 * Only the work itself is timed: data is made afresh before, the result checked after each round.
 */
@Command(
    name = "compare",
    description = "Sort and matrix product beside the JDK and the machine, in turns.",
    mixinStandardHelpOptions = true)
public final class Compare implements Callable<Integer> {
  /** Subject of a comparison. */
  enum Subject {
    SORT,
    MATMUL
  }

  private static final int MIB = 1 << 20;
  private static final String COMMON_PARALLELISM =
      "java.util.concurrent.ForkJoinPool.common.parallelism";

  @Spec private CommandSpec spec;

  @Option(names = "--only", paramLabel = "sort|matmul", description = "One of the comparisons.")
  private Subject only;

  @Option(names = "--rounds", paramLabel = "N", description = "Rounds that count.")
  private int rounds = 21;

  @Option(names = "--warm-up", paramLabel = "N", description = "Rounds before those.")
  private int warmUp = 10;

  @Option(names = "--workers", paramLabel = "N", description = "Workers of the PE, and threads.")
  private int workers = 2;

  @Option(names = "--elements", paramLabel = "N", description = "Keys to sort.")
  private int elements = 10_000_000;

  @Option(names = "--side", paramLabel = "N", description = "Rows and columns of the matrices.")
  private int side = 1024;

  @Option(names = "--seed", paramLabel = "N", description = "Of keys and matrices.")
  private long seed = 1;

  @Option(names = "--json", description = "One JSON object instead of a table.")
  private boolean json;

  /** Runs the comparisons that {@code arguments} ask for. */
  public static void main(String[] arguments) {
    CommandLine line = new CommandLine(new Compare()).setCaseInsensitiveEnumValuesAllowed(true);
    System.exit(line.execute(arguments));
  }

  @Override
  public Integer call() {
    // Read when the pool's class is loaded: nothing here has used it before.
    System.setProperty(COMMON_PARALLELISM, Integer.toString(workers));
    Alternation alternation = alternation();
    List<Row> rows = new ArrayList<>();
    if (only != Subject.MATMUL) {
      rows.addAll(sort(alternation));
    }
    if (only != Subject.SORT) {
      rows.addAll(matmul(alternation));
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Json.line(object(rows)));
    } else {
      table(rows, out);
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

  /**
   * One line of the table.
   *
   * @param work of one round, in {@code unit} times seconds
   */
  private record Row(Samples samples, double work, String unit) {
    double rate(double seconds) {
      return work / seconds;
    }

    Map<String, Object> object() {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("name", samples.name());
      fields.put("rounds", samples.seconds().length);
      fields.put("minimumSeconds", samples.minimum());
      fields.put("medianSeconds", samples.median());
      fields.put("maximumSeconds", samples.maximum());
      fields.put("medianRate", rate(samples.median()));
      fields.put("bestRate", rate(samples.minimum()));
      fields.put("unit", unit);
      return fields;
    }
  }

  private List<Row> sort(Alternation alternation) {
    List<Contender> contenders = new SortContenders(elements, seed).all(workers);
    double work = elements * 1e-6;
    return measure(alternation, contenders).stream()
        .map(samples -> new Row(samples, work, "million keys/s"))
        .toList();
  }

  private List<Row> matmul(Alternation alternation) {
    List<FmaPeak> peaks = List.of(new FmaPeak(1), new FmaPeak(workers));
    List<Contender> contenders = new ArrayList<>();
    contenders.add(new MatmulContender(side, 1, seed));
    contenders.add(new MatmulContender(side, workers, seed));
    contenders.addAll(peaks);
    List<Samples> samples = measure(alternation, contenders);
    double[] operations = {
      MatmulContender.operations(side),
      MatmulContender.operations(side),
      peaks.getFirst().operations(),
      peaks.getLast().operations()
    };
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < operations.length; i++) {
      rows.add(new Row(samples.get(i), operations[i] * 1e-9, "GFLOP/s"));
    }
    return rows;
  }

  private static List<Samples> measure(Alternation alternation, List<Contender> contenders) {
    try {
      return alternation.measure(contenders);
    } finally {
      contenders.forEach(Contender::close);
    }
  }

  private Map<String, Object> object(List<Row> rows) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("command", "compare");
    fields.put("workers", workers);
    fields.put("elements", elements);
    fields.put("side", side);
    fields.put("seed", seed);
    fields.put("java", Runtime.version().toString());
    fields.put("processors", Runtime.getRuntime().availableProcessors());
    fields.put("maxHeapMebibytes", Runtime.getRuntime().maxMemory() / MIB);
    fields.put("results", rows.stream().map(Row::object).toList());
    return fields;
  }

  private static void table(List<Row> rows, PrintWriter out) {
    out.printf("%44s %9s %9s   median rate (best)%n", "min ms", "median", "max");
    for (Row row : rows) {
      Samples samples = row.samples();
      out.printf(
          Locale.ROOT,
          "%-34s %9.2f %9.2f %9.2f   %.1f (%.1f) %s%n",
          samples.name(),
          samples.minimum() * 1e3,
          samples.median() * 1e3,
          samples.maximum() * 1e3,
          row.rate(samples.median()),
          row.rate(samples.minimum()),
          row.unit());
    }
  }
}
