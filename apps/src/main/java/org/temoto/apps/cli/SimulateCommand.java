package org.temoto.apps.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.temoto.apps.BadInputException;
import org.temoto.apps.report.Json;
import org.temoto.apps.simulate.Fonts;
import org.temoto.apps.simulate.OutputDirectory;
import org.temoto.apps.simulate.Recording;
import org.temoto.apps.simulate.Results;
import org.temoto.apps.simulate.Sweep;
import org.temoto.apps.simulate.SweepPoint;
import org.temoto.apps.simulate.SweepSummary;
import org.temoto.apps.simulate.Timeline;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/**
 * Runs a command for every combination of lists of options, on a simulated cluster in this process,
 * and writes what is worth knowing of it.
 */
@Command(
    name = "simulate",
    description = {
      "Simulates sort, matmul or an application of run for each combination of options: every"
          + " option of NAME may have a list of values, separated by commas. Writes tables, plots"
          + " and a report for the browser."
    },
    customSynopsis = "temoto simulate NAME [--out=DIR] [--json] [OPTIONS of NAME, with lists]",
    footerHeading = "%nFor example:%n",
    footer = "  temoto simulate sort --generate 1000000 --pes 1,2,4 --latency 1.8us,20us",
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class SimulateCommand implements Callable<Integer> {
  /** The time that points live in unless {@code --time} says otherwise. */
  static final String TIME = "virtual";

  private static final List<String> OWN_COMMANDS = List.of("matmul", "sort");

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "NAME",
      description = "sort, matmul, or what temoto run --list names.")
  private String name;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Where the files go: a directory that is new, empty, or has those of another simulation"
              + " (default: simulation-NAME).")
  private Path out;

  @Option(names = "--json", description = "Print the results as one JSON object on one line.")
  private boolean json;

  @Unmatched private List<String> words = new ArrayList<>();

  @Override
  public Integer call() {
    if (!GlobalAddressSpace.conclude(GasOptions.DEFAULT).backend().equals("simulated")) {
      throw new BadInputException(
          "simulate runs in one process: start it without a launcher such as oshrun");
    }
    CommandLine all = Main.commandLine(root());
    Sweep sweep = SweepArguments.parse(all, call(all), words);
    Optional<SweepPoint> traced = checkAll(all, sweep);
    OutputDirectory directory =
        new OutputDirectory(out == null ? Path.of("simulation-" + name) : out);
    directory.check();
    Fonts.require();
    return run(sweep, traced, directory);
  }

  private TemotoCommand root() {
    return (TemotoCommand) spec.root().userObject();
  }

  /** The words that call the command of this name. */
  private List<String> call(CommandLine all) {
    Set<String> applications = all.getSubcommands().get("run").getSubcommands().keySet();
    if (name != null && OWN_COMMANDS.contains(name)) {
      return List.of(name);
    }
    if (name != null && applications.contains(name)) {
      return List.of("run", name);
    }
    Set<String> known = new TreeSet<>(applications);
    known.addAll(OWN_COMMANDS);
    String rule = "must be one of " + String.join(", ", known);
    throw new BadInputException(
        name == null ? "simulate needs a NAME, which " + rule : "NAME " + name + " " + rule);
  }

  /**
   * Refuses points that could not be run.
   *
   * @return the point that gets a timeline: the first of those with the most workers, among those
   *     that have few enough
   */
  private static Optional<SweepPoint> checkAll(CommandLine all, Sweep sweep) {
    SweepPoint largest = null;
    int most = 0;
    for (SweepPoint point : sweep.points()) {
      int workers = check(all, point);
      if (workers > most && workers <= Timeline.MOST_WORKERS) {
        most = workers;
        largest = point;
      }
    }
    return Optional.ofNullable(largest);
  }

  /** Refuses a point that could not be run, as running it would; returns its workers. */
  private static int check(CommandLine all, SweepPoint point) {
    ParseResult parsed = all.parseArgs(point.arguments().toArray(String[]::new));
    while (parsed.hasSubcommand()) {
      parsed = parsed.subcommand();
    }
    JobCommand command = (JobCommand) parsed.commandSpec().userObject();
    command.check();
    return command.totalWorkers();
  }

  private int run(Sweep sweep, Optional<SweepPoint> traced, OutputDirectory directory) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("simulating " + name + ": " + count(sweep.size()));
    Recording recording = new Recording(sweep, directory);
    Thread hook =
        Thread.ofPlatform().unstarted(() -> endEarly(recording, directory, "interrupted"));
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      PointRun last = runPoints(sweep, traced, recording);
      if (!last.isDone()) {
        err.println("temoto: " + last.point().commandLine() + " failed:");
        err.print(last.errors());
        endEarly(recording, directory, "a point failed");
        return last.exitCode();
      }
      if (recording.conclude()) { // else the hook does, and says so
        print(recording.results(), directory);
      }
      return ExitCode.OK;
    } finally {
      remove(hook);
    }
  }

  /** Runs points until one fails; returns that one, or the last. */
  private PointRun runPoints(Sweep sweep, Optional<SweepPoint> traced, Recording recording) {
    // Once for nothing: the first point would else be the one that pays for the JVM's start, and it
    // is often the one that all others are compared with.
    PointRun run = PointRun.of(sweep.points().getFirst(), root().stackTrace(), false);
    if (!run.isDone()) {
      return run;
    }
    try (SweepProgress progress =
        root().isWatched()
            ? SweepProgress.on(spec.commandLine().getErr(), name, sweep.size())
            : SweepProgress.hidden()) {
      for (SweepPoint point : sweep.points()) {
        boolean isTraced = traced.isPresent() && traced.get().number() == point.number();
        run = PointRun.of(point, root().stackTrace(), isTraced);
        if (!run.isDone()) {
          return run;
        }
        run.trace().ifPresent(trace -> recording.timeline(Timeline.of(point, trace)));
        recording.add(run.result());
        progress.step();
      }
    }
    return run;
  }

  /** Keeps what is finished, and says so; nothing if that has been done. */
  private void endEarly(Recording recording, OutputDirectory directory, String reason) {
    PrintWriter err = spec.commandLine().getErr();
    try {
      if (recording.conclude()) {
        int finished = recording.results().finished().size();
        err.printf(
            "%stemoto: %s: %d of %s finished, %s%n",
            root().isWatched() ? SweepProgress.ERASE : "",
            reason,
            finished,
            count(recording.results().sweep().size()),
            finished == 0 ? "nothing is written" : "which are in " + directory.path());
      }
    } catch (RuntimeException e) { // a hook's caller does not know how failures are told
      err.println(Failure.of(e).text());
    }
    err.flush();
  }

  private static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return; // the JVM is shutting down: the hook runs, and finds nothing to do if all is
      // concluded
    }
  }

  private void print(Results results, OutputDirectory directory) {
    if (json) {
      spec.commandLine().getOut().println(Json.line(results.fields()));
    } else {
      spec.commandLine().getErr().println(SweepSummary.of(results));
      spec.commandLine().getErr().println("  files in " + directory.path());
    }
  }

  private static String count(int points) {
    return points + (points == 1 ? " point" : " points");
  }
}
