package org.temoto.apps.cli;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Table of the commands of this module, in which each is made when it is asked for. */
final class OwnCommands {
  private static final List<Entry> COMMANDS =
      List.of(
          new Entry("sort", SortCommand::new),
          new Entry("matmul", MatmulCommand::new),
          new Entry("check", CheckCommand::new),
          new Entry("trace", TraceCommand::new),
          new Entry("doctor", DoctorCommand::new),
          new Entry("help", HelpCommand::new));

  /** Below {@code run}, in which order it lists them. */
  private static final List<Entry> PROGRAMS =
      List.of(
          new Entry("fib", FibCommand::new),
          new Entry("nqueens", QueensCommand::new),
          new Entry("pentomino", PentominoCommand::new),
          new Entry("compare", CompareCommand::new),
          new Entry("gravity", GravityCommand::new),
          new Entry("lu", LuCommand::new),
          new Entry("uts", TreeCommand::new),
          new Entry("knapsack", KnapsackCommand::new),
          new Entry("jacobi", JacobiCommand::new),
          new Entry("spmv", SpmvCommand::new),
          new Entry("program", ProgramCommand::new));

  /** Commands that can be made without the others; {@code help} shows them all. */
  private static final List<String> ALONE = List.of("sort", "matmul", "trace", "doctor");

  private OwnCommands() {}

  /**
   * Command by its name, of which the annotation is read when it is made.
   *
   * @param name that of the annotation
   */
  private record Entry(String name, Supplier<?> made) {
    CommandLine line() {
      return new CommandLine(made.get());
    }
  }

  /** All of them; {@code run} has those below it. */
  static List<CommandLine> all() {
    CommandLine run = new CommandLine(new RunCommand());
    PROGRAMS.forEach(each -> run.addSubcommand(each.name, each.line()));
    List<CommandLine> lines = new ArrayList<>(List.of(run));
    COMMANDS.forEach(each -> lines.add(each.line()));
    return lines;
  }

  /**
   * The only one that {@code words} can mean, because its name is the first of them: to make all
   * takes longer than many a command runs. Empty if others may have to do with it.
   */
  static Optional<CommandLine> of(String... words) {
    String first = words.length > 0 ? words[0] : "";
    if (ALONE.contains(first)) {
      return find(COMMANDS, first).map(Entry::line);
    }
    return words.length > 1 && first.equals("run")
        ? find(PROGRAMS, words[1])
            .map(each -> new CommandLine(new RunCommand()).addSubcommand(each.name, each.line()))
        : Optional.empty();
  }

  /**
   * Takes the options that {@code words} leave out away from the command that {@link #of} has made:
   * the parser would set each to what it is, through a method handle of its own. None where a word
   * is no option that is known, or asks for help.
   *
   * @return the names of all options
   */
  static Set<String> keepTyped(CommandLine alone, String... words) {
    CommandLine last = alone.getSubcommands().values().stream().findFirst().orElse(alone);
    CommandSpec command = last.getCommandSpec();
    Map<String, OptionSpec> options = Map.copyOf(command.optionsMap());
    Set<OptionSpec> typed = new HashSet<>();
    for (String word : words) {
      if (word.startsWith("-")) {
        typed.add(options.get(word.split("=", 2)[0]));
      }
    }
    boolean isPlain =
        typed.stream()
            .allMatch(option -> option != null && !option.usageHelp() && !option.versionHelp());
    if (isPlain) {
      List.copyOf(command.options()).stream()
          .filter(option -> !typed.contains(option) && !option.required())
          .forEach(command::remove);
    }
    return options.keySet();
  }

  private static Optional<Entry> find(List<Entry> entries, String name) {
    return entries.stream().filter(each -> each.name.equals(name)).findFirst();
  }
}
