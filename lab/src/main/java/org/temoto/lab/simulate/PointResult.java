package org.temoto.lab.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Result of a point.
 *
 * @param fields the JSON object that the command prints
 * @param runs how often it was run to find that out
 */
public record PointResult(SweepPoint point, Map<String, Object> fields, Runs runs) {
  /** Makes the result of a point that was run once. */
  public PointResult(SweepPoint point, Map<String, Object> fields) {
    this(point, fields, new Runs(0, Optional.empty(), List.of()));
  }

  /** The same, found out in so many runs. */
  public PointResult with(Runs all) {
    return new PointResult(point, fields, all);
  }

  /** The application, or the program as the user has typed it. */
  public String name() {
    return String.valueOf(fields.get("name"));
  }

  /** Time of the computation, in that of the simulation. */
  public double seconds() {
    return number(fields, "seconds");
  }

  public int pes() {
    return (int) count("pes");
  }

  /** Per PE. */
  public int workers() {
    return (int) count("workers");
  }

  /** Number of workers on all PEs. */
  public int totalWorkers() {
    return pes() * workers();
  }

  /** A field that is a whole number. */
  public long count(String field) {
    return (long) number(fields, field);
  }

  /** Time that all workers together spent on {@code activity}. */
  public double seconds(WorkerActivity activity) {
    return number(object("activity"), activity.field());
  }

  /** Values that a program of the user has reported; none of an application. */
  Map<String, Object> values() {
    return fields.containsKey("values") ? object("values") : Map.of();
  }

  /**
   * True of a program of the user that has neither reported nor measured anything, nor done what is
   * counted; false where traffic is not, which is that of a PE with itself and of very many PEs.
   */
  public boolean isOfNothing() {
    return Boolean.FALSE.equals(fields.get("measured"))
        && pes() > 1
        && !matrix("trafficOperations").isEmpty()
        && values().isEmpty()
        && fields.get("verified") == null
        && count("acquires") <= pes() // each PE has come to the barrier before the program
        && Stream.of("tasks", "localizeHits", "localizeMisses").allMatch(each -> count(each) == 0)
        && matrix("trafficOperations").stream().flatMap(List::stream).allMatch(each -> each == 0);
  }

  /** Options that the run had in effect. */
  public Map<String, Object> options() {
    return object("options");
  }

  /** The matrix in {@code field}: from PE (the row) to PE; empty if the run has not counted it. */
  public List<List<Long>> matrix(String field) {
    if (!(fields.get(field) instanceof List<?> rows)) {
      return List.of();
    }
    List<List<Long>> matrix = new ArrayList<>();
    for (Object row : rows) {
      matrix.add(((List<?>) row).stream().map(cell -> ((Number) cell).longValue()).toList());
    }
    return matrix;
  }

  @SuppressWarnings("unchecked") // keys of JSON objects are texts
  private Map<String, Object> object(String field) {
    if (fields.get(field) instanceof Map<?, ?> object) {
      return (Map<String, Object>) object;
    }
    throw missing(field);
  }

  private double number(Map<String, Object> object, String field) {
    if (object.get(field) instanceof Number number) {
      return number.doubleValue();
    }
    throw missing(field);
  }

  private IllegalStateException missing(String field) {
    return new IllegalStateException(point.commandLine() + " printed no " + field);
  }
}
