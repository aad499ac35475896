package org.temoto.apps.cli;

import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;

/**
 * Names that the user can type for the components of records of options: {@code --page-size} for
 * {@code pageSize}, where the command has that option.
 *
 * @param known all that can be typed, with the dashes
 */
record OptionNames(Set<String> known) {
  /** Components that a property of the JVM sets, and no option. */
  private static final Map<String, String> PROPERTIES =
      Map.of("raceChecker", "-Dtemoto.raceChecker");

  /** The options of one command, which may take those of others, too. */
  static OptionNames of(CommandLine command) {
    boolean takesOthers = command.isUnmatchedArgumentsAllowed();
    return takesOthers
        ? all()
        : new OptionNames(Set.copyOf(TemotoCommand.optionNames(command.getCommandSpec())));
  }

  /** The options of all commands together. */
  static OptionNames all() {
    Set<String> names = new HashSet<>();
    add(Main.commandLine(new TemotoCommand(false)), names);
    return new OptionNames(names);
  }

  private static void add(CommandLine command, Collection<String> names) {
    names.addAll(command.getCommandSpec().optionsMap().keySet());
    command.getSubcommands().values().forEach(each -> add(each, names));
  }

  /**
   * An option as it is typed, whether there is one of that name or not. Units are written with the
   * value and not in the name: {@code --heap} for {@code heapBytes}.
   */
  static String dashed(String component) {
    String words = component.replaceFirst("(Bytes|Nanos)$", "").replaceAll("([A-Z])", "-$1");
    return "--" + words.toLowerCase(Locale.ROOT);
  }

  /** Tells whether the user can set {@code component}. */
  boolean has(String component) {
    return PROPERTIES.containsKey(component) || known.contains(dashed(component));
  }

  /** Words that set {@code component} to {@code value}, of the user where there are any. */
  String setting(String component, String value) {
    if (known.contains(dashed(component))) {
      return dashed(component) + " " + value;
    }
    return PROPERTIES.getOrDefault(component, component) + "=" + value;
  }
}
