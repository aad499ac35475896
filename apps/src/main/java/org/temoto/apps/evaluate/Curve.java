package org.temoto.apps.evaluate;

import java.util.List;
import org.temoto.apps.simulate.PointResult;

/**
 * What a {@link Series} came to.
 *
 * @param results of each number of workers, ascending
 */
public record Curve(Series series, List<PointResult> results) {
  public Curve {
    results = List.copyOf(results);
  }

  /** The run with the fewest workers. */
  PointResult first() {
    return results.getFirst();
  }

  /** The run with the most workers. */
  PointResult last() {
    return results.getLast();
  }
}
