package org.temoto.apps.cli;

import org.temoto.apps.suite.Application;
import org.temoto.apps.uts.TreeProblem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command that runs {@link TreeProblem}. */
@Command(
    name = "uts",
    description = "Unbalanced tree search: counts a tree whose shape only hashing tells.",
    customSynopsis = "temoto run uts [OPTIONS]",
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class TreeCommand extends ApplicationCommand<Long> {
  @Option(
      names = "--tree",
      paramLabel = "T1|T1L|T1XL|T1XXL|T3",
      description = "Which of the published trees (default: ${DEFAULT-VALUE}).")
  private TreeProblem.Published tree = TreeProblem.Published.T1;

  @Option(
      names = "--cutoff",
      paramLabel = "DEPTH",
      description = "Nodes from this depth on are counted by plain calls (default: none).")
  private int cutoff = TreeProblem.NO_CUTOFF;

  @Override
  protected Application<Long> application() {
    return new TreeProblem(tree, cutoff);
  }
}
