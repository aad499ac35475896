package org.temoto.lab.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.temoto.apps.BadInputException;
import org.temoto.apps.cli.Choice;
import org.temoto.apps.cli.ExitCode;
import org.temoto.apps.cli.JobCommand;
import org.temoto.apps.cli.Main;
import org.temoto.apps.cli.TemotoCommand;
import org.temoto.apps.report.Json;
import org.temoto.gas.GasOptions;
import org.temoto.gas.InvalidOptionException;
import org.temoto.gas.Temoto;
import org.temoto.lab.evaluate.Evaluation;
import org.temoto.lab.evaluate.Plan;
import org.temoto.lab.simulate.Dimension;
import org.temoto.lab.simulate.Fonts;
import org.temoto.lab.simulate.NotKeptException;
import org.temoto.lab.simulate.OutputDirectory;
import org.temoto.lab.simulate.Recording;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command that draws the figures of the papers again, from runs in virtual time. */
@Command(
    name = "evaluate",
    description = {
      "Draws figures 5 to 8 of Ikegami and Taura (cilksort and matmul on plain memory, on identity"
          + " buffers and on separate buffers) and the efficiencies of Hiraishi, Muraoka and Yasugi"
          + " again, in virtual time, and says for each what the paper reports and what this run"
          + " gives; and shows what aggregation is worth."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class EvaluateCommand implements Callable<Integer> {
  private static final int MOST_WORKERS = 1024;

  /** The paper does not say how many keys it sorts. */
  private static final long PLAIN_KEYS = 1 << 23;

  /** The fast kernels sort four times as many in the time: runs are to be equally long. */
  private static final long FAST_KEYS = 1 << 25;

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
      description = "Which of 5, 6, 7, 8, table and aggregation (default: ${DEFAULT-VALUE}).")
  private String figures = String.join(",", Plan.FIGURES);

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
  private String cost = Plan.MEASURED;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description =
          "How often each point is run; the median counts, of two the faster (default: 3; 1 with"
              + " --cost model)."
              + " Before, points with measured costs are run until their times settle; those that"
              + " are compared are run three times as often, in turns.")
  private Integer repeat;

  @Option(
      names = "--keys",
      paramLabel = "N",
      description =
          "Keys that cilksort sorts (default: "
              + PLAIN_KEYS
              + " with the plain kernels, "
              + FAST_KEYS
              + " with the fast ones, which take about as long for them).")
  private Long keys;

  @Option(
      names = "--side",
      paramLabel = "N",
      description =
          "Rows and columns of the matrices (default: ${DEFAULT-VALUE}, as in the paper).")
  private int side = 1024;

  @Option(names = "--json", description = "Print the results as one JSON object on one line.")
  private boolean json;

  @Override
  public Integer call() {
    if (!Temoto.resolve(GasOptions.DEFAULT).backend().equals("simulated")) {
      throw new BadInputException(
          "evaluate runs in one process: start it without a launcher such as oshrun");
    }
    Plan plan = plan();
    CommandLine all = Main.commandLine(root());
    plan.points().forEach(point -> JobCommand.check(all, point.arguments()));
    OutputDirectory directory = Evaluation.directory(out);
    Fonts.require();
    return run(plan, directory, directory.prepare());
  }

  private TemotoCommand root() {
    return TemotoCommand.of(spec);
  }

  private int run(Plan plan, OutputDirectory directory, boolean isNew) {
    Recording<Evaluation> recording =
        new Recording<>(Evaluation.of(plan), evaluation -> evaluation.write(directory));
    try (EarlyEnd<Evaluation> early =
        EarlyEnd.of(spec, recording, EvaluateCommand::extent, directory, isNew)) {
      try {
        runLines(plan, recording);
        if (recording.conclude()) { // else the hook does, and says so
          print(recording.results());
          tellDirectory(directory);
        }
        return ExitCode.OK;
      } catch (PointFailed e) {
        e.tell(err());
        early.end("a run failed");
        return e.exitCode();
      } catch (NotKeptException e) {
        early.tell(e);
        print(recording.results());
        return ExitCode.FAILED;
      } catch (RuntimeException | Error e) { // told by the caller
        early.endBy(e);
        throw e;
      }
    }
  }

  private void runLines(Plan plan, Recording<Evaluation> recording)
      throws PointFailed, NotKeptException {
    try (SweepProgress progress =
        root().isWatched()
            ? SweepProgress.on(err(), "evaluate", plan.points().size())
            : SweepProgress.telling(err())) {
      new EvaluationRun(plan, root().stackTrace(), recording, progress).run();
    }
  }

  private static EarlyEnd.Extent extent(Evaluation evaluation) {
    return new EarlyEnd.Extent(evaluation.finished(), evaluation.plan().lines(), "lines");
  }

  private void print(Evaluation evaluation) {
    if (json) {
      spec.commandLine().getOut().println(Json.line(evaluation.fields()));
    } else {
      err().println(evaluation.summary());
    }
  }

  private void tellDirectory(OutputDirectory directory) {
    if (!json) {
      err().println("files in " + directory.path());
    }
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** Plan that the options ask for; refuses what cannot be. */
  private Plan plan() {
    Choice.require("--cost", cost, List.of(Plan.MEASURED, Plan.MODEL));
    List<String> wanted = Dimension.of("--figures", figures).values();
    for (String figure : wanted) {
      Choice.require("--figures", figure, Plan.FIGURES);
    }
    List<String> counts = Dimension.of("--workers", workers).values();
    int before = 0;
    for (String count : counts) {
      before = requireMore(count, before);
    }
    PointMeasurement.requireRepetitions(repeat);
    if (keys != null && (keys < 1 || keys > Integer.MAX_VALUE)) {
      throw new InvalidOptionException("keys", keys, "from 1 to 2^31 - 1");
    }
    if (side < 1 || side > 1 << 14) {
      throw new InvalidOptionException("side", side, "from 1 to 2^14");
    }
    requireUse(wanted);
    int times = PointMeasurement.repetitions(repeat, cost.equals(Plan.MODEL));
    long plainKeys = keys == null ? PLAIN_KEYS : keys;
    long fastKeys = keys == null ? FAST_KEYS : keys;
    return new Plan(wanted, counts, cost, times, plainKeys, fastKeys, side);
  }

  /** Refuses options that are typed for other figures than those of {@code wanted}. */
  private void requireUse(List<String> wanted) {
    requireUse("--keys", List.of("5", "7"), wanted);
    requireUse("--side", List.of("6", "8"), wanted);
    List<String> chosen =
        Plan.FIGURES.stream().filter(each -> !each.equals(Plan.AGGREGATION)).toList();
    requireUse("--workers", chosen, wanted);
    requireUse("--repeat", chosen, wanted);
    if (cost.equals(Plan.MEASURED)) { // aggregation is always modelled
      requireUse("--cost", chosen, wanted);
    }
  }

  private void requireUse(String option, List<String> users, List<String> wanted) {
    boolean isTyped = spec.commandLine().getParseResult().hasMatchedOption(option);
    if (isTyped && wanted.stream().noneMatch(users::contains)) {
      throw new BadInputException(
          "%s is for %s of --figures, not for %s: leave it out"
              .formatted(option, String.join(", ", users), figures));
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
}
