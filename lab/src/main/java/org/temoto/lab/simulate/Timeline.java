package org.temoto.lab.simulate;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.temoto.task.trace.Trace;
import org.temoto.task.trace.Trace.Event.Kind;

/**
 * Timeline of what each worker of a point did, as far as it can be seen on a chart: time is divided
 * into cells, and each cell has the activity that took most of it.
 *
 * @param seconds how long all of it took
 * @param rows a row per worker
 */
public record Timeline(SweepPoint point, double seconds, List<Row> rows) {
  /** Most workers for which a timeline is drawn. */
  public static final int MOST_WORKERS = 16;

  /** A cell is about a pixel wide. */
  static final int CELLS = 720;

  private static final double NANOS = 1e9;

  /**
   * Row of one worker.
   *
   * @param spans what it did, one after the other
   * @param totals how long each activity took, in seconds: all of it, not only what spans show
   */
  public record Row(
      String name,
      List<Span> spans,
      Map<WorkerActivity, Double> totals,
      long steals,
      long suspensions,
      long bytesFetched,
      long bytesCommitted) {}

  /** One activity, from and to seconds since the beginning. */
  public record Span(WorkerActivity activity, double from, double to) {}

  /** The timeline of {@code trace}, which {@code point} has recorded. */
  public static Timeline of(SweepPoint point, Trace trace) {
    long start = trace.start();
    long nanos = Math.max(1, trace.end() - start);
    List<Row> rows = trace.workers().stream().map(each -> row(each, start, nanos)).toList();
    return new Timeline(point, nanos / NANOS, rows);
  }

  /** All workers together, without spans. */
  Row sum() {
    Map<WorkerActivity, Double> totals = new EnumMap<>(WorkerActivity.class);
    for (WorkerActivity activity : WorkerActivity.values()) {
      totals.put(activity, rows.stream().mapToDouble(row -> row.totals().get(activity)).sum());
    }
    return new Row(
        "all",
        List.of(),
        totals,
        rows.stream().mapToLong(Row::steals).sum(),
        rows.stream().mapToLong(Row::suspensions).sum(),
        rows.stream().mapToLong(Row::bytesFetched).sum(),
        rows.stream().mapToLong(Row::bytesCommitted).sum());
  }

  private static Row row(Trace.OfWorker worker, long start, long nanos) {
    Cells cells = new Cells(start, nanos);
    List<Trace.Event> inside = new ArrayList<>();
    for (Trace.Event event : worker.events()) { // what lies inside another ends before that
      switch (event.kind()) {
        case FETCH, RELEASE, REPORT -> inside.add(event);
        case WORK -> {
          cells.add(WorkerActivity.WORK, event, 1);
          for (Trace.Event each : inside) {
            cells.add(WorkerActivity.WORK, each, -1);
            cells.add(WorkerActivity.COMMUNICATION, each, 1);
          }
          inside.clear();
        }
        case WAIT, SEARCH -> {
          WorkerActivity activity =
              event.kind() == Kind.WAIT ? WorkerActivity.WAIT : WorkerActivity.IDLE;
          cells.add(activity, event, 1);
          inside.clear(); // it is counted as what it lies in
        }
        case STEAL, JOIN -> {}
      }
    }
    return new Row(
        "PE %d, worker %d".formatted(worker.pe(), worker.worker()),
        cells.spans(),
        cells.totals(),
        worker.count(Kind.STEAL),
        worker.count(Kind.JOIN),
        bytes(worker, Kind.FETCH),
        bytes(worker, Kind.RELEASE));
  }

  private static long bytes(Trace.OfWorker worker, Kind kind) {
    return worker.events().stream()
        .filter(event -> event.kind() == kind)
        .mapToLong(Trace.Event::value)
        .sum();
  }

  /** Sums of each activity in each cell. */
  private static final class Cells {
    private final long start;
    private final double width;
    private final double[][] parts = new double[WorkerActivity.values().length][CELLS];
    private final long[] nanos = new long[parts.length];

    Cells(long start, long all) {
      this.start = start;
      this.width = (double) all / CELLS;
    }

    /** Adds {@code event} as often as {@code times}. */
    void add(WorkerActivity activity, Trace.Event event, int times) {
      double[] part = parts[activity.ordinal()];
      nanos[activity.ordinal()] += times * event.nanos();
      double from = event.start() - start;
      double to = event.end() - start;
      int last = cell(to);
      for (int i = cell(from); i <= last; i++) {
        double overlap = Math.min(to, (i + 1) * width) - Math.max(from, i * width);
        part[i] += times * Math.max(0, overlap);
      }
    }

    private int cell(double time) {
      return Math.clamp((long) (time / width), 0, CELLS - 1);
    }

    /** Cells that have the same activity most of the time, as one. */
    List<Span> spans() {
      List<Span> spans = new ArrayList<>();
      WorkerActivity before = null;
      int from = 0;
      for (int i = 0; i <= CELLS; i++) {
        WorkerActivity most = i == CELLS ? null : most(i);
        if (most != before) {
          if (before != null) {
            spans.add(new Span(before, from * width / NANOS, i * width / NANOS));
          }
          before = most;
          from = i;
        }
      }
      return spans;
    }

    /** Activity that took most of a cell, or null if there was none. */
    private WorkerActivity most(int cell) {
      WorkerActivity most = null;
      double longest = 0;
      for (WorkerActivity activity : WorkerActivity.values()) {
        double part = parts[activity.ordinal()][cell];
        if (part > longest) {
          longest = part;
          most = activity;
        }
      }
      return longest < width / 2 / parts.length ? null : most;
    }

    Map<WorkerActivity, Double> totals() {
      Map<WorkerActivity, Double> totals = new EnumMap<>(WorkerActivity.class);
      for (WorkerActivity activity : WorkerActivity.values()) {
        totals.put(activity, nanos[activity.ordinal()] / NANOS);
      }
      return totals;
    }
  }
}
