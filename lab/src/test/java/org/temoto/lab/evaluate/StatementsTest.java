package org.temoto.lab.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jfree.chart.plot.XYPlot;
import org.junit.jupiter.api.Test;
import org.temoto.apps.Kernel;
import org.temoto.lab.simulate.PointResult;
import org.temoto.lab.simulate.SweepPoint;

/** Tests of the statements of figures, for runs whose numbers are given. */
class StatementsTest {
  private static final double WORK = 0.5;
  private static final long FETCHED = 1_125_000_000L;

  /**
   * A figure in which plain tasks take 1 s on 32 workers, those of the tuned method 2 s, and all
   * others {@code seconds}.
   */
  private static Figure figure(int number, Kernel kernel, double seconds) {
    Program program = Program.matmul(1024);
    List<Curve> curves = new ArrayList<>();
    for (Series series : Series.of(program, kernel, List.of("1", "32"), List.of())) {
      double plain = series.method().equals(program.localized()) ? 1 : 2;
      double last = series.kind() == Kind.PLAIN_TASKS ? plain : seconds;
      List<SweepPoint> points = series.sweep().points();
      curves.add(
          new Curve(
              series,
              List.of(result(points.getFirst(), 1, 16), result(points.getLast(), 32, last))));
    }
    return new Figure(number, program, kernel, curves);
  }

  private static PointResult result(SweepPoint point, int pes, double seconds) {
    Map<String, Object> activity =
        Map.of(
            "workSeconds", WORK * pes,
            "communicationSeconds", 1,
            "waitSeconds", 0,
            "idleSeconds", 0);
    Map<String, Object> fields =
        new HashMap<>(
            Map.of(
                "pes",
                pes,
                "workers",
                1,
                "seconds",
                seconds,
                "activity",
                activity,
                "steals",
                3,
                "remoteSteals",
                2,
                "bytesFetched",
                FETCHED * pes,
                "bytesCommitted",
                0));
    return new PointResult(point, fields);
  }

  @Test
  void shouldMeetTheAimUpToATenth() {
    Statement within = figure(8, Kernel.PLAIN, 1.09).statements().getFirst();
    assertThat(within.ratio()).isCloseTo(1.09, within(1e-9));
    assertThat(within.isMet()).isTrue();
    assertThat(within.verdict()).isEqualTo("within the aim of at most 1.10");
    Statement beyond = figure(8, Kernel.PLAIN, 1.11).statements().getFirst();
    assertThat(beyond.isMet()).isFalse();
    assertThat(beyond.verdict()).isEqualTo("misses the aim of at most 1.10");
  }

  @Test
  void shouldAimAtNothingWithTheLongLatency() {
    List<Statement> statements = figure(8, Kernel.PLAIN, 5).statements();
    assertThat(statements)
        .filteredOn(statement -> statement.about().endsWith("1.8ms"))
        .singleElement()
        .matches(statement -> !statement.hasAim());
    assertThat(statements)
        .filteredOn(Statement::hasAim)
        .extracting(Statement::about)
        .containsExactly("matmul, plain kernels, recursive: separate, 1.8us");
  }

  @Test
  void shouldCompareWithPlainTasksOfTheSameMethod() {
    List<Statement> statements = figure(8, Kernel.PLAIN, 2.1).statements();
    assertThat(statements.getFirst().ratio()).isCloseTo(2.1, within(1e-9));
    assertThat(statements.getLast().about()).contains("chunked (tuned)");
    assertThat(statements.getLast().ratio()).isCloseTo(1.05, within(1e-9));
  }

  @Test
  void shouldCompareFastKernelsWithTheLargerBound() {
    Statement bound = figure(8, Kernel.FAST, 1.15).statements().getLast();
    assertThat(bound.here()).contains("work / P is 0.500 s", "bytes fetched per PE / B 1.00 s");
    assertThat(bound.ratio()).isCloseTo(1.15, within(1e-9));
    assertThat(bound.isMet()).isTrue();
    assertThat(figure(8, Kernel.FAST, 1.21).statements().getLast().isMet()).isFalse();
  }

  @Test
  void shouldRelateSpeedUpsToPlainTasksOnTheFewestWorkers() {
    Statement statement = figure(6, Kernel.PLAIN, 2).statements().getFirst();
    assertThat(statement.here())
        .isEqualTo("on 32 workers 8.00 times as fast as plain tasks on 1, plain tasks 16.0 times");
    assertThat(statement.ratio()).isCloseTo(2, within(1e-9));
  }

  @Test
  void shouldRelateEfficiencyToThePlainProgram() {
    SuiteProgram program = SuiteProgram.ALL.getFirst();
    List<SweepPoint> points = program.sweep(List.of("1", "4"), List.of()).points();
    List<PointResult> results =
        List.of(result(points.getFirst(), 1, 8), result(points.getLast(), 4, 2.5));
    SuiteCurve measured = new SuiteCurve(program, results, 5);
    assertThat(measured.efficiency(results.getLast())).isCloseTo(0.5, within(1e-9));
    SuiteCurve modelled = new SuiteCurve(program, results, 0);
    assertThat(modelled.efficiency(results.getLast())).isCloseTo(0.8, within(1e-9));
    assertThat(new EfficiencyTable(List.of(measured)).statements().getFirst().here())
        .isEqualTo(
            "on 4 workers 3.20 times as fast as on 1; efficiency against plain Java on one thread"
                + " 50 %");
  }

  @Test
  void shouldDrawEfficienciesInHundredths() {
    SuiteProgram program = SuiteProgram.ALL.getFirst();
    List<SweepPoint> points = program.sweep(List.of("1", "4"), List.of()).points();
    List<PointResult> results =
        List.of(result(points.getFirst(), 1, 8), result(points.getLast(), 4, 2.5));
    EfficiencyTable table = new EfficiencyTable(List.of(new SuiteCurve(program, results, 0)));
    XYPlot plot = table.chart().getXYPlot();
    assertThat(plot.getRangeAxis().getLabel()).isEqualTo("parallel efficiency [%]");
    assertThat(plot.getDataset().getYValue(0, 1)).as("ideal").isEqualTo(100);
    assertThat(plot.getDataset().getYValue(1, 1)).isCloseTo(80, within(1e-9));
  }
}
