package org.temoto.apps.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.temoto.apps.BadInputException;
import org.temoto.apps.report.Json;
import org.temoto.gas.GasOptions;
import org.temoto.gas.Temoto;
import org.temoto.gas.simulated.CheckFailedException;
import org.temoto.gas.simulated.CheckFailedException.Finding;
import org.temoto.gas.simulated.SimulationOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** Command that runs a job on a simulated cluster and looks for broken promises. */
@Command(
    name = "check",
    description = {
      "Runs sort, matmul, an application of run or a program of yours on a simulated cluster, and"
          + " reports data races, forgotten commits and misused views, each with its lines."
    },
    customSynopsis = "temoto check NAME [--json] [OPTIONS of NAME] [-- ARGUMENTS of a program]",
    footerHeading = "%n",
    footer = {
      "The options of NAME are listed by temoto run NAME --help, for example temoto run fib --help;"
          + " those of sort and matmul by temoto sort --help and temoto matmul --help.",
      "",
      "For example:",
      "  temoto check sort --generate 100000 --pes 2"
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class CheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "NAME",
      description =
          "sort, matmul, what temoto run --list names, or a program: a class, .java, .jar.")
  private String name;

  @Option(
      names = "--json",
      description = "Print the findings, and what NAME prints, as one JSON object on one line.")
  private boolean json;

  @Unmatched private List<String> words = new ArrayList<>();

  @Override
  public Integer call() {
    if (!Temoto.resolve(GasOptions.DEFAULT.with(SimulationOptions.DEFAULT.withRaceChecker(false)))
        .backend()
        .equals("simulated")) {
      throw new BadInputException(
          "check runs in one process: start it without a launcher such as oshrun");
    }
    TemotoCommand root = TemotoCommand.of(spec);
    List<String> arguments =
        new ArrayList<>(JobCommand.call(Main.commandLine(root), spec, name, words));
    arguments.addAll(words);
    if (root.stackTrace()) {
      arguments.add("--stacktrace");
    }
    return json ? callJson(arguments) : callPlain(arguments);
  }

  private int callPlain(List<String> arguments) {
    PrintWriter err = spec.commandLine().getErr();
    List<CheckFailedException> found = new ArrayList<>();
    int code = Main.runChecked(spec.commandLine().getOut(), err, found::add, arguments);
    findings(found).forEach(err::println);
    failures(found).forEach(line -> err.println("the job has failed, too: " + line));
    if (code == ExitCode.OK) {
      err.println("checked " + name + ": nothing found");
    } else if (code == ExitCode.FOUND) {
      err.printf("checked %s: %d found%n", name, findings(found).size());
    }
    return code;
  }

  private int callJson(List<String> arguments) {
    arguments.add("--json");
    StringWriter out = new StringWriter();
    List<CheckFailedException> found = new ArrayList<>();
    int code =
        Main.runChecked(new PrintWriter(out), spec.commandLine().getErr(), found::add, arguments);
    String job = out.toString(); // also of a wrong result; nothing where the job failed
    if (code == ExitCode.FOUND || !job.isEmpty()) {
      Map<String, Object> report = new LinkedHashMap<>();
      report.put("command", "check");
      report.put("name", name);
      report.put("findings", findings(found).stream().map(CheckCommand::fields).toList());
      report.put("failed", failures(found).stream().findFirst().orElse(null));
      report.put("job", job.isEmpty() ? null : Json.fields(job));
      spec.commandLine().getOut().println(Json.line(report));
    }
    return code;
  }

  private static List<Finding> findings(List<CheckFailedException> found) {
    return found.stream().flatMap(each -> each.findings().stream()).toList();
  }

  /** Messages of what made the job fail besides, if it failed. */
  private static List<String> failures(List<CheckFailedException> found) {
    return found.stream().flatMap(each -> Failure.besides(each).stream()).toList();
  }

  static Map<String, Object> fields(Finding finding) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("kind", finding.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    fields.put("memory", finding.memory());
    fields.put("from", finding.from());
    fields.put("to", finding.to());
    fields.put("elements", finding.elements().map(CheckCommand::list).orElse(null));
    List<Map<String, Object>> places = new ArrayList<>();
    places.add(fields(finding.first()));
    finding.second().map(CheckCommand::fields).ifPresent(places::add);
    fields.put("places", places);
    return fields;
  }

  private static List<Long> list(long[] range) {
    return List.of(range[0], range[1]);
  }

  private static Map<String, Object> fields(Finding.Place place) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("what", place.what());
    fields.put("line", place.line());
    fields.put("task", place.task());
    fields.put("pe", place.pe());
    return fields;
  }
}
