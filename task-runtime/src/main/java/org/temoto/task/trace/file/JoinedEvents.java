package org.temoto.task.trace.file;

import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import org.temoto.task.trace.Trace;

/**
 * Events of several files in the order in which they ended. Of each file one event is in memory.
 *
 * @param parts each in that order
 */
record JoinedEvents(List<Trace.Events> parts) implements Trace.Events {
  @Override
  public long count() {
    return parts.stream().mapToLong(Trace.Events::count).sum();
  }

  @Override
  public Iterator<Trace.Event> iterator() {
    return new Merge();
  }

  /** First event of the rest of part {@code number}. */
  private record Head(Trace.Event event, int number, Iterator<Trace.Event> rest) {
    private static final Comparator<Head> ORDER =
        Comparator.comparingLong((Head head) -> head.event.end()).thenComparingInt(Head::number);
  }

  private final class Merge implements Iterator<Trace.Event> {
    private final PriorityQueue<Head> heads = new PriorityQueue<>(Head.ORDER);

    Merge() {
      for (int i = 0; i < parts.size(); i++) {
        add(i, parts.get(i).iterator());
      }
    }

    private void add(int number, Iterator<Trace.Event> rest) {
      if (rest.hasNext()) {
        heads.add(new Head(rest.next(), number, rest));
      }
    }

    @Override
    public boolean hasNext() {
      return !heads.isEmpty();
    }

    @Override
    public Trace.Event next() {
      Head first = heads.poll();
      if (first == null) {
        throw new NoSuchElementException();
      }
      add(first.number, first.rest);
      return first.event;
    }
  }
}
