package org.temoto.lab.evaluate;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Comparison of what a paper reports with what a run gives.
 *
 * @param about what it is about, for people
 * @param paper what the paper reports
 * @param here what this run gives
 * @param ratio the number that the aim is about
 * @param most what the number is to be at most; infinite where nothing is aimed at
 */
public record Statement(String about, String paper, String here, double ratio, double most) {
  /** Tells whether something is aimed at. */
  boolean hasAim() {
    return most < Double.POSITIVE_INFINITY;
  }

  /** Tells whether the number is within the aim; true where there is none. */
  boolean isMet() {
    return ratio <= most;
  }

  /** Verdict in words, for people. */
  public String verdict() {
    if (!hasAim()) {
      return "no aim";
    }
    return (isMet() ? "within" : "misses") + " the aim of at most " + Numbers.text(most);
  }

  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("about", about);
    fields.put("paper", paper);
    fields.put("here", here);
    fields.put("ratio", Numbers.finite(ratio));
    fields.put("aim", Numbers.finite(most));
    fields.put("met", hasAim() ? isMet() : null);
    return fields;
  }
}
