package org.temoto.bench;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.temoto.apps.report.Json;
import org.temoto.apps.suite.Application;
import org.temoto.gas.Network;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The applications of {@code temoto run} on one and on two workers beside plain Java, measured in
 * turns in one run; and LU with and without tiles that move to their writer.
 */
@Command(
    name = "suite",
    description = "The applications on one and two workers beside plain Java, in turns.",
    mixinStandardHelpOptions = true)
public final class Suite implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "NAME",
      description = "Some of: ${COMPLETION-CANDIDATES}.")
  private List<SuiteSubject> only = List.of(SuiteSubject.values());

  @Option(names = "--rounds", paramLabel = "N", description = "Rounds that count.")
  private int rounds = 11;

  @Option(names = "--warm-up", paramLabel = "N", description = "Rounds before those.")
  private int warmUp = 6;

  @Option(names = "--small", description = "Small problems, to see that it works.")
  private boolean small;

  @Option(names = "--json", description = "One JSON object instead of tables.")
  private boolean json;

  /** Measures what {@code arguments} ask for. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Suite()).setCaseInsensitiveEnumValuesAllowed(true);
  }

  @Override
  public Integer call() {
    Alternation alternation = alternation();
    PrintWriter out = spec.commandLine().getOut();
    List<Row> rows = new ArrayList<>();
    for (SuiteSubject subject : only) {
      List<Row> measured = measure(subject, alternation);
      rows.addAll(measured);
      if (!json) {
        table(subject, measured, out);
      }
    }
    if (json) {
      out.println(Json.line(object(rows)));
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
   * One line of a table.
   *
   * @param workers 0 for plain Java
   * @param speedUp times the same subject on one worker
   * @param efficiency share of plain Java on every worker
   * @param bytesPerSteal null where nothing was stolen by another PE
   */
  private record Row(
      SuiteSubject subject,
      Samples samples,
      int workers,
      double speedUp,
      double efficiency,
      Double bytesPerSteal) {
    Map<String, Object> object() {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("name", subject.label());
      fields.put("on", samples.name());
      fields.put("workers", workers);
      fields.put("rounds", samples.seconds().length);
      fields.put("minimumSeconds", samples.minimum());
      fields.put("medianSeconds", samples.median());
      fields.put("maximumSeconds", samples.maximum());
      fields.put("speedUp", speedUp);
      fields.put("efficiencyOfOneWorker", workers == 0 ? null : speedUp / workers);
      fields.put("efficiencyOfPlain", workers == 0 ? null : efficiency);
      fields.put("bytesPerRemoteSteal", bytesPerSteal);
      return fields;
    }
  }

  private List<Row> measure(SuiteSubject subject, Alternation alternation) {
    Application<?> application = subject.application(small);
    List<ApplicationContender> byTasks =
        subject.shapes().stream()
            .map(shape ->
                new ApplicationContender(
                    application, shape.pes(), shape.workers(), subject.network()))
            .toList();
    List<Contender> all =
        Stream.concat(Stream.of(new PlainContender(application)), byTasks.stream()).toList();
    try {
      return rows(subject, alternation.measure(all), byTasks);
    } finally {
      all.forEach(Contender::close);
    }
  }

  /** The first samples are plain Java's, the second one worker's. */
  private static List<Row> rows(
      SuiteSubject subject, List<Samples> samples, List<ApplicationContender> byTasks) {
    double plain = samples.get(0).median();
    double one = samples.get(1).median();
    List<Row> rows = new ArrayList<>();
    rows.add(new Row(subject, samples.getFirst(), 0, one / plain, 1, null));
    for (int i = 0; i < byTasks.size(); i++) {
      ApplicationContender contender = byTasks.get(i);
      double seconds = samples.get(i + 1).median();
      int workers = contender.allWorkers();
      long steals = contender.remoteSteals();
      rows.add(
          new Row(
              subject,
              samples.get(i + 1),
              workers,
              one / seconds,
              plain / (workers * seconds),
              steals == 0 ? null : (double) contender.bytes(subject.pageBytes()) / steals));
    }
    return rows;
  }

  private Map<String, Object> object(List<Row> rows) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("command", "suite");
    fields.put("warmUp", warmUp);
    fields.put("small", small);
    fields.put("java", Runtime.version().toString());
    fields.put("processors", Runtime.getRuntime().availableProcessors());
    fields.put("results", rows.stream().map(Row::object).toList());
    return fields;
  }

  private static void table(SuiteSubject subject, List<Row> rows, PrintWriter out) {
    Network network = subject.network();
    out.printf(
        Locale.ROOT,
        "%-26s%9s %9s %9s  %9s %9s %9s %12s%n",
        subject.label(),
        "min ms",
        "median",
        "max",
        "speed-up",
        "of one",
        "of plain",
        network.equals(Network.NONE) ? "" : "KiB/steal");
    for (Row row : rows) {
      out.printf(
          Locale.ROOT,
          "  %-24s%9.2f %9.2f %9.2f  %9.2f %9s %9s %12s%n",
          row.samples.name(),
          row.samples.minimum() * 1e3,
          row.samples.median() * 1e3,
          row.samples.maximum() * 1e3,
          row.speedUp,
          row.workers == 0 ? "" : percent(row.speedUp / row.workers),
          row.workers == 0 ? "" : percent(row.efficiency),
          network.equals(Network.NONE) || row.bytesPerSteal == null
              ? ""
              : String.format(Locale.ROOT, "%.0f", row.bytesPerSteal / 1024));
    }
    out.flush();
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }
}
