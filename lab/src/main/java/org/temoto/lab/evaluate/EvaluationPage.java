package org.temoto.lab.evaluate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.temoto.apps.report.Json;
import org.temoto.lab.simulate.Drawing;
import org.temoto.lab.simulate.PageTemplate;

/** Page {@code report.html} of an evaluation, with everything, that needs nothing else. */
final class EvaluationPage {
  private static final String TEMPLATE = "evaluation.mustache";

  private EvaluationPage() {}

  static String text(Evaluation evaluation) {
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("settings", entries(evaluation.plan().settings()));
    page.put("finished", evaluation.finished());
    page.put("planned", evaluation.plan().lines());
    page.put("partial", evaluation.isPartial());
    page.put("sections", evaluation.exhibits().stream().map(EvaluationPage::section).toList());
    // Inside a script element nothing else could be taken for its end, or for a comment.
    page.put("data", Json.line(evaluation.fields()).replace("<", "\\u003c"));
    return PageTemplate.fill(EvaluationPage.class, TEMPLATE, page);
  }

  private static List<Map<String, String>> entries(Map<String, Object> settings) {
    List<Map<String, String>> entries = new ArrayList<>();
    settings.forEach((name, value) -> entries.add(Map.of("name", name, "value", "" + value)));
    return entries;
  }

  private static Map<String, Object> section(Exhibit exhibit) {
    Map<String, Object> section = new LinkedHashMap<>();
    section.put("id", exhibit.id());
    section.put("title", exhibit.title());
    section.put("words", exhibit.words());
    section.put("statements", exhibit.statements().stream().map(EvaluationPage::words).toList());
    section.put("width", Evaluation.WIDTH);
    section.put(
        "svg",
        new Drawing(exhibit.chart(), Evaluation.WIDTH, Evaluation.HEIGHT)
            .svg("chart-" + exhibit.id(), exhibit.title()));
    section.put("columns", exhibit.columns());
    section.put("rows", exhibit.rows().stream().map(EvaluationPage::cells).toList());
    section.put("commands", exhibit.commands());
    return section;
  }

  private static Map<String, Object> words(Statement statement) {
    Map<String, Object> words = new LinkedHashMap<>();
    words.put("about", statement.about());
    words.put("paper", statement.paper());
    words.put("here", statement.here());
    words.put("ratio", Numbers.text(statement.ratio()));
    words.put("verdict", statement.verdict());
    return words;
  }

  private static Map<String, Object> cells(List<Object> row) {
    List<String> cells = row.stream().skip(1).map(EvaluationPage::text).toList();
    return Map.of("name", row.getFirst(), "cells", cells);
  }

  private static String text(Object cell) {
    return switch (cell) {
      case null -> "-";
      case Double number -> Numbers.text(number);
      default -> cell.toString();
    };
  }
}
