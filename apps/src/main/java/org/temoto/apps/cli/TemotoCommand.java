package org.temoto.apps.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.temoto.apps.report.Progress;
import org.temoto.gas.simulated.CheckFailedException;
import org.temoto.task.trace.Trace;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The root of all commands. */
@Command(
    name = "temoto",
    description = "The memory of a cluster as one global address space, any part of it at hand.",
    mixinStandardHelpOptions = true,
    version = "temoto 0.2.0-SNAPSHOT",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done and verified",
      "1:wrong result or internal failure",
      "2:bad input or option",
      "3:the checker found broken promises"
    })
public final class TemotoCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Option(
      names = "--stacktrace",
      scope = ScopeType.INHERIT,
      description = "Print the stack traces of failures.")
  private boolean stackTrace;

  private final boolean watched;
  private final Optional<Consumer<Trace>> traces;
  private final Optional<Consumer<CheckFailedException>> checked;

  private boolean point;

  /** Names of the options of the one command that can be meant, or null. */
  private Set<String> known;

  /** Parts of the job's trace, or null. */
  private TraceParts parts;

  /** Recording of this process, or null. */
  private FlightRecording flight;

  TemotoCommand(boolean watched) {
    this(watched, Optional.empty(), Optional.empty());
  }

  /**
   * @param traces receiver of the traces of all jobs, files or not
   * @param checked receiver of what a checker finds in all jobs, if they are to be checked
   */
  TemotoCommand(
      boolean watched,
      Optional<Consumer<Trace>> traces,
      Optional<Consumer<CheckFailedException>> checked) {
    this.watched = watched;
    this.traces = traces;
    this.checked = checked;
  }

  /** The root of the command {@code spec}. */
  public static TemotoCommand of(CommandSpec spec) {
    return (TemotoCommand) spec.root().userObject();
  }

  /** The only command below this one has options of these names, typed or not. */
  void knows(Set<String> names) {
    known = names;
  }

  /** The names of the options of the command {@code spec}, typed or not. */
  static Set<String> optionNames(CommandSpec spec) {
    Set<String> alone = of(spec).known;
    return alone == null ? spec.optionsMap().keySet() : alone;
  }

  /** Progress that the job of a command below this one tells. */
  public static Progress progress(CommandSpec spec) {
    return of(spec).watched
        ? Progress.on(spec.commandLine().getErr(), Progress.INTERVAL_NANOS)
        : Progress.hidden();
  }

  /** Tells whether people watch the standard error. */
  public boolean isWatched() {
    return watched;
  }

  /** The receiver of the traces of all jobs, if there is one. */
  Optional<Consumer<Trace>> traces() {
    return traces;
  }

  /** The job records into {@code recorded}, of which the command is to dispose when it ends. */
  void atEnd(TraceParts recorded) {
    parts = recorded;
  }

  /** Flight Recorder records into {@code file} until the command ends. */
  void record(Path file) {
    if (flight == null) {
      flight = FlightRecording.into(FlightRecording.own(file));
    }
  }

  /**
   * The command has ended.
   *
   * @throws IOException if what Flight Recorder has cannot be written
   */
  void end(PrintWriter err) throws IOException {
    try {
      if (flight != null) {
        flight.close();
      }
    } finally {
      if (parts != null) {
        parts.end(err);
      }
    }
  }

  /** The command runs one of many points: see {@link #isPoint}. */
  void runsPoint() {
    point = true;
  }

  /**
   * Tells whether the job is one of many that are compared: what the user's programs print is
   * dropped, and options may be of use to others of them only.
   */
  boolean isPoint() {
    return point;
  }

  /** Tells whether all jobs are checked. */
  boolean isChecked() {
    return checked.isPresent();
  }

  /** Passes on what a checker has found; false if {@code thrown} is something else. */
  boolean receives(Throwable thrown) {
    if (thrown instanceof CheckFailedException found && isChecked()) {
      checked.get().accept(found);
      return true;
    }
    return false;
  }

  /** The option {@code --stacktrace}: failures come with their stack traces. */
  public boolean stackTrace() {
    return stackTrace;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "no command given: there are "
            + String.join(", ", spec.subcommands().keySet())
            + "; --help tells more");
  }
}
