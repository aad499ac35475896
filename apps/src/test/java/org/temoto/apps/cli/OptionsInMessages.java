package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.apps.BadInputException;
import org.temoto.gas.InvalidOptionException;
import org.temoto.gas.RefusedException;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * A test of the messages of some modules and jobs: they name options that can be typed, and
 * complain of those that were.
 */
@Timeout(100)
public abstract class OptionsInMessages {
  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]*[a-z]");

  /** Options of other programs: of java, oshrun, srun and mvn. */
  private static final Set<String> OF_OTHERS =
      Set.of(
          "--class-path",
          "--add-exports",
          "--add-opens",
          "--add-modules",
          "--enable-native-access",
          "--sun-misc-unsafe-memory-access",
          "--bind-to",
          "--mpi",
          "--allow-run-as-root",
          "--oversubscribe",
          "--map-by",
          "--mca");

  /** Values at and beyond all limits, and of the wrong kind. */
  private static final List<String> VALUES =
      List.of(
          "0",
          "-1",
          "1",
          "3",
          "200",
          "70000",
          "2000000000",
          "9223372036854775807",
          "1GiB",
          "5ns",
          "2s",
          "1bps",
          "1000Tbps",
          "100%",
          "50%x3",
          "x",
          "",
          "auto",
          "off",
          "virtual",
          "model",
          "seeded",
          "shared",
          "tasks",
          "rows",
          "request",
          "half",
          "identity",
          "loggp",
          "two-level",
          "fat-tree",
          "shmem",
          "3x0x2");

  private final List<String> modules;
  private final int optionsInTexts;
  private final List<String> refusedComponents;
  private final int refusedValues;

  /**
   * @param modules whose sources are read
   * @param optionsInTexts more than so many are found there
   * @param refusedComponents some of those that are found there
   * @param refusedValues more than so many are found by {@link #jobs}
   */
  protected OptionsInMessages(
      List<String> modules, int optionsInTexts, List<String> refusedComponents, int refusedValues) {
    this.modules = modules;
    this.optionsInTexts = optionsInTexts;
    this.refusedComponents = refusedComponents;
    this.refusedValues = refusedValues;
  }

  /** The words that call each job whose options are tried. */
  protected abstract List<List<String>> jobs(CommandLine all);

  private List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    for (String module : modules) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
        files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
      }
    }
    return sources;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> found(Pattern pattern, String text, int group) {
    return pattern.matcher(text).results().map((MatchResult m) -> m.group(group)).toList();
  }

  @Test
  void shouldNameNoOptionThatNoCommandHas() throws IOException {
    Pattern literal = Pattern.compile("\"(?:[^\"\\\\\n]|\\\\.)*\"");
    Set<String> known = OptionNames.all().known();
    Map<String, Path> unknown = new TreeMap<>();
    Set<String> seen = new TreeSet<>();
    sources()
        .forEach(file ->
            found(literal, text(file), 0).stream()
                .flatMap(word -> found(OPTION, word, 0).stream())
                .peek(seen::add)
                .filter(option -> !known.contains(option) && !OF_OTHERS.contains(option))
                .forEach(option -> unknown.put(option, file)));
    assertThat(seen).as("options in texts of the sources").hasSizeGreaterThan(optionsInTexts);
    assertThat(unknown).isEmpty();
  }

  /** Every component that a record of options refuses. */
  @Test
  void shouldNameComponentsAsTheyCanBeSet() throws IOException {
    Pattern refused =
        Pattern.compile("(?:InvalidOptionException|byOption|require)\\(\\s*[^\"();]*\"(\\w+)\"");
    Set<String> components = new TreeSet<>();
    sources().forEach(file -> components.addAll(found(refused, text(file), 1)));
    assertThat(components).containsAll(refusedComponents);
    OptionNames all = OptionNames.all();
    for (String component : components) {
      String setting = all.setting(component, "7");
      if (setting.startsWith("--")) {
        assertThat(all.known()).contains(setting.substring(0, setting.indexOf(' ')));
      } else {
        assertThat(setting)
            .endsWith(component.equals("raceChecker") ? "temoto.raceChecker=7" : "=7");
      }
    }
  }

  /**
   * Each option with each value, as running it would check it: what is complained of has been
   * typed, in one line, by a refusal and no other exception.
   */
  @Test
  void shouldComplainOfWhatWasTyped() {
    List<String> wrong = new ArrayList<>();
    CommandLine all = Main.commandLine(new TemotoCommand(false));
    OptionNames names = OptionNames.all();
    Set<String> tried = new TreeSet<>();
    int refusals = 0;
    for (List<String> name : jobs(all)) {
      CommandLine command = all;
      for (String word : name) {
        command = command.getSubcommands().get(word);
      }
      for (OptionSpec option : command.getCommandSpec().options()) {
        boolean isShared = !tried.add(option.longestName()) && !isOwn(command, option);
        if (isShared) {
          continue;
        }
        for (String value : option.arity().max() == 0 ? List.of("") : VALUES) {
          List<String> words = new ArrayList<>(name);
          if (name.size() == 1) {
            words.add("--generate=100");
          }
          String typed = option.longestName() + (option.arity().max() == 0 ? "" : "=" + value);
          words.remove(
              "--generate=100".startsWith(option.longestName() + "=") ? "--generate=100" : "");
          words.add(typed);
          String message = refusal(all, names, words);
          refusals += message.isEmpty() ? 0 : 1;
          if (!isAbout(message, option.longestName())) {
            wrong.add(String.join(" ", words) + ": " + message);
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(refusals).isGreaterThan(refusedValues);
  }

  /** True for an option of this command only, false for those that all jobs share. */
  private static boolean isOwn(CommandLine command, OptionSpec option) {
    return option.userObject() instanceof Field field
        && field.getDeclaringClass() == command.getCommandSpec().userObject().getClass();
  }

  /** The line of the refusal, or nothing. */
  private static String refusal(CommandLine all, OptionNames names, List<String> words) {
    try {
      ParseResult parsed = all.parseArgs(words.toArray(String[]::new));
      while (parsed.hasSubcommand()) {
        parsed = parsed.subcommand();
      }
      if (parsed.isUsageHelpRequested() || parsed.isVersionHelpRequested()) {
        return "";
      }
      JobCommand.of(parsed).check();
      return "";
    } catch (ParameterException e) {
      return e.getMessage();
    } catch (BadInputException | InvalidOptionException | RefusedException e) {
      return Failure.of(e, names).line();
    } catch (RuntimeException e) {
      return "--not-refused " + e;
    }
  }

  /** True if a message begins with {@code typed}, or with no option at all. */
  private static boolean isAbout(String message, String typed) {
    Matcher first = OPTION.matcher(message);
    return message.lines().count() <= 1
        && (!first.lookingAt() || first.group().equals(typed))
        && message.length() < 1000;
  }
}
