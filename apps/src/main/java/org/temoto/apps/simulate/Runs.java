package org.temoto.apps.simulate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How often a point was run.
 *
 * @param discarded runs before those that count
 * @param settled whether those that count were no faster than the discarded ones; empty where
 *     nothing changes, because computing is modelled
 * @param seconds of the runs that count, in their order; the median is the point's
 */
public record Runs(int discarded, Optional<Boolean> settled, List<Double> seconds) {
  public Runs {
    seconds = List.copyOf(seconds);
  }

  /** Whether more runs might be faster. */
  boolean mayFall() {
    return settled.isPresent() && !settled.get();
  }

  /** What JSON says. */
  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("discarded", discarded);
    fields.put("settled", settled.orElse(null));
    fields.put("runs", seconds);
    return fields;
  }
}
