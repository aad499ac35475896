package org.temoto.bench;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.temoto.apps.report.Json;
import org.temoto.apps.suite.Application;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The applications of {@code temoto run} on one and on two workers beside plain Java, and beside
 * what as many independent runs at once achieve, measured in turns in one run; and LU with and
 * without tiles that move to their writer.
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
  private int warmUp = 15;

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
    List<SuiteRow> rows = new ArrayList<>();
    for (SuiteSubject subject : only) {
      List<SuiteRow> measured = measure(subject, alternation);
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

  private List<SuiteRow> measure(SuiteSubject subject, Alternation alternation) {
    Application<?> application = subject.application(small);
    List<ApplicationContender> byTasks =
        subject.shapes().stream()
            .map(shape ->
                new ApplicationContender(
                    application, shape.pes(), shape.workers(), subject.network()))
            .toList();
    List<Copies> copies =
        byTasks.stream()
            .map(ApplicationContender::allWorkers)
            .filter(workers -> workers > 1)
            .distinct()
            .map(workers -> copies(subject, application, workers))
            .toList();
    List<Contender> all = new ArrayList<>();
    all.add(new PlainContender(application));
    all.addAll(byTasks);
    all.addAll(copies);
    try {
      List<Samples> samples = alternation.measure(all);
      return SuiteRow.of(subject, samples, byTasks, copies);
    } finally {
      all.forEach(Contender::close);
    }
  }

  /** Copies of a job of one worker, {@code count} of them, which know nothing of each other. */
  private static Copies copies(SuiteSubject subject, Application<?> application, int count) {
    return new Copies(
        Stream.generate(() -> new ApplicationContender(application, 1, 1, subject.network()))
            .limit(count)
            .toList());
  }

  private Map<String, Object> object(List<SuiteRow> rows) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("command", "suite");
    fields.put("warmUp", warmUp);
    fields.put("small", small);
    fields.put("java", Runtime.version().toString());
    fields.put("processors", Runtime.getRuntime().availableProcessors());
    fields.put("results", rows.stream().map(SuiteRow::object).toList());
    return fields;
  }

  private static void table(SuiteSubject subject, List<SuiteRow> rows, PrintWriter out) {
    out.println(SuiteRow.head(subject));
    rows.forEach(row -> out.println(row.line()));
    out.flush();
  }
}
