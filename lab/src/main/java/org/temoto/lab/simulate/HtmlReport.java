package org.temoto.lab.simulate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jfree.chart.JFreeChart;
import org.temoto.apps.cli.JobCommand;
import org.temoto.apps.report.Json;
import org.temoto.apps.report.Summary;

/**
 * Page {@code report.html} of a sweep, with charts, their numbers and all results, that needs
 * nothing else.
 */
final class HtmlReport {
  private static final String TEMPLATE = "report.mustache";
  private static final String FIELD = "trafficBytes";

  /** A table with more scrolls, so that what is below is found. */
  private static final int MOST_ROWS = 100;

  /** Descriptions of the methods of {@code sort} and {@code matmul}, by name. */
  private static final Map<String, String> METHODS =
      Map.of(
          "cilksort", "sorted runs are merged two at a time, by localize and commit",
          "multiway", "all sorted runs are merged at once, by localizeAsync and commit",
          "recursive", "the largest dimension is halved; small cubes localize three blocks",
          "chunked", "a task computes a tile of the product, by requests for chunks");

  private static final int WIDTH = 900;
  private static final int HEIGHT = 480;

  /** Most values that are shown of a program's report; all are in the files. */
  private static final int MOST_VALUES = 8;

  /** A square for the blocks, and what stands beside it. */
  private static final int TRAFFIC_WIDTH = 700;

  private static final int TRAFFIC_HEIGHT = 620;

  private final Results results;

  HtmlReport(Results results) {
    this.results = results;
  }

  /** The speed-up chart, as the plots in files have it. */
  static Drawing speedUp(Results results) {
    return new Drawing(Charts.speedUp(results), WIDTH, HEIGHT);
  }

  /** The chart of time by activity. */
  static Drawing breakdown(Results results) {
    return bars(Charts.breakdown(results), results);
  }

  private static Drawing bars(JFreeChart chart, Results results) {
    return new Drawing(chart, WIDTH, Charts.barsHeight(results));
  }

  /** The page. */
  String text() {
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("name", results.sweep().command().getLast());
    page.put("finished", results.finished().size());
    page.put("planned", results.sweep().size());
    page.put("partial", results.finished().size() < results.sweep().size());
    page.put("withoutTasks", results.isWithoutTasks());
    page.put("sections", sections());
    page.put("configuration", configuration());
    // Inside a script element nothing else could be taken for its end, or for a comment.
    page.put("data", Json.line(results.fields()).replace("<", "\\u003c"));
    return PageTemplate.fill(HtmlReport.class, TEMPLATE, page);
  }

  /** A chart and its numbers. */
  private static Map<String, Object> section(
      String id, String title, String words, Drawing drawing, HtmlTable table) {
    Map<String, Object> section = new LinkedHashMap<>();
    section.put("id", id);
    section.put("title", title);
    section.put("words", words);
    section.put("command", null);
    section.put("width", drawing.width());
    section.put("svg", drawing.svg("chart-" + id, title));
    section.put("columns", table.columns());
    section.put("rows", table.rows());
    section.put("long", table.rows().size() > MOST_ROWS);
    return section;
  }

  private List<Map<String, Object>> sections() {
    List<Map<String, Object>> sections = new ArrayList<>();
    sections.add(
        section(
            "speedup", "Speed-up", speedUpWords(), speedUp(results), HtmlTable.speedUp(results)));
    if (!results.isWithoutTasks()) {
      addTasks(sections);
    }
    results.reportedNumbers().stream()
        .limit(MOST_VALUES)
        .forEach(name -> sections.add(reported(name, sections.size())));
    mostTraffic().ifPresent(result -> sections.add(traffic(result)));
    return sections;
  }

  /** Adds the sections on the workers' activity. */
  private void addTasks(List<Map<String, Object>> sections) {
    sections.add(
        section(
            "breakdown",
            "Time by activity",
            "What the workers of each point spent their time on. Work: running tasks, with their"
                + " forks and joins. Communication: fetches, commits and shared words of other PEs"
                + " that a task waits for, and reports of stolen tasks. Waiting: without a task"
                + " while one waits for a thief or a lock. Idle: without a task otherwise. "
                + barWords(),
            breakdown(results),
            HtmlTable.breakdown(results)));
    sections.add(
        section(
            "time",
            "Time of a worker",
            "The same in seconds, the mean of the workers. " + barWords(),
            bars(Charts.times(results), results),
            HtmlTable.times(results)));
    sections.add(
        section(
            "steals",
            "Steals",
            "Tasks that a worker took from another. In vain: attempts that found none. Joins that"
                + " waited: for a task that was stolen. "
                + barWords(),
            bars(Charts.steals(results), results),
            HtmlTable.steals(results)));
    results.timeline().ifPresent(timeline -> sections.add(timeline(timeline)));
  }

  /** Section of a value that the program reports. */
  private Map<String, Object> reported(String name, int number) {
    return section(
        "reported-" + number,
        name,
        "What the program reports as "
            + name
            + ". "
            + results.notFinite(name).map(words -> words + ". ").orElse("")
            + barWords(),
        new Drawing(Charts.reported(results, name), WIDTH, Charts.reportedHeight(results)),
        HtmlTable.reported(results, name));
  }

  private String speedUpWords() {
    return "How many times faster than the baseline: of the points that differ in PEs and workers"
        + " only, the one with the fewest workers. In the table, \"relative to\" is its number. The dashed line is what as many times the"
        + " workers would give at best."
        + Charts.drawnLines(results).map(words -> " " + words).orElse("")
        + Charts.coincidingLines(results).map(words -> " " + words).orElse("")
        + results.doubts().stream().map(doubt -> " " + doubt + ".").collect(Collectors.joining());
  }

  private String barWords() {
    return Charts.drawnBars(results).orElse("");
  }

  private static Map<String, Object> timeline(Timeline timeline) {
    String words =
        "What each worker did when, in a further run of the point with the most workers up to %d (%s). A colour stands for what took most of a %dth of the time. Every interval, with its task, is in the FILE of:"
            .formatted(Timeline.MOST_WORKERS, timeline.point().label(), Timeline.CELLS);
    Map<String, Object> section =
        section(
            "timeline",
            "Timeline",
            words,
            new Drawing(TimelineChart.of(timeline), WIDTH, TimelineChart.height(timeline)),
            TimelineChart.table(timeline));
    section.put("command", timeline.point().commandLine("--trace", "FILE"));
    return section;
  }

  /** The point with the most PEs among those that counted what went between them. */
  private Optional<PointResult> mostTraffic() {
    return results.finished().stream()
        .filter(result -> result.matrix(FIELD).size() > 1)
        .max(Comparator.comparingInt(PointResult::pes));
  }

  private static Map<String, Object> traffic(PointResult result) {
    List<List<Long>> bytes = result.matrix(FIELD);
    long sum = bytes.stream().flatMap(List::stream).mapToLong(Long::longValue).sum();
    return section(
        "traffic",
        "Traffic between PEs",
        "Of the point with the most PEs for which it is counted (%s): %s in all. Rows are the PEs that read or wrote, columns the PEs whose memory it was. The chart is in MiB, the table in bytes."
            .formatted(result.point().label(), Summary.bytes(sum)),
        new Drawing(TrafficChart.of(bytes), TRAFFIC_WIDTH, TRAFFIC_HEIGHT),
        HtmlTable.traffic(bytes));
  }

  /** Every option in effect: its value, or its values where points differ. */
  private List<Map<String, Object>> configuration() {
    Map<String, List<String>> values = new LinkedHashMap<>();
    values.put("command", List.of(String.join(" ", results.sweep().command())));
    results.sweep().dimensions().forEach(each -> values.put(each.option(), each.values()));
    for (String word : results.sweep().always()) {
      String[] parts = word.split("=", 2);
      values.put(parts[0], List.of(parts.length == 1 ? "yes" : parts[1]));
    }
    if (values.remove(JobCommand.PROGRAM_ARGUMENT) != null) {
      values.put("arguments", List.of(String.join(" ", results.sweep().programArguments())));
    }
    for (PointResult result : results.finished()) {
      result
          .options()
          .forEach((name, value) -> {
            List<String> known = values.computeIfAbsent(name, _ -> new ArrayList<>());
            String text = String.valueOf(value);
            if (!known.contains(text)) {
              known.add(text);
            }
          });
    }
    return values.entrySet().stream()
        .map(entry ->
            Map.<String, Object>of(
                "option",
                entry.getKey(),
                "value",
                entry.getValue().stream()
                    .map(value ->
                        entry.getKey().endsWith("method") && METHODS.containsKey(value)
                            ? value + " (" + METHODS.get(value) + ")"
                            : value)
                    .collect(Collectors.joining(", "))))
        .toList();
  }
}
