package org.temoto.lab.simulate;

import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts and times of the runs of a point.
 *
 * @param discarded runs before those that count
 * @param settled whether those that count were no faster than the discarded ones; empty where
 *     nothing changes, because computing is modelled
 * @param seconds of the runs that count, in their order; the median is the point's
 */
public record Runs(int discarded, Optional<Boolean> settled, List<Double> seconds) {
  private static final double MUCH = 1.5;

  public Runs {
    seconds = List.copyOf(seconds);
  }

  /** Tells whether more runs might be faster. */
  boolean mayFall() {
    return settled.isPresent() && !settled.get();
  }

  /** Tells whether one that counts took more than half as long again as another. */
  boolean hasVaried() {
    DoubleSummaryStatistics times =
        seconds.stream().mapToDouble(Double::doubleValue).summaryStatistics();
    return settled.isPresent() && times.getMax() > MUCH * times.getMin();
  }

  /** Fields of the JSON. */
  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("discarded", discarded);
    fields.put("settled", settled.orElse(null));
    fields.put("runs", seconds);
    return fields;
  }
}
