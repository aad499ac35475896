package org.temoto.apps.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.temoto.apps.report.Report;
import org.temoto.apps.report.Summary;
import picocli.CommandLine.Model.CommandSpec;

/** Output of results: JSON to the standard output, words to the standard error. */
final class Output {
  private Output() {}

  /**
   * Prints what a job came to and returns the command's exit code.
   *
   * @param file where the result is, if it was verified; empty if the job writes none
   */
  static int finish(
      CommandSpec spec,
      boolean reporter,
      boolean json,
      Report report,
      String summary,
      Optional<Path> file) {
    if (reporter && json) {
      spec.commandLine().getOut().println(report.toJson());
    } else if (reporter) {
      spec.commandLine().getErr().println(summary);
      file.filter(_ -> report.isVerified())
          .ifPresent(path -> spec.commandLine().getErr().println(Summary.output(path)));
      report.hints().forEach(hint -> spec.commandLine().getErr().println(Summary.hint(hint)));
    }
    if (report.isVerified()) {
      return ExitCode.OK;
    }
    if (reporter) { // each PE's process has come to the same
      String written = file.isPresent() ? "; nothing was written" : "";
      spec.commandLine().getErr().println("temoto: the result is wrong" + written);
    }
    return ExitCode.FAILED;
  }
}
