package org.temoto.lab.evaluate;

import java.util.ArrayList;
import java.util.List;
import org.temoto.lab.simulate.PointResult;

/**
 * Results of a {@link Series}.
 *
 * @param results of each number of workers, ascending
 */
public record Curve(Series series, List<PointResult> results) {
  public Curve {
    results = List.copyOf(results);
  }

  /** Curve of plain tasks of {@code method} among {@code curves}. */
  public static Curve plainTasks(List<Curve> curves, Method method) {
    return curves.stream()
        .filter(curve ->
            curve.series().kind() == Kind.PLAIN_TASKS && curve.series().method().equals(method))
        .findFirst()
        .orElseThrow();
  }

  /** The same with another run on the most workers. */
  public Curve withLast(PointResult result) {
    List<PointResult> others = new ArrayList<>(results);
    others.set(results.size() - 1, result);
    return new Curve(series, others);
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
