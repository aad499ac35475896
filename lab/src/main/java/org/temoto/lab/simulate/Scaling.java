package org.temoto.lab.simulate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A point beside the one that its speed-up is relative to: among the points that differ from it in
 * PEs and workers only, the one with the fewest workers, the first of several.
 */
public record Scaling(PointResult result, PointResult baseline) {
  static final Set<String> SIZES = Set.of("--pes", "--workers");

  /** Each of {@code results} with its baseline, in their order. */
  public static List<Scaling> of(List<PointResult> results) {
    Map<Map<String, String>, PointResult> baselines = new LinkedHashMap<>();
    for (PointResult result : results) {
      baselines.merge(
          kind(result), result, (old, own) -> own.totalWorkers() < old.totalWorkers() ? own : old);
    }
    List<Scaling> scalings = new ArrayList<>();
    for (PointResult result : results) {
      scalings.add(new Scaling(result, baselines.get(kind(result))));
    }
    return scalings;
  }

  private static Map<String, String> kind(PointResult result) {
    Map<String, String> settings = new LinkedHashMap<>(result.point().settings());
    settings.keySet().removeAll(SIZES);
    return settings;
  }

  /** Speed as a multiple of the baseline's; not finite if either took no time. */
  public double speedUp() {
    return baseline.seconds() / result.seconds();
  }

  /** The speed-up that as many more workers would give at best. */
  public double ideal() {
    return (double) result.totalWorkers() / baseline.totalWorkers();
  }

  /** The speed-up as a share of the ideal one. */
  public double efficiency() {
    return speedUp() / ideal();
  }
}
