package org.temoto.lab.cli;

import java.io.PrintWriter;
import org.temoto.apps.cli.ExitCode;

/** Exception for a run of a point that failed: the command ends as it did. */
final class PointFailed extends Exception {
  private static final long serialVersionUID = 1;

  /** Lines that the run printed. */
  private final String errors;

  private final int exitCode;

  private PointFailed(PointRun run, String errors, int exitCode) {
    super(run.point().commandLine());
    this.errors = errors;
    this.exitCode = exitCode;
  }

  PointFailed(PointRun run) {
    this(run, run.errors(), run.exitCode());
  }

  /**
   * The same of {@code run}, of a program that has done nothing that points could be compared by.
   */
  static PointFailed ofNothing(PointRun run, String program) {
    return new PointFailed(
        run,
        ("temoto: %s reports nothing, runs no tasks, comes to no barrier and uses no memory of other"
                + " PEs: there is nothing to show%n")
            .formatted(program),
        ExitCode.BAD_INPUT);
  }

  /** Says which run it was, and what that said. */
  void tell(PrintWriter err) {
    err.println("temoto: " + getMessage() + " failed:");
    tellReason(err);
  }

  /** Says what the run said. */
  void tellReason(PrintWriter err) {
    err.print(errors);
  }

  int exitCode() {
    return exitCode;
  }
}
