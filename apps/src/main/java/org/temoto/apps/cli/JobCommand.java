package org.temoto.apps.cli;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.temoto.apps.BadInputException;
import org.temoto.apps.program.UserProgram;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** A command that runs a job, so that other commands can run it in their way. */
public interface JobCommand {
  /** Option that has an argument of a user's program, as all that stands behind {@code --}. */
  String PROGRAM_ARGUMENT = "--argument";

  /** Commands that are not below {@code run}. */
  List<String> OWN_COMMANDS = List.of("matmul", "sort");

  /**
   * Refuses what the options ask for, as running the command would, as far as that can be told
   * before anything runs.
   */
  void check();

  /**
   * Options that are typed but change nothing about this job, each with the message that refuses
   * it: a job alone is refused, one of a sweep if no other point has use for them either.
   */
  Map<String, String> withoutEffect();

  /**
   * Refuses {@code words} if they could not be run, as running them would.
   *
   * @param all the root of all commands
   * @return what they came to
   */
  static ParseResult check(CommandLine all, List<String> words) {
    ParseResult parsed = all.parseArgs(words.toArray(String[]::new));
    while (parsed.hasSubcommand()) {
      parsed = parsed.subcommand();
    }
    of(parsed).check();
    return parsed;
  }

  /**
   * The words that call the job {@code name}.
   *
   * @param asker the command that needs the name
   * @param words what stands there besides, unknown to the asker
   */
  static List<String> call(CommandLine all, CommandSpec asker, String name, List<String> words) {
    requireNameFirst(asker, name, words);
    Set<String> applications = all.getSubcommands().get("run").getSubcommands().keySet();
    if (name != null && OWN_COMMANDS.contains(name)) {
      return List.of(name);
    }
    if (name != null && applications.contains(name)) {
      return List.of("run", name);
    }
    if (name != null && UserProgram.isProgram(name)) {
      return List.of("run", "program", name);
    }
    Set<String> known = new TreeSet<>(applications);
    known.remove("program");
    known.addAll(OWN_COMMANDS);
    String rule =
        "must be one of " + String.join(", ", known) + ", or a class, a source file or a jar";
    throw new BadInputException(
        name == null ? asker.name() + " needs a NAME, which " + rule : "NAME " + name + " " + rule);
  }

  /** Refuses options of the job before its name: their values would be taken for it. */
  private static void requireNameFirst(CommandSpec asker, String name, List<String> words) {
    List<String> typed = asker.commandLine().getParseResult().originalArgs();
    if (!words.isEmpty()
        && words.getFirst().startsWith("-")
        && typed.indexOf(words.getFirst()) < typed.indexOf(name)) {
      throw new BadInputException(
          "unknown option '%s': options stand behind NAME; %s --help tells which there are"
              .formatted(words.getFirst(), asker.qualifiedName()));
    }
  }

  /** The command that {@code parsed} calls. */
  static JobCommand of(ParseResult parsed) {
    return (JobCommand) parsed.commandSpec().userObject();
  }
}
