package org.temoto.lab.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.temoto.lab.evaluate.AggregationCurve;
import org.temoto.lab.evaluate.AggregationExhibit;
import org.temoto.lab.evaluate.AggregationLine;
import org.temoto.lab.evaluate.Curve;
import org.temoto.lab.evaluate.EfficiencyTable;
import org.temoto.lab.evaluate.Evaluation;
import org.temoto.lab.evaluate.Plan;
import org.temoto.lab.evaluate.Series;
import org.temoto.lab.evaluate.SuiteCurve;
import org.temoto.lab.evaluate.SuiteProgram;
import org.temoto.lab.simulate.NotKeptException;
import org.temoto.lab.simulate.PointResult;
import org.temoto.lab.simulate.Recording;
import org.temoto.lab.simulate.Settling;
import org.temoto.lab.simulate.Sweep;
import org.temoto.lab.simulate.SweepPoint;

/** Run of what an evaluation is made of, line by line. */
final class EvaluationRun {
  /** Factor on the runs that count where two points are compared. */
  private static final int RUNS_IF_COMPARED = 3;

  private final Plan plan;
  private final PointMeasurement measurement;

  /** Measurement of points that are the same in each run. */
  private final PointMeasurement once;

  private final Recording<Evaluation> recording;
  private final SweepProgress progress;

  /**
   * @param stackTrace whether a failure tells where it happened
   * @param recording gets each line when it is finished
   */
  EvaluationRun(
      Plan plan, boolean stackTrace, Recording<Evaluation> recording, SweepProgress progress) {
    this.plan = plan;
    this.measurement =
        new PointMeasurement(plan.repetitions(), Settling.Limits.END_OF_LINE, stackTrace);
    this.once = new PointMeasurement(1, Settling.Limits.END_OF_LINE, stackTrace);
    this.recording = recording;
    this.progress = progress;
  }

  void run() throws PointFailed, NotKeptException {
    for (Plan.Panel panel : plan.panels()) {
      List<Curve> curves = new ArrayList<>();
      for (Series line : panel.lines()) {
        progress.begin(
            "%s, %s kernels: %s"
                .formatted(
                    panel.program().label(),
                    panel.kernel().name().toLowerCase(Locale.ROOT),
                    line.label()));
        if (plan.isMeasured() && line.isCompared()) {
          compare(curves, line);
        } else {
          curves.add(new Curve(line, results(line.sweep())));
        }
        recording.update(evaluation -> evaluation.with(panel.figures(curves)));
      }
    }
    List<SuiteCurve> suite = new ArrayList<>();
    for (SuiteProgram program : plan.suite()) {
      progress.begin(program.name());
      List<PointResult> results = results(program.sweep(plan.workers(), plan.common()));
      suite.add(new SuiteCurve(program, results, plan.isMeasured() ? sequential(program) : 0));
      recording.update(evaluation -> evaluation.with(List.of(new EfficiencyTable(suite))));
    }
    runAggregation();
  }

  /** Runs the programs that bring data to hand in several ways. */
  private void runAggregation() throws PointFailed, NotKeptException {
    List<AggregationCurve> curves = new ArrayList<>();
    for (AggregationLine line : plan.aggregation()) {
      progress.begin("ways to bring data to hand: " + line.label());
      List<PointResult> results = new ArrayList<>();
      for (SweepPoint point : line.sweep().points()) {
        results.add(once.of(point));
        progress.step();
      }
      curves.add(new AggregationCurve(line, results));
      recording.update(evaluation -> evaluation.with(List.of(new AggregationExhibit(curves))));
    }
  }

  /**
   * Adds the curve of {@code line}, whose last point is compared with that of plain tasks of the
   * same method. That one is measured anew: what runs minutes later may find another machine.
   */
  private void compare(List<Curve> curves, Series line) throws PointFailed {
    List<PointResult> results = results(line.sweep(), line.sweep().points().size() - 1);
    Curve plainTasks = Curve.plainTasks(curves, line.method());
    List<SweepPoint> last =
        List.of(plainTasks.series().sweep().points().getLast(), line.sweep().points().getLast());
    List<PointResult> measured =
        measurement
            .within(Settling.Limits.COMPARED)
            .inTurns(last, RUNS_IF_COMPARED * plan.repetitions());
    curves.set(curves.indexOf(plainTasks), plainTasks.withLast(measured.getFirst()));
    results.add(measured.getLast());
    curves.add(new Curve(line, results));
    progress.step();
  }

  private List<PointResult> results(Sweep sweep) throws PointFailed {
    return results(sweep, sweep.points().size());
  }

  /** Results of the first {@code count} points. */
  private List<PointResult> results(Sweep sweep, int count) throws PointFailed {
    List<PointResult> results = new ArrayList<>();
    PointMeasurement between = measurement.within(Settling.Limits.WITHIN_LINE);
    List<SweepPoint> points = sweep.points();
    for (int i = 0; i < count; i++) {
      boolean end = i == 0 || i == points.size() - 1;
      results.add((end ? measurement : between).of(points.get(i)));
      progress.step();
    }
    return results;
  }

  private double sequential(SuiteProgram program) throws PointFailed {
    PointResult result = measurement.of(program.sequential(), EvaluationRun::sequentialSeconds);
    progress.step();
    return sequentialSeconds(result);
  }

  private static double sequentialSeconds(PointResult result) {
    return ((Number) result.fields().get("sequentialSeconds")).doubleValue();
  }
}
