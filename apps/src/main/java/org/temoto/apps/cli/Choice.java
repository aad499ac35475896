package org.temoto.apps.cli;

import java.util.List;
import org.temoto.apps.BadInputException;

/** Options whose values are words. */
final class Choice {
  private Choice() {}

  /**
   * Refuses a value that is not in {@code available}.
   *
   * @param planned values that the command line knows and this version does not have
   */
  static void require(String option, String value, List<String> available, List<String> planned) {
    if (available.contains(value)) {
      return;
    }
    String rule =
        planned.contains(value) ? " is not available in this version: " : " must be one of ";
    throw new BadInputException(option + " " + value + rule + String.join(", ", available));
  }
}
