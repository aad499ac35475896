package org.temoto.lab.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.temoto.apps.report.Json;

/**
 * Results of a sweep so far.
 *
 * @param finished in the order of the sweep; all points of it, or those that were run
 * @param timeline of one point, if it has been recorded
 */
public record Results(Sweep sweep, List<PointResult> finished, Optional<Timeline> timeline) {
  /** The texts that stand in JSON for numbers that it does not have. */
  private static final Set<String> NOT_FINITE = Set.of("NaN", "Infinity", "-Infinity");

  public Results {
    finished = List.copyOf(finished);
  }

  public Results(Sweep sweep, List<PointResult> finished) {
    this(sweep, finished, Optional.empty());
  }

  /** These, and another point. */
  public Results with(PointResult result) {
    List<PointResult> more = new ArrayList<>(finished);
    more.add(result);
    return new Results(sweep, more, timeline);
  }

  /** These, and what the workers of a point did. */
  public Results with(Timeline drawn) {
    return new Results(sweep, finished, Optional.of(drawn));
  }

  /**
   * The point to draw a timeline of: the first of those with the most workers, among those that
   * have tasks and few enough workers.
   *
   * @param alone numbers of the points whose commands can be run alone, of equal ones the better
   */
  public Optional<SweepPoint> toDraw(Set<Integer> alone) {
    return finished.stream()
        .filter(result -> result.totalWorkers() <= Timeline.MOST_WORKERS)
        .filter(result -> result.count("tasks") > 0)
        .max(
            Comparator.comparingInt(PointResult::totalWorkers)
                .thenComparing(result -> alone.contains(result.point().number())))
        .map(PointResult::point);
  }

  /** Writes all files. */
  public void write(OutputDirectory directory) {
    directory.create();
    directory.write(OutputDirectory.Name.JSON, toJson());
    directory.write(OutputDirectory.Name.TABLE, ResultTable.of(this).toCsv());
    directory.write(OutputDirectory.Name.SPEED_UP, HtmlReport.speedUp(this).png());
    directory.write(OutputDirectory.Name.BREAKDOWN, HtmlReport.breakdown(this).png());
    directory.write(OutputDirectory.Name.REPORT, new HtmlReport(this).text());
  }

  /** Tells whether the program has no tasks at all, so that its workers have done nothing. */
  boolean isWithoutTasks() {
    return finished.stream()
        .allMatch(result ->
            Arrays.stream(WorkerActivity.values()).allMatch(each -> result.seconds(each) == 0));
  }

  /** The names of the numbers that a program of the user has reported. */
  List<String> reportedNumbers() {
    return finished.stream()
        .flatMap(result -> result.values().entrySet().stream())
        .filter(value -> value.getValue() instanceof Number)
        .map(Map.Entry::getKey)
        .distinct()
        .toList();
  }

  /** Tells whether a chart has a place for {@code number}: long whole ones are beyond a double. */
  static boolean isFinite(Number number) {
    return Double.isFinite(number.doubleValue());
  }

  private static boolean isNotShown(Object value) {
    return value instanceof Number number
        ? !isFinite(number)
        : NOT_FINITE.contains(String.valueOf(value));
  }

  /** Sentence on the points at which {@code name} is no number that a chart can show. */
  Optional<String> notFinite(String name) {
    long count = finished.stream().filter(result -> isNotShown(result.values().get(name))).count();
    return count == 0
        ? Optional.empty()
        : Optional.of(
            "%s is not a number that a chart can show at %d of %d points"
                .formatted(name, count, finished.size()));
  }

  /** Reasons for which results may be taken for more than they are: a sentence each. */
  List<String> doubts() {
    List<String> doubts = new ArrayList<>();
    long mayFall = finished.stream().filter(result -> result.runs().mayFall()).count();
    if (mayFall > 0) {
      doubts.add(
          "%d of %d points had not settled: run more often, they might be faster"
              .formatted(mayFall, finished.size()));
    }
    long varied = finished.stream().filter(result -> result.runs().hasVaried()).count();
    if (varied > 0) {
      doubts.add(
          ("%d of %d points took more than half as long again in one run as in another: larger"
                  + " problems, on a machine with nothing else to do, vary less")
              .formatted(varied, finished.size()));
    }
    finished.stream()
        .flatMap(result -> result.values().keySet().stream())
        .distinct()
        .forEach(name -> notFinite(name).ifPresent(doubts::add));
    return doubts;
  }

  /** Each point beside its baseline. */
  public List<Scaling> scalings() {
    return Scaling.of(finished);
  }

  /** Fields of {@code results.json} and {@code --json}. */
  public Map<String, Object> fields() {
    Map<String, Object> fields = head();
    fields.put("points", scalings().stream().map(Results::fields).toList());
    return fields;
  }

  /** {@link #fields} but the points. */
  Map<String, Object> head() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("command", "simulate");
    fields.put("name", sweep.command().getLast());
    Map<String, Object> lists = new LinkedHashMap<>();
    sweep.dimensions().forEach(dimension -> lists.put(dimension.option(), dimension.values()));
    fields.put("sweep", lists);
    fields.put("always", sweep.alwaysTyped());
    fields.put("planned", sweep.size());
    fields.put("finished", finished.size());
    return fields;
  }

  static Map<String, Object> fields(Scaling scaling) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("point", scaling.result().point().number());
    fields.put("settings", scaling.result().point().settings());
    fields.put("baseline", scaling.baseline().point().number());
    fields.put("speedUp", finite(scaling.speedUp()));
    fields.put("efficiency", finite(scaling.efficiency()));
    fields.putAll(scaling.result().runs().fields());
    fields.put("result", scaling.result().fields());
    return fields;
  }

  /** JSON knows no others. */
  private static Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }

  /** {@code results.json}: the object of {@link #fields}, each point on a line of its own. */
  public String toJson() {
    List<String> points = new ArrayList<>();
    for (Scaling scaling : scalings()) {
      points.add(Json.line(fields(scaling)));
    }
    String head = Json.line(head());
    return head.substring(0, head.length() - 1)
        + ",\"points\":[\n"
        + String.join(",\n", points)
        + "\n]}\n";
  }
}
