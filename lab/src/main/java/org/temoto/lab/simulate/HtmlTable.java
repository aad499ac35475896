package org.temoto.lab.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;

/**
 * Table of the numbers of a chart.
 *
 * @param columns names
 * @param rows cells as texts; the first of each row is its name
 */
record HtmlTable(List<String> columns, List<Row> rows) {
  /** Row of the table. */
  record Row(String name, List<String> cells) {}

  static HtmlTable speedUp(Results results) {
    return new HtmlTable(
        List.of(
            "point",
            "PEs",
            "workers in all",
            "seconds",
            "speed-up",
            "ideal",
            "efficiency",
            "number",
            "relative to"),
        results.scalings().stream()
            .map(scaling ->
                new Row(
                    scaling.result().point().label(),
                    List.of(
                        Integer.toString(scaling.result().pes()),
                        Integer.toString(scaling.result().totalWorkers()),
                        number(scaling.result().seconds()),
                        number(scaling.speedUp()),
                        number(scaling.ideal()),
                        number(scaling.efficiency()),
                        Integer.toString(scaling.result().point().number()),
                        Integer.toString(scaling.baseline().point().number()))))
            .toList());
  }

  static HtmlTable breakdown(Results results) {
    return activities(results, " [%]", Charts::percent);
  }

  static HtmlTable times(Results results) {
    return activities(
        results, " [s]", (result, activity) -> result.seconds(activity) / result.totalWorkers());
  }

  private static HtmlTable activities(
      Results results, String unit, ToDoubleBiFunction<PointResult, WorkerActivity> value) {
    List<String> columns = new ArrayList<>(List.of("point"));
    for (WorkerActivity activity : WorkerActivity.values()) {
      columns.add(activity.label() + unit);
    }
    List<Row> rows = new ArrayList<>();
    for (PointResult result : results.finished()) {
      List<String> cells = new ArrayList<>();
      for (WorkerActivity activity : WorkerActivity.values()) {
        cells.add(number(value.applyAsDouble(result, activity)));
      }
      rows.add(new Row(result.point().label(), cells));
    }
    return new HtmlTable(columns, rows);
  }

  static HtmlTable steals(Results results) {
    List<String> counts =
        List.of("tasks", "steals", "remoteSteals", "failedSteals", "suspensions", "lockWaits");
    return new HtmlTable(
        List.of(
            "point",
            "tasks",
            "steals",
            "from other PEs",
            "in vain",
            "joins that waited",
            "waits for locks"),
        results.finished().stream()
            .map(result ->
                new Row(
                    result.point().label(),
                    counts.stream().map(count -> Long.toString(result.count(count))).toList()))
            .toList());
  }

  static HtmlTable reported(Results results, String name) {
    return new HtmlTable(
        List.of("point", name),
        results.finished().stream()
            .map(result ->
                new Row(
                    result.point().label(),
                    List.of(String.valueOf(result.values().getOrDefault(name, "-")))))
            .toList());
  }

  /** Bytes from PE (rows) to PE (columns). */
  static HtmlTable traffic(List<List<Long>> bytes) {
    List<String> columns = new ArrayList<>(List.of("bytes"));
    IntStream.range(0, bytes.size()).mapToObj(pe -> "PE " + pe).forEach(columns::add);
    List<Row> rows = new ArrayList<>();
    for (int pe = 0; pe < bytes.size(); pe++) {
      rows.add(new Row("PE " + pe, bytes.get(pe).stream().map(String::valueOf).toList()));
    }
    return new HtmlTable(columns, rows);
  }

  /** Text of a number with as many digits as tell something. */
  static String number(double value) {
    return Digits.of(value, 4);
  }
}
