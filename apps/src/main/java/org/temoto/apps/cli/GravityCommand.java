package org.temoto.apps.cli;

import org.temoto.apps.gravity.Force;
import org.temoto.apps.gravity.GravityProblem;
import org.temoto.apps.suite.Application;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command that runs {@link GravityProblem}. */
@Command(
    name = "gravity",
    description = "The pull of (2n+1)^3 masses on a point.",
    customSynopsis = "temoto run gravity [OPTIONS]",
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class GravityCommand extends ApplicationCommand<Force> {
  @Option(
      names = "--n",
      paramLabel = "N",
      description = "From 0 to " + GravityProblem.MAX + " (default: ${DEFAULT-VALUE}).")
  private int n = 50;

  @Option(
      names = "--cutoff",
      paramLabel = "N",
      description = "A task adds at most N masses by plain loops (default: ${DEFAULT-VALUE}).")
  private long cutoff = 1;

  @Override
  protected Application<Force> application() {
    return new GravityProblem(n, cutoff);
  }
}
