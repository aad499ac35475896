package org.temoto.apps.cli;

import org.temoto.apps.nqueens.QueensProblem;
import org.temoto.apps.suite.Application;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command that runs {@link QueensProblem}. */
@Command(
    name = "nqueens",
    description = "All ways to place n queens so that none attacks another.",
    customSynopsis = "temoto run nqueens [OPTIONS]",
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class QueensCommand extends ApplicationCommand<Long> {
  @Option(
      names = "--n",
      paramLabel = "N",
      description = "From 1 to " + QueensProblem.MAX + " (default: ${DEFAULT-VALUE}).")
  private int n = 12;

  @Option(
      names = "--method",
      paramLabel = "masks|rows",
      description =
          "How attacks are found: by bits, or row by row as other suites do (default: masks).")
  private QueensProblem.Method method = QueensProblem.Method.MASKS;

  @Option(
      names = "--cutoff",
      paramLabel = "N",
      description = "The last N rows are filled by plain calls (default: none).")
  private int cutoff;

  @Override
  protected Application<Long> application() {
    return new QueensProblem(n, method, cutoff);
  }
}
