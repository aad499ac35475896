package org.temoto.lab.cli;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.temoto.apps.BadInputException;
import org.temoto.apps.cli.JobCommand;
import org.temoto.apps.cli.Written;
import org.temoto.apps.program.UserProgram;
import org.temoto.lab.simulate.Dimension;
import org.temoto.lab.simulate.Sweep;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Parser that makes a sweep of the words of a command line: any option's value can be a list. */
final class SweepArguments {
  private static final String PROGRAM_ARGUMENT = JobCommand.PROGRAM_ARGUMENT + "=";
  private static final String BACKEND = "--backend";
  private static final String SIMULATED = "simulated";

  private final CommandLine all;
  private final List<String> name;
  private final CommandLine command;
  private final List<Dimension> dimensions = new ArrayList<>();
  private final List<String> always = new ArrayList<>();

  private SweepArguments(CommandLine all, List<String> name) {
    this.all = all;
    this.name = name;
    CommandLine named = all;
    for (String word : name) {
      named = named.getSubcommands().getOrDefault(word, named); // last, the name of a program
    }
    command = named;
  }

  /**
   * The sweep of a command.
   *
   * @param all the root of all commands
   * @param name the words that call the command
   * @param words options as they are typed, with lists
   */
  static Sweep parse(CommandLine all, List<String> name, List<String> words) {
    SweepArguments arguments = new SweepArguments(all, name);
    Iterator<String> rest = words.iterator();
    while (rest.hasNext()) {
      arguments.add(rest.next(), rest);
    }
    arguments.requireSimulated();
    arguments.addDefault(BACKEND, SIMULATED);
    arguments.addDefault("--time", SimulateCommand.TIME);
    return new Sweep(name, arguments.dimensions, arguments.always);
  }

  private void add(String word, Iterator<String> rest) {
    if (word.startsWith(PROGRAM_ARGUMENT) && isOfProgram()) {
      always.add(word);
      return;
    }
    if (!word.startsWith("-")) {
      throw new BadInputException(
          "'"
              + word
              + "' is no option; "
              + (isOfProgram()
                  ? "arguments of PROGRAM stand behind --"
                  : "simulated is what is generated, and files are not read"));
    }
    int equals = word.indexOf('=');
    String key = equals < 0 ? word : word.substring(0, equals);
    OptionSpec option = command.getCommandSpec().findOption(key);
    if (option == null) {
      refuse(word);
    }
    if (option.arity().max() == 0) {
      always.add(word);
      return;
    }
    if (isWritten(option)) {
      throw new BadInputException(
          "%s names a %s, and every point would write it: run the point itself with it"
              .formatted(key, option.paramLabel().equals("DIR") ? "directory" : "file"));
    }
    if (equals < 0 && !rest.hasNext()) {
      throw new BadInputException(key + " needs a value, or a list of values");
    }
    String value = equals < 0 ? rest.next() : word.substring(equals + 1);
    dimensions.add(Dimension.of(option.longestName(), value));
  }

  private boolean isOfProgram() {
    return UserProgram.isProgram(name.getLast());
  }

  /** Tells whether the option names what a job writes. */
  private static boolean isWritten(OptionSpec option) {
    return option.userObject() instanceof Field field && field.isAnnotationPresent(Written.class);
  }

  /** Refuses {@code word} as the command itself does, which knows what is similar. */
  private void refuse(String word) {
    List<String> words = new ArrayList<>(name);
    words.add(word);
    all.parseArgs(words.toArray(String[]::new));
    throw new IllegalStateException(word + " is an option of a command that does not have it");
  }

  private void requireSimulated() {
    for (String backend : given(BACKEND)) {
      if (!backend.equals(SIMULATED)) {
        throw new BadInputException(
            BACKEND + " " + backend + ": simulate runs simulated clusters only; leave it out");
      }
    }
  }

  /** Every point has {@code option}, unless something else is typed. */
  private void addDefault(String option, String value) {
    if (given(option).isEmpty()) {
      always.add(option + "=" + value);
    }
  }

  private List<String> given(String option) {
    return dimensions.stream()
        .filter(dimension -> dimension.option().equals(option))
        .flatMap(dimension -> dimension.values().stream())
        .toList();
  }
}
