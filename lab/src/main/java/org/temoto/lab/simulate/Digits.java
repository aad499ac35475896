package org.temoto.lab.simulate;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Formatter of numbers for people: some digits that count, never an exponent. */
public final class Digits {
  private Digits() {}

  /**
   * Text of {@code value} with so many {@code digits}, or all before the point; "-" if it is no
   * number.
   */
  public static String of(double value, int digits) {
    if (!Double.isFinite(value)) {
      return "-";
    }
    if (value == 0) {
      return "0";
    }
    BigDecimal exact = new BigDecimal(value);
    BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_UP));
    int before = rounded.precision() - rounded.scale();
    return exact.setScale(Math.max(0, digits - before), RoundingMode.HALF_UP).toPlainString();
  }
}
