package org.temoto.lab.simulate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.temoto.apps.Shown;

/**
 * One of the commands that a sweep stands for.
 *
 * @param number from 1 on, in the order of the sweep
 * @param settings option to value, both as typed, in the order of the sweep
 */
public record SweepPoint(int number, Map<String, String> settings, Sweep sweep) {
  public SweepPoint {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
  }

  /** The words of the command line, without the program's name. */
  public List<String> arguments() {
    List<String> words = new ArrayList<>(sweep.command());
    settings.forEach((option, value) -> words.add(option + "=" + value));
    words.addAll(sweep.always());
    return words;
  }

  /**
   * The command line that runs this point alone, for a shell, with {@code more} as options; refused
   * if one of its settings is for other points only.
   */
  public String commandLine(String... more) {
    List<String> words = new ArrayList<>(arguments());
    words.removeAll(sweep.always());
    words.removeAll(List.of("program")); // temoto run X is the same
    words.addAll(sweep.alwaysTyped(more));
    return words.stream().map(Shown::word).collect(Collectors.joining(" ", "temoto ", ""));
  }

  /** The settings in which the points of the sweep differ, if {@code wanted}, for people. */
  public String label(Predicate<String> wanted) {
    return sweep.swept().stream()
        .filter(wanted)
        .map(option -> option.replaceFirst("^-+", "") + " " + settings.get(option))
        .collect(Collectors.joining(", "));
  }

  /** {@link #label(Predicate)} of all settings in which points differ. */
  public String label() {
    String label = label(_ -> true);
    return label.isEmpty() ? "the only point" : label;
  }
}
