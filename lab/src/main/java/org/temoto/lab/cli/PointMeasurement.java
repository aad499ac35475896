package org.temoto.lab.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.temoto.gas.InvalidOptionException;
import org.temoto.lab.simulate.PointResult;
import org.temoto.lab.simulate.Runs;
import org.temoto.lab.simulate.Settling;
import org.temoto.lab.simulate.SweepPoint;

/**
 * Measurement of points in this process: where computing is measured, each is run for nothing until
 * its times have settled; then the median of some runs counts.
 *
 * @param repeat runs of each that count; null for what suits its costs
 * @param stackTrace whether a failure tells where it happened
 */
record PointMeasurement(Integer repeat, Settling.Limits limits, boolean stackTrace) {
  /** Number of runs of a point with measured costs, unless something else is asked for. */
  private static final int MEASURED_RUNS = 3;

  private static final int MOST_RUNS = 99;

  /** The same with other limits. */
  PointMeasurement within(Settling.Limits others) {
    return new PointMeasurement(repeat, others, stackTrace);
  }

  /** Measures the time of the computation of {@code point}. */
  PointResult of(SweepPoint point) throws PointFailed {
    return of(point, PointResult::seconds);
  }

  /** Refuses what {@code --repeat} cannot be; null if it is not given. */
  static void requireRepetitions(Integer repeat) {
    if (repeat != null && (repeat < 1 || repeat > MOST_RUNS)) {
      throw new InvalidOptionException("repeat", repeat, "from 1 to " + MOST_RUNS);
    }
  }

  /**
   * The runs of a point that count.
   *
   * @param repeat what is asked for, or null
   */
  static int repetitions(Integer repeat, boolean modelled) {
    if (repeat != null) {
      return repeat;
    }
    return modelled ? 1 : MEASURED_RUNS;
  }

  /** The same of what {@code time} takes from a result. */
  PointResult of(SweepPoint point, ToDoubleFunction<PointResult> time) throws PointFailed {
    Measuring measuring = new Measuring(point, time);
    measuring.settle();
    for (int times = repetitions(repeat, isModelled(point)); times > 0; times--) {
      measuring.runOnce();
    }
    return measuring.median();
  }

  /** Each of {@code points}, measured {@code times} times, in turns when all have settled. */
  List<PointResult> inTurns(List<SweepPoint> points, int times) throws PointFailed {
    List<Measuring> all = new ArrayList<>();
    for (SweepPoint point : points) {
      Measuring measuring = new Measuring(point, PointResult::seconds);
      measuring.settle();
      all.add(measuring);
    }
    for (int i = 0; i < times; i++) {
      for (Measuring each : all) {
        each.runOnce();
      }
    }
    return all.stream().map(Measuring::median).toList();
  }

  /** The runs of one point: those until it has settled, and those that count. */
  private final class Measuring {
    private final SweepPoint point;
    private final ToDoubleFunction<PointResult> time;
    private final Settling settling = new Settling(limits);
    private final List<PointResult> measured = new ArrayList<>();

    Measuring(SweepPoint point, ToDoubleFunction<PointResult> time) {
      this.point = point;
      this.time = time;
    }

    void settle() throws PointFailed {
      while (!isModelled(point) && !settling.isOver()) {
        long start = System.nanoTime();
        PointResult result = run(point);
        settling.add(time.applyAsDouble(result), System.nanoTime() - start);
      }
    }

    void runOnce() throws PointFailed {
      measured.add(run(point));
    }

    PointResult median() {
      List<Double> seconds = measured.stream().map(time::applyAsDouble).toList();
      Optional<Boolean> settled =
          isModelled(point) ? Optional.empty() : Optional.of(settling.hasSettled(seconds));
      Runs runs = new Runs(settling.rounds(), settled, seconds);
      measured.sort(Comparator.comparingDouble(time));
      PointResult median = measured.get((measured.size() - 1) / 2); // of two the faster
      return median.with(runs);
    }
  }

  /** Tells whether all runs of {@code point} are the same. */
  private static boolean isModelled(SweepPoint point) {
    return point.arguments().contains("--cost=model");
  }

  private PointResult run(SweepPoint point) throws PointFailed {
    PointRun run = PointRun.of(point, stackTrace, false); // recording takes time
    if (!run.isDone()) {
      throw new PointFailed(run);
    }
    PointResult result = run.result();
    if (result.isOfNothing()) {
      throw PointFailed.ofNothing(run, result.name());
    }
    return result;
  }
}
