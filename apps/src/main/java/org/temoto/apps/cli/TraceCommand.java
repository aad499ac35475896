package org.temoto.apps.cli;

import java.nio.file.Path;
import org.temoto.apps.BadInputException;
import org.temoto.apps.io.OutputFile;
import org.temoto.apps.report.Summary;
import org.temoto.task.TaskRuntime;
import org.temoto.task.trace.Trace;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command that makes a trace of what a job has recorded, which may have been killed. */
@Command(
    name = "trace",
    description =
        "Writes the trace of what a job has recorded, also of one that was killed or goes on.",
    footerHeading = "%n",
    footer = {"For example:", "  temoto trace sort.json.parts sort.json"},
    mixinStandardHelpOptions = true)
final class TraceCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "FOLDER",
      description = "Where its workers have recorded: FILE.parts of its --trace FILE.")
  private Path folder;

  @Parameters(
      index = "1",
      paramLabel = "FILE",
      description = "The trace, for Perfetto (ui.perfetto.dev) and chrome://tracing.")
  private Path file;

  @Override
  public void run() {
    if (!Turn.isAlone()) {
      throw new BadInputException(
          "trace runs in one process: start it without a launcher such as oshrun");
    }
    if (isInside()) {
      throw new BadInputException(file + " must be outside of " + folder);
    }
    Trace recorded = TaskRuntime.readTrace(folder);
    OutputFile.check(file);
    OutputFile.write(file, recorded::writeTo);
    spec.commandLine().getErr().println(Summary.trace(file, recorded));
  }

  private boolean isInside() {
    return file.toAbsolutePath().normalize().startsWith(folder.toAbsolutePath().normalize());
  }
}
