package org.temoto.apps.cli;

import java.util.List;
import org.temoto.apps.BadInputException;

/** Options whose values are words. */
public final class Choice {
  private Choice() {}

  /** Refuses a value that is not in {@code available}. */
  public static void require(String option, String value, List<String> available) {
    if (!available.contains(value)) {
      throw new BadInputException(
          option + " " + value + " must be one of " + String.join(", ", available));
    }
  }
}
