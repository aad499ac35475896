package org.temoto.lab.simulate;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.temoto.apps.BadInputException;
import org.temoto.apps.cli.JobCommand;

/**
 * A command whose options have lists of values: it stands for one command for each combination of
 * them.
 *
 * @param command what is simulated, for example {@code run fib}
 * @param dimensions the options that have values, in the order typed
 * @param always what every command has besides
 */
public record Sweep(List<String> command, List<Dimension> dimensions, List<String> always) {
  /** More are refused: such a sweep takes hours at least, and is a mistake more often than not. */
  public static final int MOST_POINTS = 10_000;

  private static final String ARGUMENT = JobCommand.PROGRAM_ARGUMENT + "=";

  public Sweep {
    command = List.copyOf(command);
    dimensions = List.copyOf(dimensions);
    always = List.copyOf(always);
    requireEachOnce(dimensions);
    requireFew(dimensions);
  }

  private static void requireEachOnce(List<Dimension> dimensions) {
    Set<String> seen = new HashSet<>();
    for (Dimension dimension : dimensions) {
      if (!seen.add(dimension.option())) {
        throw new BadInputException(
            dimension.option() + " is given twice; values go into one list, with commas between");
      }
    }
  }

  private static void requireFew(List<Dimension> dimensions) {
    double product =
        dimensions.stream().mapToDouble(each -> each.values().size()).reduce(1, (a, b) -> a * b);
    if (product > MOST_POINTS) {
      throw new BadInputException(
          "the lists make %.0f points together; at most %d are simulated"
              .formatted(product, MOST_POINTS));
    }
  }

  /** {@link #always} and {@code more} as typed: the program's arguments last, behind {@code --}. */
  List<String> alwaysTyped(String... more) {
    List<String> words = new ArrayList<>(always);
    words.removeIf(word -> word.startsWith(ARGUMENT));
    words.addAll(List.of(more));
    List<String> arguments = programArguments();
    if (!arguments.isEmpty()) {
      words.add("--");
      words.addAll(arguments);
    }
    return words;
  }

  /** The arguments of a program of the user. */
  List<String> programArguments() {
    return always.stream()
        .filter(word -> word.startsWith(ARGUMENT))
        .map(word -> word.substring(ARGUMENT.length()))
        .toList();
  }

  /** Number of points. */
  public int size() {
    return dimensions.stream().mapToInt(each -> each.values().size()).reduce(1, (a, b) -> a * b);
  }

  /** The options that have several values. */
  public List<String> swept() {
    return dimensions.stream().filter(Dimension::isSwept).map(Dimension::option).toList();
  }

  /** Every combination once; the values of the last option change fastest. */
  public List<SweepPoint> points() {
    List<Map<String, String>> combinations = new ArrayList<>(List.of(Map.of()));
    for (Dimension dimension : dimensions) {
      List<Map<String, String>> longer = new ArrayList<>();
      for (Map<String, String> combination : combinations) {
        for (String value : dimension.values()) {
          Map<String, String> more = new LinkedHashMap<>(combination);
          more.put(dimension.option(), value);
          longer.add(more);
        }
      }
      combinations = longer;
    }
    List<SweepPoint> points = new ArrayList<>();
    for (Map<String, String> settings : combinations) {
      points.add(new SweepPoint(points.size() + 1, settings, this));
    }
    return points;
  }
}
