package org.temoto.task;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import org.temoto.task.trace.Trace;

/** Events as they were recorded, each made an object when it is asked for. */
final class PackedEvents extends AbstractList<Trace.Event> implements RandomAccess {
  private static final Trace.Event.Kind[] KINDS = Trace.Event.Kind.values();

  private final List<String> tasks;
  private final MemorySegment events;

  PackedEvents(List<String> tasks, MemorySegment events) {
    this.tasks = tasks;
    this.events = events;
  }

  @Override
  public Trace.Event get(int index) {
    Objects.checkIndex(index, size());
    long at = (long) TraceBuffer.WORDS * index;
    long head = word(at);
    Trace.Event.Kind kind = KINDS[(int) head & (1 << TraceBuffer.KIND_BITS) - 1];
    String task = tasks.get((int) (head >>> TraceBuffer.KIND_BITS));
    return new Trace.Event(kind, task, word(at + 1), word(at + 2), word(at + 3));
  }

  private long word(long index) {
    return events.getAtIndex(ValueLayout.JAVA_LONG, index);
  }

  @Override
  public int size() {
    return (int) (events.byteSize() / TraceBuffer.EVENT_BYTES);
  }
}
