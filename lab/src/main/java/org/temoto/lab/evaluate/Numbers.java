package org.temoto.lab.evaluate;

import java.util.Locale;

/** Numbers for people and for JSON. */
final class Numbers {
  private Numbers() {}

  /** As many digits as tell something. */
  static String text(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%.3g", value) : "-";
  }

  /** Null for what JSON does not know. */
  static Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
