package org.temoto.lab.evaluate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.temoto.apps.report.Json;
import org.temoto.lab.simulate.Drawing;
import org.temoto.lab.simulate.OutputDirectory;
import org.temoto.lab.simulate.ResultTable;

/**
 * The exhibits of an evaluation so far, and its files.
 *
 * @param finished lines of {@link Plan#lines}
 */
public record Evaluation(Plan plan, int finished, List<Exhibit> exhibits) {
  static final int WIDTH = 900;
  static final int HEIGHT = 480;

  private static final String JSON = "results.json";
  private static final String TABLE = "results.csv";
  private static final String PAGE = "report.html";

  public Evaluation {
    exhibits = List.copyOf(exhibits);
  }

  /** Evaluation before the first run. */
  public static Evaluation of(Plan plan) {
    return new Evaluation(plan, 0, List.of());
  }

  /** This, with another line: {@code changed} are the exhibits that have it. */
  public Evaluation with(List<Exhibit> changed) {
    Map<String, Exhibit> all = new LinkedHashMap<>();
    exhibits.forEach(exhibit -> all.put(exhibit.id(), exhibit));
    changed.forEach(exhibit -> all.put(exhibit.id(), exhibit));
    return new Evaluation(plan, finished + 1, List.copyOf(all.values()));
  }

  boolean isPartial() {
    return finished < plan.lines();
  }

  /** Folder of the files: of all figures that there can be. */
  public static OutputDirectory directory(Path path) {
    List<String> names =
        new ArrayList<>(
            List.of(JSON, TABLE, PAGE, "efficiency.png", AggregationExhibit.ID + ".png"));
    for (int figure = 5; figure <= 8; figure++) {
      names.add("figure-" + figure + "-plain.png");
      names.add("figure-" + figure + "-fast.png");
    }
    return new OutputDirectory(path, "evaluate", "exhibit", names);
  }

  /** Fields of {@code results.json} and {@code --json}. */
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("command", "evaluate");
    fields.putAll(plan.settings());
    fields.put("planned", plan.lines());
    fields.put("finished", finished);
    fields.put("exhibits", exhibits.stream().map(Exhibit::fields).toList());
    return fields;
  }

  /** Writes everything, and deletes the files of earlier evaluations that this one has not. */
  public void write(OutputDirectory directory) {
    directory.create();
    directory.write(JSON, Json.line(fields()) + "\n"); // first: by it the directory is known
    Set<String> written = new HashSet<>(List.of(JSON, TABLE, PAGE));
    for (Exhibit exhibit : exhibits) {
      written.add(exhibit.id() + ".png");
      directory.write(exhibit.id() + ".png", new Drawing(exhibit.chart(), WIDTH, HEIGHT).png());
    }
    directory.deleteBut(written);
    directory.write(TABLE, table().toCsv());
    directory.write(PAGE, EvaluationPage.text(this));
  }

  /** A row per run and exhibit. */
  private ResultTable table() {
    List<Map<String, Object>> maps = new ArrayList<>();
    Map<String, Object> all = new LinkedHashMap<>();
    for (Exhibit exhibit : exhibits) {
      for (List<Object> row : exhibit.rows()) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("exhibit", exhibit.id());
        for (int i = 0; i < row.size(); i++) {
          map.put(exhibit.columns().get(i), row.get(i));
        }
        maps.add(map);
        all.putAll(map);
      }
    }
    List<String> columns = List.copyOf(all.keySet());
    List<List<Object>> rows = new ArrayList<>();
    for (Map<String, Object> map : maps) {
      List<Object> row = new ArrayList<>();
      columns.forEach(column -> row.add(map.get(column)));
      rows.add(row);
    }
    return new ResultTable(columns, rows);
  }

  /** Text for a person at a terminal. */
  public String summary() {
    List<String> lines = new ArrayList<>();
    for (Exhibit exhibit : exhibits) {
      lines.add(exhibit.title());
      for (Statement statement : exhibit.statements()) {
        lines.add("  " + statement.about());
        lines.add("    paper  " + statement.paper());
        lines.add("    here   " + statement.here());
        lines.add("    ratio  " + Numbers.text(statement.ratio()) + ": " + statement.verdict());
      }
    }
    return String.join(System.lineSeparator(), lines);
  }
}
