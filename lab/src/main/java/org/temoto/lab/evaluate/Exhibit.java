package org.temoto.lab.evaluate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jfree.chart.JFreeChart;

/** A chart of an evaluation, its numbers, and what they say. */
public sealed interface Exhibit permits Figure, EfficiencyTable, AggregationExhibit {
  /** Name of its file without the ending, different for each. */
  String id();

  /** Title for people. */
  String title();

  /** Explanation of the names in it, for people. */
  String words();

  /** Chart, made anew by each call. */
  JFreeChart chart();

  /** Results of the papers, and of these runs. */
  List<Statement> statements();

  /** Names of the columns of its numbers. */
  List<String> columns();

  /** Rows, each of as many values as columns; the first names the row. */
  List<List<Object>> rows();

  /**
   * Command lines that each repeat one of the runs: of every line the one with the most workers.
   */
  List<String> commands();

  /** Fields of the JSON. */
  default Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", id());
    fields.put("title", title());
    fields.put("statements", statements().stream().map(Statement::fields).toList());
    fields.put("columns", columns());
    fields.put("rows", rows());
    fields.put("commands", commands());
    return fields;
  }
}
