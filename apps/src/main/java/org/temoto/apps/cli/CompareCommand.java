package org.temoto.apps.cli;

import org.temoto.apps.compare.CompareProblem;
import org.temoto.apps.suite.Application;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command that runs {@link CompareProblem}. */
@Command(
    name = "compare",
    description =
        "All pairs of two random arrays in global memory: of how many is the first greater?",
    customSynopsis = "temoto run compare [OPTIONS]",
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class CompareCommand extends ApplicationCommand<Long> {
  @Option(
      names = "--n",
      paramLabel = "N",
      description = "Elements of each array (default: ${DEFAULT-VALUE}).")
  private int n = 30_000;

  @Option(
      names = "--cutoff",
      paramLabel = "N",
      description =
          "A task compares at most N elements with the other array (default: ${DEFAULT-VALUE}).")
  private long cutoff = 1;

  @Override
  protected Application<Long> application() {
    return new CompareProblem(n, cutoff, seed());
  }
}
