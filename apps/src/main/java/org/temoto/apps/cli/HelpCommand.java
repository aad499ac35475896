package org.temoto.apps.cli;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** Command that shows what {@code --help} shows. */
@Command(
    name = "help",
    description = "Shows this, or the help of COMMAND.",
    mixinStandardHelpOptions = true)
final class HelpCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "For example sort, or run fib; without one: the help of temoto.")
  private List<String> words = List.of();

  @Override
  public void run() {
    CommandLine wanted = spec.root().commandLine();
    for (String word : words) {
      CommandLine below = wanted.getSubcommands().get(word);
      if (below == null) {
        throw new UnmatchedArgumentException(wanted, List.of(word));
      }
      wanted = below;
    }
    wanted.usage(spec.commandLine().getOut(), wanted.getColorScheme());
  }
}
