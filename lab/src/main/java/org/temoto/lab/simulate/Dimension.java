package org.temoto.lab.simulate;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.temoto.apps.BadInputException;

/**
 * An option of a sweep, and the values that it takes one after the other.
 *
 * @param option as it is typed, for example {@code --pes}
 * @param values as they are typed; at least one, all different
 */
public record Dimension(String option, List<String> values) {
  private static final String SEPARATOR = ",";

  public Dimension {
    values = List.copyOf(values);
    Set<String> seen = new HashSet<>();
    for (String value : values) {
      if (value.isBlank()) {
        throw new BadInputException(
            (option + " " + String.join(SEPARATOR, values)).strip()
                + ": a value of the list is empty");
      }
      if (!seen.add(value)) {
        throw new BadInputException(
            option
                + " "
                + String.join(SEPARATOR, values)
                + ": "
                + value
                + " is in the list twice; every value is simulated once");
      }
    }
  }

  /** Dimension of the values in {@code text}, separated by commas. */
  public static Dimension of(String option, String text) {
    return new Dimension(option, List.of(text.split(SEPARATOR, -1)));
  }

  /** Tells whether there is more than one value. */
  public boolean isSwept() {
    return values.size() > 1;
  }
}
