package org.temoto.apps.cli;

import org.temoto.apps.lu.LuProblem;
import org.temoto.apps.suite.Application;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command that runs {@link LuProblem}. */
@Command(
    name = "lu",
    description = "LU factorization of a random matrix in global memory; the result is a residual.",
    customSynopsis = "temoto run lu [OPTIONS]",
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class LuCommand extends ApplicationCommand<Double> {
  @Option(
      names = "--n",
      paramLabel = "N",
      description = "Rows and columns (default: ${DEFAULT-VALUE}).")
  private int n = 1024;

  @Option(
      names = "--cutoff",
      paramLabel = "N",
      description =
          "Side of the tiles that tasks work on, which are pages: a power of two"
              + " (default: ${DEFAULT-VALUE}).")
  private int side = 64;

  @Option(
      names = "--migrate",
      description =
          "A tile moves to the PE that writes it, instead of being sent back as a commit.")
  private boolean migrating;

  @Override
  protected Application<Double> application() {
    return new LuProblem(n, side, migrating, seed());
  }
}
