package org.temoto.apps.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.temoto.apps.BadInputException;
import org.temoto.apps.Kernel;
import org.temoto.apps.evaluate.Curve;
import org.temoto.apps.evaluate.EfficiencyTable;
import org.temoto.apps.evaluate.Evaluation;
import org.temoto.apps.evaluate.Exhibit;
import org.temoto.apps.evaluate.Figure;
import org.temoto.apps.evaluate.Program;
import org.temoto.apps.evaluate.Series;
import org.temoto.apps.evaluate.SuiteCurve;
import org.temoto.apps.evaluate.SuiteProgram;
import org.temoto.apps.report.Json;
import org.temoto.apps.simulate.Dimension;
import org.temoto.apps.simulate.Fonts;
import org.temoto.apps.simulate.OutputDirectory;
import org.temoto.apps.simulate.PointResult;
import org.temoto.apps.simulate.Sweep;
import org.temoto.apps.simulate.SweepPoint;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.InvalidOptionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Draws the figures of the papers again, from runs in virtual time. */
@Command(
    name = "evaluate",
    description = {
      "Draws figures 5 to 8 of P1 (cilksort and matmul on plain memory, on identity buffers and on"
          + " separate buffers) and P2's efficiency table again, in virtual time, and says for each"
          + " what the paper reports and what this run gives."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class EvaluateCommand implements Callable<Integer> {
  private static final String EFFICIENCY = "table";
  private static final List<String> FIGURES = List.of("5", "6", "7", "8", EFFICIENCY);
  private static final String MEASURED = "measured";
  private static final int MOST_WORKERS = 1024;
  private static final int MOST_REPETITIONS = 99;

  @Spec private CommandSpec spec;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Where the files go: a directory that is new, empty, or has those of another evaluation"
              + " (default: ${DEFAULT-VALUE}).")
  private Path out = Path.of("evaluation");

  @Option(
      names = "--figures",
      paramLabel = "LIST",
      description = "Which of 5, 6, 7, 8 and table (default: ${DEFAULT-VALUE}).")
  private String figures = String.join(",", FIGURES);

  @Option(
      names = "--workers",
      paramLabel = "LIST",
      description = "Numbers of workers, ascending (default: ${DEFAULT-VALUE}).")
  private String workers = "1,2,4,8,16,32";

  @Option(
      names = "--cost",
      paramLabel = "measured|model",
      description =
          "What computing takes: as long as here (default), or what a model says, the same on every"
              + " machine.")
  private String cost = MEASURED;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description =
          "How often each run of a figure is measured; the median counts (default: 3; 1 with --cost"
              + " model).")
  private Integer repeat;

  @Option(
      names = "--keys",
      paramLabel = "N",
      description = "Keys that cilksort sorts (default: ${DEFAULT-VALUE}).")
  private long keys = 1 << 23;

  @Option(
      names = "--side",
      paramLabel = "N",
      description = "Rows and columns of the matrices (default: ${DEFAULT-VALUE}, as in P1).")
  private int side = 1024;

  @Option(names = "--json", description = "Print the results as one JSON object on one line.")
  private boolean json;

  /** A run that failed: the command ends as it did. */
  private static final class PointFailed extends Exception {
    private static final long serialVersionUID = 1;

    private final transient PointRun run;

    PointFailed(PointRun run) {
      super(run.point().commandLine());
      this.run = run;
    }
  }

  @Override
  public Integer call() {
    if (!GlobalAddressSpace.conclude(GasOptions.DEFAULT).backend().equals("simulated")) {
      throw new BadInputException(
          "evaluate runs in one process: start it without a launcher such as oshrun");
    }
    check();
    OutputDirectory directory = Evaluation.directory(out);
    directory.check();
    Fonts.require();
    try {
      Evaluation evaluation = evaluate(directory);
      if (json) {
        spec.commandLine().getOut().println(Json.line(evaluation.fields()));
      } else {
        err().println(evaluation.summary());
        err().println("files in " + directory.path());
      }
      return ExitCode.OK;
    } catch (PointFailed e) {
      err().println("temoto: " + e.getMessage() + " failed:");
      err().print(e.run.errors());
      return e.run.exitCode();
    }
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }

  private void check() {
    Choice.require("--cost", cost, List.of(MEASURED, "model"), List.of());
    for (String figure : wantedFigures()) {
      Choice.require("--figures", figure, FIGURES, List.of());
    }
    int before = 0;
    for (String count : workerCounts()) {
      before = requireMore(count, before);
    }
    if (repeat != null && (repeat < 1 || repeat > MOST_REPETITIONS)) {
      throw new InvalidOptionException("repeat", repeat, "from 1 to " + MOST_REPETITIONS);
    }
    if (keys < 1 || keys > Integer.MAX_VALUE) {
      throw new InvalidOptionException("keys", keys, "from 1 to 2^31 - 1");
    }
    if (side < 1 || side > 1 << 14) {
      throw new InvalidOptionException("side", side, "from 1 to 2^14");
    }
  }

  private int requireMore(String count, int before) {
    int number;
    try {
      number = Integer.parseInt(count);
    } catch (NumberFormatException e) {
      throw refusedWorkers(count, e);
    }
    if (number <= before || number > MOST_WORKERS) {
      throw refusedWorkers(count, null);
    }
    return number;
  }

  private BadInputException refusedWorkers(String count, Throwable cause) {
    return new BadInputException(
        "--workers %s: %s must be a number from 1 to %d, and more than the one before it"
            .formatted(workers, count, MOST_WORKERS),
        cause);
  }

  private List<String> wantedFigures() {
    return Dimension.of("--figures", figures).values();
  }

  private List<String> workerCounts() {
    return Dimension.of("--workers", workers).values();
  }

  private boolean isMeasured() {
    return cost.equals(MEASURED);
  }

  private int repetitions() {
    if (repeat != null) {
      return repeat;
    }
    return isMeasured() ? 3 : 1;
  }

  private Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("cost", cost);
    settings.put("repetitions", repetitions());
    settings.put("workers", workerCounts());
    settings.put("keys", keys);
    settings.put("side", side);
    settings.put("latencies", Series.LATENCIES);
    settings.put("bandwidth", Series.BANDWIDTH);
    return settings;
  }

  /** Runs everything; the files are written as often as something is finished. */
  private Evaluation evaluate(OutputDirectory directory) throws PointFailed {
    List<Exhibit> exhibits = new ArrayList<>();
    for (Program program : List.of(Program.cilksort(keys), Program.matmul(side))) {
      List<Integer> numbers =
          List.of(program.speedUpFigure(), program.timeFigure()).stream()
              .filter(number -> wantedFigures().contains(number.toString()))
              .toList();
      if (!numbers.isEmpty()) {
        for (Kernel kernel : List.of(Kernel.PLAIN, Kernel.FAST)) {
          List<Curve> curves = curves(program, kernel);
          numbers.forEach(number -> exhibits.add(new Figure(number, program, kernel, curves)));
          new Evaluation(settings(), exhibits).write(directory);
        }
      }
    }
    if (wantedFigures().contains(EFFICIENCY)) {
      exhibits.add(new EfficiencyTable(suite()));
    }
    Evaluation evaluation = new Evaluation(settings(), exhibits);
    evaluation.write(directory);
    return evaluation;
  }

  private List<String> common() {
    return List.of("--backend=simulated", "--time=virtual", "--cost=" + cost);
  }

  private List<Curve> curves(Program program, Kernel kernel) throws PointFailed {
    List<Curve> curves = new ArrayList<>();
    for (Series series : Series.of(program, kernel, workerCounts(), common())) {
      err()
          .println(
              "running %s, %s kernels: %s"
                  .formatted(
                      program.label(), kernel.name().toLowerCase(Locale.ROOT), series.label()));
      curves.add(new Curve(series, results(series.sweep(), repetitions())));
    }
    return curves;
  }

  private List<SuiteCurve> suite() throws PointFailed {
    List<SuiteCurve> curves = new ArrayList<>();
    for (SuiteProgram program : SuiteProgram.ALL) {
      err().println("running " + program.name());
      List<PointResult> results = results(program.sweep(workerCounts(), common()), 1);
      curves.add(new SuiteCurve(program, results, isMeasured() ? sequential(program) : 0));
    }
    return curves;
  }

  private double sequential(SuiteProgram program) throws PointFailed {
    PointResult result = run(program.sequential(common()).points().getFirst());
    return ((Number) result.fields().get("sequentialSeconds")).doubleValue();
  }

  private List<PointResult> results(Sweep sweep, int times) throws PointFailed {
    if (isMeasured()) { // once for nothing: else the first would pay for compiling
      run(sweep.points().getFirst());
      run(sweep.points().getLast());
    }
    List<PointResult> results = new ArrayList<>();
    for (SweepPoint point : sweep.points()) {
      results.add(median(point, times));
    }
    return results;
  }

  private PointResult median(SweepPoint point, int times) throws PointFailed {
    List<PointResult> results = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      results.add(run(point));
    }
    results.sort(Comparator.comparingDouble(PointResult::seconds));
    return results.get(times / 2);
  }

  private PointResult run(SweepPoint point) throws PointFailed {
    TemotoCommand root = (TemotoCommand) spec.root().userObject();
    PointRun run = PointRun.of(point, root.stackTrace(), false);
    if (!run.isDone()) {
      throw new PointFailed(run);
    }
    return run.result();
  }
}
