package org.temoto.apps.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine;

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

  /** Those to which others mean nothing; {@code help} shows them all. */
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

  private static Optional<Entry> find(List<Entry> entries, String name) {
    return entries.stream().filter(each -> each.name.equals(name)).findFirst();
  }
}
