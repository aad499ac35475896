package org.temoto.apps.cli;

import java.util.Locale;

/** The command line's names of options: {@code --page-size} for {@code pageSize}. */
final class OptionName {
  private OptionName() {}

  /**
   * What a user types for the component {@code option} of a record of options. Units are written
   * with the value and not in the name: {@code --heap} for {@code heapBytes}.
   */
  static String of(String option) {
    String words = option.replaceFirst("Bytes$", "").replaceAll("([A-Z])", "-$1");
    return "--" + words.toLowerCase(Locale.ROOT);
  }
}
