package org.temoto.apps.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.temoto.apps.BadInputException;
import org.temoto.apps.io.OutputFile;
import org.temoto.apps.jacobi.JacobiProblem;
import org.temoto.apps.jacobi.JacobiProblem.Style;
import org.temoto.apps.jacobi.Saving;
import org.temoto.apps.suite.Application;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command that runs {@link JacobiProblem}. */
@Command(
    name = "jacobi",
    description =
        "Jacobi's iteration on a square grid, whose PEs exchange the borders of their strips.",
    customSynopsis = "temoto run jacobi [OPTIONS]",
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class JacobiCommand extends ApplicationCommand<Double> {
  private static final int CUTOFF = 64;
  private static final int EVERY = 10;

  @Option(
      names = "--n",
      paramLabel = "N",
      description = "Rows and columns, the fixed border included (default: ${DEFAULT-VALUE}).")
  private int n = 1024;

  @Option(
      names = "--steps",
      paramLabel = "S",
      description = "How often every point is replaced (default: ${DEFAULT-VALUE}).")
  private int steps = 100;

  @Option(
      names = "--style",
      paramLabel = "strips|tasks",
      description =
          "Each PE computes its own rows, with a barrier after each step, or tasks compute bands of"
              + " rows (default: strips).")
  private Style style = Style.STRIPS;

  @Option(
      names = "--cutoff",
      paramLabel = "N",
      description = "With --style tasks: a task computes at most N rows (default: " + CUTOFF + ").")
  private Integer cutoff;

  @Written
  @Option(
      names = "--checkpoint",
      paramLabel = "DIR",
      description = "Keep the grids in this directory, as they are after some steps and the last.")
  private Path checkpoint;

  @Option(
      names = "--checkpoint-every",
      paramLabel = "S",
      description = "With --checkpoint: every S steps (default: " + EVERY + ").")
  private Integer every;

  @Option(
      names = "--resume",
      description =
          "With --checkpoint: begin with the step that the checkpoint is ready for; the number of"
              + " PEs may be another.")
  private boolean resume;

  @Override
  protected Application<Double> application() {
    if (style == Style.STRIPS) {
      requireOneWorker("--style strips");
      if (cutoff != null) {
        throw new BadInputException("--cutoff " + cutoff + " is about tasks: add --style tasks");
      }
    }
    return new JacobiProblem(
        n, steps, style, cutoff == null ? CUTOFF : cutoff, seed(), Optional.ofNullable(saving()));
  }

  @Override
  Optional<String> taskless() {
    return style == Style.STRIPS ? Optional.of("--style strips") : Optional.empty();
  }

  private Saving saving() {
    if (resume && isComparedWithSequential()) {
      throw new BadInputException(
          "--sequential times all steps, --resume leaves some out: must not be given together");
    }
    if (checkpoint != null) {
      requireOneRun("--checkpoint");
      OutputFile.checkDirectory(checkpoint, 2L * n * n * Double.BYTES);
      return new Saving(checkpoint, every == null ? EVERY : every, resume);
    }
    if (every != null || resume) {
      String option = resume ? "--resume" : "--checkpoint-every " + every;
      throw new BadInputException(option + " is about a checkpoint: add --checkpoint DIR");
    }
    return null;
  }
}
