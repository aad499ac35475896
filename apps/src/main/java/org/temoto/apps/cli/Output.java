package org.temoto.apps.cli;

import org.temoto.apps.report.Report;
import picocli.CommandLine.Model.CommandSpec;

/** Where results go: JSON to the standard output, words to the standard error. */
final class Output {
  private Output() {}

  /** Prints what a job came to and returns the command's exit code. */
  static int finish(
      CommandSpec spec, boolean reporter, boolean json, Report report, String summary) {
    if (reporter && json) {
      spec.commandLine().getOut().println(report.toJson());
    } else if (reporter) {
      spec.commandLine().getErr().println(summary);
    }
    if (report.isVerified()) {
      return ExitCode.OK;
    }
    spec.commandLine().getErr().println("temoto: the result is wrong; nothing was written");
    return ExitCode.FAILED;
  }
}
