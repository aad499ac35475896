package org.temoto.lab.simulate;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Results as a table with a row per point: the settings in which points differ, and everything that
 * is a single value.
 *
 * @param columns names; a value in an object has both names, with a dot between
 * @param rows as many values as columns; null where a point has none
 */
public record ResultTable(List<String> columns, List<List<Object>> rows) {
  /** Fields of the sweep, of whose names an application may have its own. */
  private static final List<String> SWEEP =
      List.of("baseline", "speedUp", "efficiency", "discarded", "settled");

  /** Table of all finished points. */
  public static ResultTable of(Results results) {
    List<Map<String, Object>> maps =
        results.scalings().stream().map(scaling -> row(results.sweep(), scaling)).toList();
    Set<String> columns = new LinkedHashSet<>();
    maps.forEach(map -> columns.addAll(map.keySet()));
    List<List<Object>> rows = new ArrayList<>();
    for (Map<String, Object> map : maps) {
      List<Object> row = new ArrayList<>();
      columns.forEach(column -> row.add(map.get(column)));
      rows.add(row);
    }
    return new ResultTable(List.copyOf(columns), rows);
  }

  private static Map<String, Object> row(Sweep sweep, Scaling scaling) {
    Map<String, Object> fields = Results.fields(scaling);
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("point", fields.get("point"));
    for (String option : sweep.swept()) {
      row.put(option, scaling.result().point().settings().get(option));
    }
    for (String field : SWEEP) {
      row.put(field, fields.get(field));
    }
    flatten("", scaling.result().fields(), row);
    return row;
  }

  private static void flatten(String prefix, Map<?, ?> fields, Map<String, Object> row) {
    fields.forEach((name, value) -> {
      if (value instanceof Map<?, ?> object) {
        flatten(prefix + name + ".", object, row);
      } else if (!(value instanceof List)) {
        row.put((SWEEP.contains(prefix + name) ? "result." : prefix) + name, value);
      }
    });
  }

  /** {@code results.csv}, as RFC 4180 has it but for the ends of lines. */
  public String toCsv() {
    StringWriter text = new StringWriter();
    try (CsvWriter writer = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
      writer.writeRecord(columns);
      for (List<Object> row : rows) {
        writer.writeRecord(row.stream().map(ResultTable::text).toList());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static String text(Object value) {
    return value == null ? null : value.toString();
  }
}
