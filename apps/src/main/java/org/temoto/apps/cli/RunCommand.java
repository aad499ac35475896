package org.temoto.apps.cli;

import java.io.PrintWriter;
import java.lang.reflect.Field;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The smaller applications, each a command below this one. */
@Command(
    name = "run",
    description =
        "Runs one of the smaller applications, which --list names, or a program of yours: a source"
            + " file, a jar, or a class, on a class path given by -cp before run.",
    mixinStandardHelpOptions = true)
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
    for (CommandLine application : spec.subcommands().values()) {
      CommandSpec command = application.getCommandSpec();
      String[] description = command.usageMessage().description();
      PrintWriter out = spec.commandLine().getOut();
      out.printf("%-10s %s%n", command.name(), String.join(" ", description));
      ownOptions(command).forEach(option -> out.println(line(option)));
    }
  }

  /**
   * Options of {@code command} without those that every application has, which {@code run NAME
   * --help} shows.
   */
  private static Stream<OptionSpec> ownOptions(CommandSpec command) {
    Class<?> own = command.userObject().getClass();
    return command.options().stream()
        .filter(option ->
            !option.hidden()
                && option.userObject() instanceof Field field
                && field.getDeclaringClass() == own);
  }

  private static String line(OptionSpec option) {
    String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
    String form = option.longestName() + value;
    String meaning = String.join(" ", option.description());
    return "             %-22s %s"
        .formatted(form, meaning.replace("${DEFAULT-VALUE}", option.defaultValueString()));
  }
}
