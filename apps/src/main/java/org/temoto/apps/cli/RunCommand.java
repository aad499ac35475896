package org.temoto.apps.cli;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The smaller applications, each a command below this one. */
@Command(
    name = "run",
    description = "Runs one of the smaller applications; --list names them.",
    mixinStandardHelpOptions = true,
    subcommands = FibCommand.class)
final class RunCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Option(names = "--list", description = "Name what there is to run.")
  private boolean list;

  @Override
  public void run() {
    if (!list) {
      throw new ParameterException(
          spec.commandLine(),
          "run needs a NAME: " + String.join(", ", spec.subcommands().keySet()));
    }
    for (Map.Entry<String, CommandLine> entry : spec.subcommands().entrySet()) {
      String[] description = entry.getValue().getCommandSpec().usageMessage().description();
      spec.commandLine()
          .getOut()
          .println("%-12s %s".formatted(entry.getKey(), String.join(" ", description)));
    }
  }
}
