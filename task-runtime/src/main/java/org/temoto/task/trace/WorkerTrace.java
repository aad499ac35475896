package org.temoto.task.trace;

import java.util.List;

/**
 * Record of one worker: its events.
 *
 * @param worker its number on {@code pe}
 * @param dropped how many later events there was no room for
 * @param events in the order in which they ended
 */
public record WorkerTrace(int pe, int worker, long dropped, List<TraceEvent> events) {
  /** How long all events of {@code kind} took together, in nanoseconds. */
  public long nanos(TraceEvent.Kind kind) {
    return events.stream().filter(event -> event.kind() == kind).mapToLong(TraceEvent::nanos).sum();
  }

  /** How many events of {@code kind} there are. */
  public long count(TraceEvent.Kind kind) {
    return events.stream().filter(event -> event.kind() == kind).count();
  }
}
