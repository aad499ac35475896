package org.temoto.task;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.temoto.task.trace.Trace;

/**
 * The records of a PE's workers as bytes, to be moved. Of each worker:
 *
 * <pre>
 *    0  long  the worker's number on its PE
 *    8  long  events
 *   16  long  events that were dropped
 *   24  long  bytes of the names of tasks
 *   32  the names, each ended by a 0 byte, padded to a multiple of 8
 *       the events: kind and number of the name, start, duration, value
 * </pre>
 */
final class TraceBytes {
  private static final int HEADER = 4 * Long.BYTES;

  private TraceBytes() {}

  /**
   * What {@code buffers} have recorded.
   *
   * @param clockAhead nanoseconds by which the clock of these events is ahead of that of the trace
   */
  static MemorySegment pack(List<TraceBuffer> buffers, long clockAhead, Arena arena) {
    List<byte[]> names = buffers.stream().map(TraceBytes::names).toList();
    long bytes = 0;
    for (int i = 0; i < buffers.size(); i++) {
      bytes += HEADER + padded(names.get(i).length) + buffers.get(i).events().byteSize();
    }
    MemorySegment packed = arena.allocate(bytes, Long.BYTES);
    long at = 0;
    for (int i = 0; i < buffers.size(); i++) {
      at = pack(buffers.get(i), names.get(i), clockAhead, packed, at);
    }
    return packed;
  }

  private static long pack(
      TraceBuffer buffer, byte[] names, long clockAhead, MemorySegment packed, long at) {
    packed.set(ValueLayout.JAVA_LONG, at, buffer.worker());
    packed.set(ValueLayout.JAVA_LONG, at + 8, buffer.count());
    packed.set(ValueLayout.JAVA_LONG, at + 16, buffer.dropped());
    packed.set(ValueLayout.JAVA_LONG, at + 24, names.length);
    MemorySegment.copy(names, 0, packed, ValueLayout.JAVA_BYTE, at + HEADER, names.length);
    long first = at + HEADER + padded(names.length);
    MemorySegment events = packed.asSlice(first, buffer.events().byteSize());
    events.copyFrom(buffer.events());
    for (long i = 0; i < buffer.count(); i++) {
      long start = TraceBuffer.WORDS * i + 1;
      long aligned = events.getAtIndex(ValueLayout.JAVA_LONG, start) - clockAhead;
      events.setAtIndex(ValueLayout.JAVA_LONG, start, aligned);
    }
    return first + events.byteSize();
  }

  private static byte[] names(TraceBuffer buffer) {
    return (String.join("\0", buffer.names()) + "\0").getBytes(StandardCharsets.UTF_8);
  }

  private static long padded(long bytes) {
    return Math.ceilDiv(bytes, Long.BYTES) * Long.BYTES;
  }

  /** What {@link #pack} has packed on PE {@code pe}; reads {@code packed} as it is asked. */
  static List<Trace.OfWorker> unpack(int pe, MemorySegment packed) {
    List<Trace.OfWorker> workers = new ArrayList<>();
    long at = 0;
    while (at < packed.byteSize()) {
      long worker = packed.get(ValueLayout.JAVA_LONG, at);
      long count = packed.get(ValueLayout.JAVA_LONG, at + 8);
      long dropped = packed.get(ValueLayout.JAVA_LONG, at + 16);
      long length = packed.get(ValueLayout.JAVA_LONG, at + 24);
      byte[] names = packed.asSlice(at + HEADER, length).toArray(ValueLayout.JAVA_BYTE);
      long first = at + HEADER + padded(length);
      MemorySegment events = packed.asSlice(first, count * TraceBuffer.EVENT_BYTES);
      List<String> tasks = List.of(new String(names, StandardCharsets.UTF_8).split("\0", -1));
      workers.add(new Trace.OfWorker(pe, (int) worker, dropped, new PackedEvents(tasks, events)));
      at = first + events.byteSize();
    }
    return workers;
  }
}
