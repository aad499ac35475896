package org.temoto.task;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.spi.CommunicationListener;
import org.temoto.gas.spi.VirtualMemory;
import org.temoto.task.trace.Trace.Event.Kind;

/**
 * Buffer of what one worker records: events of 32 bytes outside the Java heap, in memory that is
 * taken as it is used. Nothing is allocated for an event, no clock is read, and nothing is
 * communicated. When the buffer is full the later events are counted only. Used by the strand that
 * has the worker; read by others when the worker rests.
 */
final class TraceBuffer implements CommunicationListener, AutoCloseable {
  static final int WORDS = 4;
  static final int EVENT_BYTES = WORDS * Long.BYTES;
  static final int KIND_BITS = 8;

  private final int worker;
  private final long capacity;
  private final MemorySegment events;
  private final List<String> names = new ArrayList<>(List.of(""));
  private final Object2IntOpenHashMap<Class<?>> numbers = new Object2IntOpenHashMap<>();
  private long count;
  private long dropped;

  /**
   * @param worker whose buffer it is, of its PE
   * @param capacity events; at least 1
   */
  TraceBuffer(int worker, long capacity) {
    long pages = Math.ceilDiv(capacity * EVENT_BYTES, VirtualMemory.SYSTEM_PAGE);
    this.worker = worker;
    this.capacity = capacity;
    this.events = VirtualMemory.reserve(pages * VirtualMemory.SYSTEM_PAGE);
  }

  /** A task ran that had been begun at {@code start}. */
  void worked(long start, long end, Class<?> task) {
    add(Kind.WORK, number(task), start, end, 0);
  }

  /** A task ran that had been resumed at {@code start}. */
  void resumed(long start, long end, Class<?> task) {
    add(Kind.WORK, number(task), start, end, 1);
  }

  /** The worker looked for a task. */
  void searched(long start, long end, long failures) {
    looked(Kind.SEARCH, start, end, failures);
  }

  /** The worker looked for a task while a join of it waited. */
  void waited(long start, long end, long failures) {
    looked(Kind.WAIT, start, end, failures);
  }

  private void looked(Kind kind, long start, long end, long failures) {
    if (start != end || failures != 0) {
      add(kind, 0, start, end, failures);
    }
  }

  /** An attempt to steal has brought a task of worker {@code victim} of PE {@code pe}. */
  void stole(long start, long end, int pe, int victim) {
    add(Kind.STEAL, 0, start, end, (long) pe << Integer.SIZE | victim); // as Trace.Event reads it
  }

  /** The end of a task was reported to PE {@code pe}. */
  void reported(long start, long end, int pe) {
    add(Kind.REPORT, 0, start, end, pe);
  }

  /** A join of a child of class {@code task} was suspended. */
  void joined(long start, long end, Class<?> task) {
    add(Kind.JOIN, number(task), start, end, 0);
  }

  @Override
  public void fetched(long start, long end, long bytes) {
    add(Kind.FETCH, 0, start, end, bytes);
  }

  @Override
  public void released(long start, long end, long bytes) {
    add(Kind.RELEASE, 0, start, end, bytes);
  }

  private void add(Kind kind, int task, long start, long end, long value) {
    if (count == capacity) {
      dropped++;
      return;
    }
    long at = WORDS * count++;
    events.setAtIndex(ValueLayout.JAVA_LONG, at, (long) task << KIND_BITS | kind.ordinal());
    events.setAtIndex(ValueLayout.JAVA_LONG, at + 1, start);
    events.setAtIndex(ValueLayout.JAVA_LONG, at + 2, end - start);
    events.setAtIndex(ValueLayout.JAVA_LONG, at + 3, value);
  }

  private int number(Class<?> task) {
    int number = numbers.getInt(task);
    if (number == 0) { // what the map says of those that are not in it
      number = names.size();
      names.add(name(task));
      numbers.put(task, number);
    }
    return number;
  }

  /** A lambda's class has a number that differs from run to run. */
  private static String name(Class<?> task) {
    String name = task.getName();
    return task.isHidden() ? name.substring(0, name.lastIndexOf('/')) : name;
  }

  int worker() {
    return worker;
  }

  long count() {
    return count;
  }

  long dropped() {
    return dropped;
  }

  List<String> names() {
    return names;
  }

  MemorySegment events() {
    return events.asSlice(0, count * EVENT_BYTES);
  }

  /** Gives the memory back. The buffer is not used any more. */
  @Override
  public void close() {
    VirtualMemory.unmap(events);
  }
}
