package org.temoto.lab.evaluate;

import java.util.List;

/**
 * Way in which a program uses global memory, as an option chooses it.
 *
 * @param label for people
 * @param words what it is, for people
 * @param calls of the address space that move its bytes, for people
 * @param always options that all its runs have
 * @param global options that its runs on global memory have besides
 */
public record Method(
    String label, String words, String calls, List<String> always, List<String> global) {
  private static final String LOCALIZED = "localize, localizeAsync, commit";

  public Method {
    always = List.copyOf(always);
    global = List.copyOf(global);
  }

  /** Every task localizes the ranges that it is given, and commits what it stores. */
  static Method localized(String option, String words) {
    return new Method(option, words, LOCALIZED, List.of("--method=" + option), List.of());
  }

  /**
   * Whole pages are written where they will be, because they follow their writers, and a PE has
   * room for as many as it has from the start.
   */
  static Method tuned(String option, String words, String calls) {
    return new Method(
        option + " (tuned)",
        words + ", and pages follow their writers",
        calls,
        List.of("--method=" + option),
        List.of("--ownership=last-writer", "--spare-frames=1"));
  }
}
