package org.temoto.lab.evaluate;

import org.temoto.lab.simulate.Digits;

/** Numbers for people and for JSON. */
final class Numbers {
  private Numbers() {}

  /** Text of a number with as many digits as tell something. */
  static String text(double value) {
    return Digits.of(value, 3);
  }

  /** Null for what JSON does not know. */
  static Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
