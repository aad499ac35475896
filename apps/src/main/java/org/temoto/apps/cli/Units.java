package org.temoto.apps.cli;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.temoto.gas.simulated.Network;

/**
 * Quantities with units as the command line takes them: {@code 256KiB}, {@code 1.8us}, {@code
 * 9Gbps}, {@code 20%}.
 */
final class Units {
  private static final Pattern QUANTITY =
      Pattern.compile("([0-9]+(?:\\.[0-9]+)?)\\s*([^0-9.\\s]*)");

  private static final Map<String, BigDecimal> BYTES =
      table(
          "",
          "1",
          "B",
          "1",
          "KiB",
          "1024",
          "MiB",
          "1048576",
          "GiB",
          "1073741824",
          "TiB",
          "1099511627776",
          "KB",
          "1e3",
          "kB",
          "1e3",
          "MB",
          "1e6",
          "GB",
          "1e9",
          "TB",
          "1e12");

  private static final Map<String, BigDecimal> NANOSECONDS =
      table("ns", "1", "us", "1e3", "µs", "1e3", "μs", "1e3", "ms", "1e6", "s", "1e9");

  private static final Map<String, BigDecimal> BITS_PER_SECOND =
      table("bps", "1", "kbps", "1e3", "Kbps", "1e3", "Mbps", "1e6", "Gbps", "1e9", "Tbps", "1e12");

  private static final Map<String, BigDecimal> SHARES = table("%", "1e-2");

  private static final Map<String, BigDecimal> NUMBERS = table("", "1");

  private static final String UNLIMITED = "unlimited";

  private Units() {}

  private static Map<String, BigDecimal> table(String... pairs) {
    Map<String, BigDecimal> table = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      table.put(pairs[i], new BigDecimal(pairs[i + 1]));
    }
    return table;
  }

  /** A size in bytes; a number without a unit is bytes. */
  static long bytes(String text) {
    return whole(
        text,
        quantity(text, BYTES, "a size such as 256KiB (B, KiB, MiB, GiB, TiB, kB, MB, GB, TB)"),
        "bytes");
  }

  /** A duration in nanoseconds; only 0 goes without a unit. */
  static long nanoseconds(String text) {
    if (text.equals("0")) {
      return 0;
    }
    return whole(
        text,
        quantity(text, NANOSECONDS, "a duration such as 1.8us (not negative; units ns, us, ms, s)"),
        "nanoseconds");
  }

  /** A bandwidth in bits per second, {@link Network#UNLIMITED} for {@code unlimited}. */
  static double bitsPerSecond(String text) {
    if (text.toLowerCase(Locale.ROOT).equals(UNLIMITED)) {
      return Network.UNLIMITED;
    }
    double value =
        quantity(
                text,
                BITS_PER_SECOND,
                "a bandwidth such as 9Gbps (bps, kbps, Mbps, Gbps, Tbps, unlimited)")
            .doubleValue();
    if (!(value > 0)) {
      throw new IllegalArgumentException("'" + text + "' must be positive");
    }
    return value;
  }

  /** A share as a fraction: 0.2 for {@code 20%}. */
  static double share(String text) {
    return quantity(text, SHARES, "a share such as 20%").doubleValue();
  }

  /** A number that may have a fraction. */
  static double number(String text) {
    return quantity(text, NUMBERS, "a number such as 2 or 1.5").doubleValue();
  }

  private static BigDecimal quantity(String text, Map<String, BigDecimal> units, String rule) {
    Matcher matcher = QUANTITY.matcher(text);
    BigDecimal unit = matcher.matches() ? units.get(matcher.group(2)) : null;
    if (unit == null) {
      throw new IllegalArgumentException("'" + text + "' is not " + rule);
    }
    return new BigDecimal(matcher.group(1)).multiply(unit);
  }

  private static long whole(String text, BigDecimal value, String unit) {
    try {
      return value.longValueExact();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "'" + text + "' must be a whole number of " + unit + " below 2^63", e);
    }
  }
}
