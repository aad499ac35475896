package org.temoto.lab.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The table that a person reads after a simulation. */
public final class SweepSummary {
  /** A terminal shows about as many; the files have all. */
  private static final int MOST_ROWS = 40;

  private SweepSummary() {}

  /** A row per point. */
  public static String of(Results results) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "  %5s %14s %12s %9s %11s %9s  %s"
            .formatted(
                "PEs", "workers in all", "time [s]", "speed-up", "efficiency", "steals", ""));
    List<Scaling> scalings = results.scalings();
    scalings.stream().limit(MOST_ROWS).map(SweepSummary::row).forEach(lines::add);
    if (scalings.size() > MOST_ROWS) {
      lines.add("  ... and " + (scalings.size() - MOST_ROWS) + " more");
    }
    results.doubts().forEach(doubt -> lines.add("  " + doubt));
    return String.join(System.lineSeparator(), lines);
  }

  private static String row(Scaling scaling) {
    PointResult result = scaling.result();
    return String.format(
            Locale.ROOT,
            "  %5d %14d %12s %9.2f %9.0f %% %9d  %s",
            result.pes(),
            result.totalWorkers(),
            Digits.of(result.seconds(), 4),
            scaling.speedUp(),
            100 * scaling.efficiency(),
            result.count("steals"),
            result.point().label(option -> !Scaling.SIZES.contains(option)))
        .stripTrailing();
  }
}
