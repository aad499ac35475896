package org.temoto.lab.cli;

import java.io.PrintWriter;

/** Exception for a run of a point that failed: the command ends as it did. */
final class PointFailed extends Exception {
  private static final long serialVersionUID = 1;

  private final transient PointRun run;

  PointFailed(PointRun run) {
    super(run.point().commandLine());
    this.run = run;
  }

  /** Says which run it was, and what that said. */
  void tell(PrintWriter err) {
    err.println("temoto: " + getMessage() + " failed:");
    err.print(run.errors());
  }

  int exitCode() {
    return run.exitCode();
  }
}
