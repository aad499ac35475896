package org.temoto.lab.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.temoto.apps.BadInputException;
import org.temoto.apps.cli.ExitCode;
import org.temoto.apps.cli.JobCommand;
import org.temoto.apps.cli.Main;
import org.temoto.apps.cli.TemotoCommand;
import org.temoto.apps.program.UserProgram;
import org.temoto.apps.report.Json;
import org.temoto.gas.GasOptions;
import org.temoto.gas.Temoto;
import org.temoto.lab.simulate.Fonts;
import org.temoto.lab.simulate.NotKeptException;
import org.temoto.lab.simulate.OutputDirectory;
import org.temoto.lab.simulate.PointResult;
import org.temoto.lab.simulate.Recording;
import org.temoto.lab.simulate.Results;
import org.temoto.lab.simulate.Settling;
import org.temoto.lab.simulate.Sweep;
import org.temoto.lab.simulate.SweepPoint;
import org.temoto.lab.simulate.SweepSummary;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/**
 * Command that runs another for every combination of lists of options, on a simulated cluster in
 * this process, and writes what is worth knowing of it.
 */
@Command(
    name = "simulate",
    description = {
      "Simulates sort, matmul, an application of run or a program of yours for each combination of"
          + " options: every"
          + " option of NAME may have a list of values, separated by commas. Writes tables, plots"
          + " and a report for the browser."
    },
    customSynopsis =
        "temoto simulate NAME [--out=DIR] [--repeat=N] [--json] [OPTIONS of NAME, with lists]"
            + " [-- ARGUMENTS of a program]",
    footerHeading = "%n",
    footer = {
      "The options of NAME are listed by temoto run NAME --help, for example temoto run fib --help;"
          + " those of sort and matmul by temoto sort --help and temoto matmul --help.",
      "",
      "For example:",
      "  temoto simulate sort --generate 1000000 --pes 1,2,4 --latency 1.8us,20us"
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class SimulateCommand implements Callable<Integer> {
  /** The time that points live in unless {@code --time} says otherwise. */
  static final String TIME = "virtual";

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "NAME",
      description =
          "sort, matmul, what temoto run --list names, or a program: a class, .java, .jar.")
  private String name;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Where the files go: a directory that is new, empty, or has those of another simulation"
              + " (default: simulation-NAME).")
  private Path out;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description =
          "How often each point is run; the median counts, of two the faster (default: 3; 1 with"
              + " --cost model). Before, points with measured costs are run until their times settle.")
  private Integer repeat;

  @Option(names = "--json", description = "Print the results as one JSON object on one line.")
  private boolean json;

  @Unmatched private List<String> words = new ArrayList<>();

  @Override
  public Integer call() {
    if (!Temoto.resolve(GasOptions.DEFAULT).backend().equals("simulated")) {
      throw new BadInputException(
          "simulate runs in one process: start it without a launcher such as oshrun");
    }
    PointMeasurement.requireRepetitions(repeat);
    CommandLine all = Main.commandLine(root());
    Sweep sweep = SweepArguments.parse(all, JobCommand.call(all, spec, name, words), words);
    Set<Integer> alone = checkAll(all, sweep);
    OutputDirectory directory =
        new OutputDirectory(
            out == null ? Path.of("simulation-" + UserProgram.shortName(name)) : out);
    Fonts.require();
    return run(sweep, alone, directory, directory.prepare());
  }

  private TemotoCommand root() {
    return TemotoCommand.of(spec);
  }

  /**
   * Refuses points that could not be run, values that are the same in other words, and options that
   * change nothing about any point.
   *
   * @return the numbers of the points whose commands can be run alone
   */
  private static Set<Integer> checkAll(CommandLine all, Sweep sweep) {
    Set<Integer> alone = new HashSet<>();
    Map<String, Map<Object, String>> known = new HashMap<>();
    Map<String, String> without = null;
    for (SweepPoint point : sweep.points()) {
      ParseResult parsed = JobCommand.check(all, point.arguments());
      point.settings().forEach((option, text) -> requireOnce(parsed, option, text, known));
      Map<String, String> own = JobCommand.of(parsed).withoutEffect();
      if (without == null) {
        without = new LinkedHashMap<>(own);
      }
      without.keySet().retainAll(own.keySet());
      if (own.isEmpty()) {
        alone.add(point.number());
      }
    }
    if (without != null && !without.isEmpty()) {
      throw new BadInputException(without.values().iterator().next());
    }
    return alone;
  }

  /**
   * @param known of each option, what its values mean
   */
  private static void requireOnce(
      ParseResult parsed, String option, String text, Map<String, Map<Object, String>> known) {
    Object value = parsed.matchedOptionValue(option, (Object) text);
    String other = known.computeIfAbsent(option, _ -> new HashMap<>()).putIfAbsent(value, text);
    if (other != null && !other.equals(text)) {
      throw new BadInputException(
          "%s %s and %s are the same; every value is simulated once"
              .formatted(option, other, text));
    }
  }

  private int run(Sweep sweep, Set<Integer> alone, OutputDirectory directory, boolean isNew) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("simulating " + name + ": " + count(sweep.size()));
    Recording<Results> recording =
        new Recording<>(new Results(sweep, List.of()), results -> results.write(directory));
    try (EarlyEnd<Results> early =
        EarlyEnd.of(spec, recording, SimulateCommand::extent, directory, isNew)) {
      try {
        runPoints(sweep, alone, recording);
        if (recording.conclude()) { // else the hook does, and says so
          print(recording.results());
          tellDirectory(directory);
        }
        return ExitCode.OK;
      } catch (PointFailed e) {
        if (e.exitCode() == ExitCode.BAD_INPUT && recording.results().finished().isEmpty()) {
          e.tellReason(err); // a mistake in the command, or in its program, as it is
        } else {
          e.tell(err);
          early.end("a point failed");
        }
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

  private static EarlyEnd.Extent extent(Results results) {
    return new EarlyEnd.Extent(results.finished().size(), results.sweep().size(), "points");
  }

  private void runPoints(Sweep sweep, Set<Integer> alone, Recording<Results> recording)
      throws PointFailed, NotKeptException {
    PointMeasurement measurement =
        new PointMeasurement(repeat, Settling.Limits.SWEEP, root().stackTrace());
    Optional<PointRun> drawn;
    try (SweepProgress progress =
        root().isWatched()
            ? SweepProgress.on(spec.commandLine().getErr(), name, sweep.size())
            : SweepProgress.hidden()) {
      for (SweepPoint point : sweep.points()) {
        PointResult done = measurement.of(point);
        recording.update(results -> results.with(done));
        progress.step();
      }
      progress.begin("timeline");
      drawn =
          recording
              .results()
              .toDraw(alone)
              .map(point -> PointRun.of(point, root().stackTrace(), true));
    }
    if (drawn.isPresent()) {
      keepTimeline(drawn.get(), recording);
    }
  }

  /**
   * Adds the timeline of {@code run}, which is not worth failing for, or says why there is none.
   *
   * @throws PointFailed if what it ran went wrong, which recording does not do
   */
  private void keepTimeline(PointRun run, Recording<Results> recording)
      throws PointFailed, NotKeptException {
    if (run.isWrong()) {
      throw new PointFailed(run);
    }
    if (!run.isDone()) {
      PrintWriter err = spec.commandLine().getErr();
      err.println("temoto: the report has no timeline, as a run that records it failed:");
      err.print(run.errors());
    } else if (run.timeline().isPresent()) {
      recording.update(results -> results.with(run.timeline().get()));
    }
  }

  private void print(Results results) {
    if (json) {
      spec.commandLine().getOut().println(Json.line(results.fields()));
    } else {
      spec.commandLine().getErr().println(SweepSummary.of(results));
    }
  }

  private void tellDirectory(OutputDirectory directory) {
    if (!json) {
      spec.commandLine().getErr().println("  files in " + directory.path());
    }
  }

  private static String count(int points) {
    return points + (points == 1 ? " point" : " points");
  }
}
