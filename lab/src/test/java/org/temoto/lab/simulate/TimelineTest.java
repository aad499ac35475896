package org.temoto.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.temoto.lab.simulate.Timeline.Row;
import org.temoto.lab.simulate.Timeline.Span;
import org.temoto.task.trace.Trace;
import org.temoto.task.trace.Trace.Event.Kind;

/** Tests of the timeline that is drawn of a trace. */
class TimelineTest {
  private static final long SECOND = 1_000_000_000;
  private static final Offset<Double> CELL = offset(2.0 / Timeline.CELLS);

  private static Trace.Event event(Kind kind, double from, double to, long value) {
    return new Trace.Event(
        kind,
        kind == Kind.WORK ? "Task" : "",
        SECOND + Math.round(from * SECOND),
        Math.round((to - from) * SECOND),
        value);
  }

  private static Row row(Trace.Event... events) {
    return timeline(List.of(events)).rows().getFirst();
  }

  private static Timeline timeline(List<Trace.Event> events) {
    Sweep sweep = new Sweep(List.of("run", "fib"), List.of(), List.of());
    Trace trace = new Trace(List.of(new Trace.OfWorker(2, 1, Trace.Events.of(events))), 0, true);
    return Timeline.of(sweep.points().getFirst(), trace);
  }

  @Test
  void shouldShowWhatTookTheTime() {
    Row row =
        row(
            event(Kind.SEARCH, 0, 0.25, 9),
            event(Kind.STEAL, 0.2, 0.25, 0),
            event(Kind.FETCH, 0.3, 0.4, 100),
            event(Kind.RELEASE, 0.5, 0.6, 30),
            event(Kind.WORK, 0.25, 0.75, 0),
            event(Kind.WAIT, 0.75, 0.9, 2),
            event(Kind.JOIN, 0.75, 0.9, 0),
            event(Kind.WORK, 0.9, 1, 1));
    assertThat(row.name()).isEqualTo("PE 2, worker 1");
    assertThat(row.spans())
        .extracting(Span::activity)
        .containsExactly(
            WorkerActivity.IDLE,
            WorkerActivity.WORK,
            WorkerActivity.COMMUNICATION,
            WorkerActivity.WORK,
            WorkerActivity.COMMUNICATION,
            WorkerActivity.WORK,
            WorkerActivity.WAIT,
            WorkerActivity.WORK);
    assertThat(row.spans().get(2).from()).isCloseTo(0.3, CELL);
    assertThat(row.spans().get(2).to()).isCloseTo(0.4, CELL);
    assertThat(row.spans().getLast().to()).isCloseTo(1, offset(1e-9));
    assertThat(row.totals().values()).containsExactly(0.4, 0.2, 0.15, 0.25);
    assertThat(row.steals()).isEqualTo(1);
    assertThat(row.suspensions()).isEqualTo(1);
    assertThat(row.bytesFetched()).isEqualTo(100);
    assertThat(row.bytesCommitted()).isEqualTo(30);
  }

  @Test
  void shouldDrawNoMoreThanCanBeSeen() {
    List<Trace.Event> events = new ArrayList<>();
    int count = 100_000;
    for (int i = 0; i < count; i++) {
      double from = (double) i / count;
      double to = (i + 0.3) / count;
      events.add(event(Kind.SEARCH, from, to, 1));
      events.add(event(Kind.WORK, to, (double) (i + 1) / count, 0));
    }
    Timeline timeline = timeline(events);
    assertThat(timeline.seconds()).isCloseTo(1, offset(1e-9));
    assertThat(timeline.rows().getFirst().spans())
        .as("each cell has more work than search")
        .extracting(Span::activity)
        .containsExactly(WorkerActivity.WORK);
    assertThat(timeline.rows().getFirst().totals().get(WorkerActivity.IDLE))
        .isCloseTo(0.3, offset(1e-4));
  }

  @Test
  void shouldLeaveRoomWhereAWorkerRests() {
    List<Span> spans = row(event(Kind.WORK, 0, 0.25, 0), event(Kind.WORK, 0.75, 1, 0)).spans();
    assertThat(spans).hasSize(2);
    assertThat(spans.getFirst().to()).isCloseTo(0.25, CELL);
    assertThat(spans.getLast().from()).isCloseTo(0.75, CELL);
  }

  @Test
  void shouldShowNothingOfNothing() {
    Timeline nothing = timeline(List.of());
    assertThat(nothing.rows().getFirst().spans()).isEmpty();
    assertThat(TimelineChart.of(nothing).getXYPlot().getDataset().getSeriesCount()).isEqualTo(4);
  }
}
