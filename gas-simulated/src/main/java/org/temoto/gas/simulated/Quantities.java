package org.temoto.gas.simulated;

import java.math.BigDecimal;

/**
 * Methods that write quantities exactly, with units, as the command line reads them. Where nothing
 * is written, none is to be called: Java's decimal numbers take milliseconds to begin.
 */
final class Quantities {
  private static final String[] TIMES = {"ns", "us", "ms", "s"};
  private static final String[] RATES = {"bps", "kbps", "Mbps", "Gbps", "Tbps"};
  private static final int STEP = 3;
  private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);

  private Quantities() {}

  /** For example {@code 1.8us}. */
  static String time(long nanos) {
    return scaled(BigDecimal.valueOf(nanos), TIMES);
  }

  /** For example {@code 9Gbps}. */
  static String bandwidth(double bitsPerSecond) {
    return bitsPerSecond == Network.UNLIMITED
        ? "unlimited"
        : scaled(BigDecimal.valueOf(bitsPerSecond), RATES);
  }

  /** Without an exponent, and without a point where it is whole. */
  static String number(double value) {
    return Double.isFinite(value) ? plain(BigDecimal.valueOf(value)) : Double.toString(value);
  }

  /** For example {@code 12.5%}. */
  static String share(double value) {
    return Double.isFinite(value)
        ? plain(BigDecimal.valueOf(value).movePointRight(2)) + "%"
        : Double.toString(value);
  }

  private static String scaled(BigDecimal value, String... units) {
    BigDecimal rest = value;
    int unit = 0;
    while (unit < units.length - 1 && rest.compareTo(THOUSAND) >= 0) {
      rest = rest.movePointLeft(STEP);
      unit++;
    }
    return plain(rest) + units[unit];
  }

  private static String plain(BigDecimal value) {
    return value.stripTrailingZeros().toPlainString();
  }
}
