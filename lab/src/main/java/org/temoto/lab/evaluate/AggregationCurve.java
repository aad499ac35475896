package org.temoto.lab.evaluate;

import java.util.List;
import org.temoto.lab.aggregation.Aggregation;
import org.temoto.lab.simulate.PointResult;

/**
 * Results of an {@link AggregationLine}.
 *
 * @param results of each way, in the order of {@link Aggregation}
 */
public record AggregationCurve(AggregationLine line, List<PointResult> results) {
  private static final double MEGA = 1e6;

  public AggregationCurve {
    results = List.copyOf(results);
  }

  PointResult result(Aggregation way) {
    return results.get(way.ordinal());
  }

  /** Time of one way as a multiple of another's. */
  double ratio(Aggregation way, Aggregation other) {
    return result(way).seconds() / result(other).seconds();
  }

  /** Puts, gets and atomics between PEs, those of steals among them. */
  static long operations(PointResult result) {
    return sum(result, "trafficOperations");
  }

  /** Megabytes that these have moved. */
  static double megabytes(PointResult result) {
    return sum(result, "trafficBytes") / MEGA;
  }

  private static long sum(PointResult result, String field) {
    return result.matrix(field).stream().flatMap(List::stream).mapToLong(Long::longValue).sum();
  }
}
