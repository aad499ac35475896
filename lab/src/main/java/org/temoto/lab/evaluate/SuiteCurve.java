package org.temoto.lab.evaluate;

import java.util.List;
import org.temoto.lab.simulate.PointResult;

/**
 * Results of an application of the suite.
 *
 * @param results of each number of workers, ascending
 * @param sequentialSeconds of the same in plain Java; 0 if that was not measured, because computing
 *     is modelled
 */
public record SuiteCurve(
    SuiteProgram program, List<PointResult> results, double sequentialSeconds) {
  public SuiteCurve {
    results = List.copyOf(results);
  }

  /** Name of what it is compared with, for people. */
  String reference() {
    return sequentialSeconds > 0
        ? "plain Java on one thread"
        : "itself on " + results.getFirst().totalWorkers();
  }

  double speedUp(PointResult result) {
    PointResult first = results.getFirst();
    double one = sequentialSeconds > 0 ? sequentialSeconds : first.seconds() * first.totalWorkers();
    return one / result.seconds();
  }

  double efficiency(PointResult result) {
    return speedUp(result) / result.totalWorkers();
  }
}
