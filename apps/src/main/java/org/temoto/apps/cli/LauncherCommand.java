package org.temoto.apps.cli;

import java.util.ArrayList;
import java.util.List;
import org.temoto.apps.BadInputException;
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

  private LauncherCommand() {}

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
    CommandLine command = new CommandLine(new LauncherCommand());
    command
        .getCommandSpec()
        .usageMessage()
        .description(description + ".")
        .customSynopsis("./temoto " + name + " [ARGUMENTS]");
    root.addSubcommand(name, command);
  }

  @Override
  public void run() {
    throw new BadInputException(
        "%s is a command of the launcher in a clone of the sources: ./temoto %s %s"
            .formatted(spec.name(), spec.name(), String.join(" ", words)));
  }
}
