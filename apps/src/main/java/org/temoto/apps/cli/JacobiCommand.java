package org.temoto.apps.cli;

import org.temoto.apps.BadInputException;
import org.temoto.apps.jacobi.JacobiProblem;
import org.temoto.apps.jacobi.JacobiProblem.Style;
import org.temoto.apps.suite.Application;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs {@link JacobiProblem}. */
@Command(
    name = "jacobi",
    description =
        "Jacobi's iteration on a square grid, whose PEs exchange the borders of their strips.",
    customSynopsis = "temoto run jacobi [OPTIONS]",
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class JacobiCommand extends ApplicationCommand<Double> {
  private static final int CUTOFF = 64;

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

  @Override
  Application<Double> application() {
    if (style == Style.STRIPS) {
      requireOneWorker("--style strips");
      if (cutoff != null) {
        throw new BadInputException("--cutoff " + cutoff + " is about tasks: add --style tasks");
      }
    }
    return new JacobiProblem(n, steps, style, cutoff == null ? CUTOFF : cutoff, seed());
  }
}
