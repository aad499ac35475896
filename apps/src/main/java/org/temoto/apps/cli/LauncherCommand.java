package org.temoto.apps.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.temoto.apps.BadInputException;
import org.temoto.apps.Shown;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/**
 * Placeholder in the list of commands for one that the launcher runs itself, because it needs the
 * sources and Maven, or a JVM of its own.
 */
@Command
final class LauncherCommand implements Runnable {
  private static final String SOURCES = "; in a clone of the sources";

  @Spec private CommandSpec spec;

  @Unmatched private List<String> words = new ArrayList<>();

  private final boolean needsSources;

  private LauncherCommand(boolean needsSources) {
    this.needsSources = needsSources;
  }

  /** Adds all of them to {@code root}. */
  static void addTo(CommandLine root) {
    add(root, "test", "Builds and checks everything, runs all tests" + SOURCES);
    add(root, "install", "Puts the libraries into the local Maven repository" + SOURCES);
    add(root, "deploy", "Puts the libraries into the Maven repository of a URL" + SOURCES);
    add(root, "dist", "Makes temoto-VERSION.tar.gz, which needs a JDK only" + SOURCES);
    add(root, "java", "Runs a program of yours with Temoto's JVM, flags and class path");
    add(root, "exec", "Runs a command; under oshrun or srun with what OpenSHMEM needs in a JVM");
    add(
        root,
        "bench",
        "Runs microbenchmarks, or comparisons with the JDK (bench compare)" + SOURCES);
  }

  private static void add(CommandLine root, String name, String description) {
    CommandLine command = new CommandLine(new LauncherCommand(description.endsWith(SOURCES)));
    command
        .getCommandSpec()
        .usageMessage()
        .description(description + ".")
        .customSynopsis("./temoto " + name + " [ARGUMENTS]");
    root.addSubcommand(name, command);
  }

  @Override
  public void run() {
    String where =
        needsSources ? " in a clone of the sources: ./temoto" : ", and stands first: temoto";
    throw new BadInputException(
        "%s is a command of the launcher%s %s %s"
            .formatted(
                spec.name(),
                where,
                spec.name(),
                words.stream().map(Shown::word).collect(Collectors.joining(" "))));
  }
}
