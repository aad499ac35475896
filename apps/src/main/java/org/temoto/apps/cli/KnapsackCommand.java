package org.temoto.apps.cli;

import org.temoto.apps.knapsack.Instance;
import org.temoto.apps.knapsack.KnapsackProblem;
import org.temoto.apps.suite.Application;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command that runs {@link KnapsackProblem}. */
@Command(
    name = "knapsack",
    description = "The most valuable items that fit, by branch and bound with a shared bound.",
    customSynopsis = "temoto run knapsack [OPTIONS]",
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class KnapsackCommand extends ApplicationCommand<Long> {
  @Option(
      names = "--n",
      paramLabel = "N",
      description =
          "Items, generated from --seed, from 1 to "
              + Instance.MAX
              + " (default: ${DEFAULT-VALUE}).")
  private int n = 100;

  @Option(
      names = "--cutoff",
      paramLabel = "N",
      description = "The last N items are decided by plain calls (default: none).")
  private int cutoff;

  @Override
  protected Application<Long> application() {
    return new KnapsackProblem(new Instance(n, seed()), cutoff);
  }
}
