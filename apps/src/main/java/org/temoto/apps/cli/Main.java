package org.temoto.apps.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.temoto.apps.program.UserProgram;
import org.temoto.gas.PeFailedException;
import org.temoto.gas.simulated.CheckFailedException;
import org.temoto.task.trace.Trace;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code temoto} command. */
public final class Main {
  /** Order in which the help names the commands, those of other modules too. */
  private static final List<String> ORDER =
      List.of(
          "sort",
          "matmul",
          "run",
          "simulate",
          "check",
          "evaluate",
          "fuzz",
          "trace",
          "doctor",
          "help");

  private static final List<String> CLASS_PATH_OPTIONS =
      List.of("-cp", "-classpath", "--class-path");

  private static final List<String> PROGRAM_COMMANDS = List.of("run", "simulate", "check");

  private Main() {}

  public static void main(String[] arguments) {
    Charset charset = Charset.defaultCharset();
    PrintWriter out = new PrintWriter(System.out, true, charset);
    PrintWriter err = new PrintWriter(System.err, true, charset);
    int code = run(new TemotoCommand(Terminal.isError()), out, err, arguments);
    if (code != ExitCode.OK || !isLastThread()) {
      System.exit(code);
    }
  }

  /**
   * Tells whether the JVM ends when this thread does. Then it is left to: when it is asked to exit,
   * Java looks for a logger of that in all jars of the class path, which takes longer than small
   * jobs.
   */
  private static boolean isLastThread() {
    Thread self = Thread.currentThread();
    ThreadGroup all = self.getThreadGroup();
    while (all.getParent() != null) {
      all = all.getParent();
    }
    Thread[] threads = new Thread[2 * all.activeCount() + 1];
    int count = all.enumerate(threads);
    return count < threads.length
        && Stream.of(threads).limit(count).allMatch(each -> each == self || each.isDaemon());
  }

  /** Runs one command as the command line would, and returns its exit code. */
  public static int run(PrintWriter out, PrintWriter err, String... arguments) {
    return run(new TemotoCommand(false), out, err, arguments);
  }

  /**
   * Runs as {@link #run(PrintWriter, PrintWriter, String...)}, one of many times: what a program of
   * the user prints on the standard output is dropped.
   *
   * @param traces receiver of the traces of jobs, which else are not recorded without a file; it
   *     has to read their events before it returns
   */
  public static int run(
      PrintWriter out, PrintWriter err, Optional<Consumer<Trace>> traces, String... arguments) {
    TemotoCommand command = new TemotoCommand(false, traces, Optional.empty());
    command.runsPoint();
    return run(command, out, err, arguments);
  }

  /**
   * Runs as {@link #run(PrintWriter, PrintWriter, String...)}; all jobs are checked.
   *
   * @param found is told what a checker has found, if there is anything
   */
  static int runChecked(
      PrintWriter out,
      PrintWriter err,
      Consumer<CheckFailedException> found,
      List<String> arguments) {
    TemotoCommand command = new TemotoCommand(false, Optional.empty(), Optional.of(found));
    return run(command, out, err, arguments.toArray(String[]::new));
  }

  private static int run(
      TemotoCommand command, PrintWriter out, PrintWriter err, String... arguments) {
    String[] words = programWords(arguments);
    CommandLine line =
        commandLine(command, words)
            .setOut(out)
            .setErr(err)
            .setParameterExceptionHandler((e, rest) -> reportUsage(err, e))
            .setExecutionExceptionHandler((e, failed, parsed) ->
                command.receives(e)
                    ? ExitCode.FOUND
                    : report(err, e, failed, command.stackTrace()));
    int code;
    try {
      code = line.execute(words);
    } catch (Error e) { // The library hands over exceptions only.
      code = report(err, e, last(line), command.stackTrace());
    }
    try {
      command.end(err);
    } catch (IOException e) {
      int failed = report(err, e, command.stackTrace());
      code = code == ExitCode.OK ? failed : code;
    }
    if (out.checkError() && code == ExitCode.OK) { // A full disk or a closed pipe, for example.
      code =
          report(
              err, new IOException("the standard output cannot be written"), command.stackTrace());
    }
    err.flush();
    return code;
  }

  /** The command that was executed, or {@code all} where none was found. */
  private static CommandLine last(CommandLine all) {
    CommandLine.ParseResult parsed = all.getParseResult();
    return parsed == null ? all : parsed.asCommandLineList().getLast();
  }

  /**
   * The words as the commands take them: a program of the user is a {@code run program}, and what
   * stands behind {@code --} are its arguments.
   */
  private static String[] programWords(String... words) {
    int command = 0;
    while (command < words.length && words[command].startsWith("-")) {
      command++; // options of the root
    }
    List<String> all = new ArrayList<>(List.of(words));
    int end = all.indexOf("--");
    List<String> before = end < 0 ? all : all.subList(0, end);
    if (command >= before.size()
        || !PROGRAM_COMMANDS.contains(words[command])
        || before.stream().skip(command + 1L).noneMatch(UserProgram::isProgram)) {
      return words;
    }
    List<String> changed = new ArrayList<>(before);
    if (words[command].equals("run") && UserProgram.isProgram(words[command + 1])) {
      changed.add(command + 1, "program");
    }
    all.stream()
        .skip(before.size() + 1L)
        .forEach(word -> changed.add(JobCommand.PROGRAM_ARGUMENT + "=" + word));
    return changed.toArray(String[]::new);
  }

  /** All commands, with what turns words into the values of their options. */
  public static CommandLine commandLine(TemotoCommand command) {
    return commandLine(command, new String[0]);
  }

  /** The commands that {@code words} can mean. */
  private static CommandLine commandLine(TemotoCommand command, String... words) {
    CommandLine line = new CommandLine(command);
    if (!asksForVersion(words)) {
      OwnCommands.of(words)
          .ifPresentOrElse(
              alone -> {
                line.addSubcommand(alone);
                command.knows(OwnCommands.keepTyped(alone, words));
              },
              () -> addCommands(line));
    }
    line.setExpandAtFiles(false) // a name may begin with an @
        .registerConverter(int.class, Converters::int32)
        .registerConverter(Integer.class, Converters::int32)
        .registerConverter(Long.class, Converters::int64)
        .registerConverter(long.class, Converters::int64)
        .registerConverter(Path.class, Converters::path);
    Converters.registerWords(line);
    return line;
  }

  /** Tells whether {@code words} mean nothing but the version, which the root knows alone. */
  private static boolean asksForVersion(String... words) {
    return words.length == 1 && List.of("--version", "-V").contains(words[0]);
  }

  /** Adds the commands of this module and those that other modules provide. */
  private static void addCommands(CommandLine root) {
    List<CommandProvider> providers =
        ServiceLoader.load(CommandProvider.class, Main.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .toList();
    List<CommandLine> commands = new ArrayList<>(OwnCommands.all());
    CommandLine run = commands.getFirst();
    providers.forEach(provider -> {
      provider.programs().forEach(run::addSubcommand);
      provider.commands().forEach(each -> commands.add(new CommandLine(each)));
    });
    commands.sort(Comparator.comparingInt(each -> ORDER.indexOf(each.getCommandName())));
    commands.forEach(root::addSubcommand);
    LauncherCommand.addTo(root);
  }

  private static int reportUsage(PrintWriter err, ParameterException e) {
    String line =
        e instanceof UnmatchedArgumentException unmatched ? explain(unmatched) : e.getMessage();
    Turn.await();
    err.println(new Failure(ExitCode.BAD_INPUT, line, false).text());
    return ExitCode.BAD_INPUT;
  }

  private static String explain(UnmatchedArgumentException e) {
    CommandLine command = e.getCommandLine();
    String word = e.getUnmatched().getFirst();
    if (word.startsWith(JobCommand.PROGRAM_ARGUMENT + "=")) {
      return "%s: '%s' is one argument too many: behind -- stand those of a program of yours"
          .formatted(
              command.getCommandName(), word.substring(JobCommand.PROGRAM_ARGUMENT.length() + 1));
    }
    String quoted = "'" + word + "'";
    boolean isOfProgram = command.getCommand() instanceof ProgramCommand;
    if (CLASS_PATH_OPTIONS.contains(word)) {
      return word + " stands before the command: temoto " + word + " CLASSES run PROGRAM";
    }
    if (e.isUnknownOption()) {
      String similar = String.join(", ", e.getSuggestions());
      String help = command.getCommandSpec().qualifiedName() + " --help tells which there are";
      return "unknown option "
          + quoted
          + (command.getCommand() instanceof RunCommand ? ": options stand behind NAME" : "")
          + (isOfProgram ? " of temoto run: those of PROGRAM stand behind --" : "")
          + "; "
          + (similar.isEmpty() ? help : "similar: " + similar);
    }
    if (isOfProgram) {
      return quoted + " is no option; arguments of PROGRAM stand behind --";
    }
    return command.getSubcommands().isEmpty()
        ? command.getCommandName() + ": " + quoted + " is one argument too many"
        : "unknown command "
            + quoted
            + "; known are "
            + String.join(", ", command.getSubcommands().keySet());
  }

  /**
   * One line for what the user can fix. For a defect of the program, where it happened besides: it
   * may not happen again when the user asks for the whole stack trace.
   */
  public static int report(PrintWriter err, Throwable e, boolean stackTrace) {
    return report(err, e, OptionNames.all(), false, stackTrace);
  }

  /** The same, of the command {@code failed}. */
  private static int report(PrintWriter err, Throwable e, CommandLine failed, boolean stackTrace) {
    boolean ofProgram = failed.getCommand() instanceof ProgramCommand;
    return report(err, e, OptionNames.of(failed), ofProgram, stackTrace);
  }

  private static int report(
      PrintWriter err, Throwable e, OptionNames options, boolean ofProgram, boolean stackTrace) {
    if (Failure.isReportedElsewhere(e)) {
      for (Throwable own : Failure.ownBeside(e)) {
        report(err, own, options, ofProgram, stackTrace);
      }
      // The same exit code everywhere, for what this PE has found too.
      return e instanceof PeFailedException ? ExitCode.FAILED : Failure.of(e).exitCode();
    }
    Failure all = Failure.of(e, options);
    Failure failure = ofProgram ? all.ofProgram(e) : all;
    if (!Failure.hasPlace(e)) {
      Turn.await();
    }
    err.println(failure.text());
    if (stackTrace) {
      e.printStackTrace(err);
    } else if (failure.internal()) {
      Failure.whereabouts(e, ofProgram).forEach(err::println);
      err.println("  (--stacktrace shows all, with the tasks that waited)");
    }
    return failure.exitCode();
  }
}
