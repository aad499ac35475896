package org.temoto.gas.simulated.backend;

import java.util.Arrays;

/**
 * Priority queue of events by the moment at which they happen, those of one moment by their
 * numbers. A binary heap whose members know their places, so that one can be moved. Not
 * thread-safe.
 */
final class EventQueue {
  static final int ABSENT = -1;

  private Event[] heap = new Event[64];
  private int size;

  /** Moment of the first event, or {@link Event#NEVER}. */
  long firstMoment() {
    return size == 0 ? Event.NEVER : heap[0].at;
  }

  /** The first one; null if there is none. */
  Event first() {
    return heap[0];
  }

  /** Lets {@code event}, which is here or not, happen at {@code moment}. */
  void schedule(Event event, long moment, long order) {
    event.at = moment;
    event.order = order;
    if (event.place == ABSENT) {
      if (size == heap.length) {
        heap = Arrays.copyOf(heap, 2 * size);
      }
      put(event, size++);
    }
    settle(event);
  }

  /** Takes the first one; null if there is none. */
  Event take() {
    Event first = heap[0];
    if (first != null) {
      Event last = heap[--size];
      heap[size] = null;
      if (last != first) {
        put(last, 0);
        settle(last);
      }
      first.place = ABSENT;
    }
    return first;
  }

  void clear() {
    while (size > 0) {
      if (heap[--size] != null) { // a stack that was exhausted may have left a gap
        heap[size].place = ABSENT;
        heap[size] = null;
      }
    }
  }

  private void settle(Event event) {
    int at = event.place;
    while (at > 0 && isBefore(event, heap[(at - 1) >>> 1])) {
      put(heap[(at - 1) >>> 1], at);
      at = (at - 1) >>> 1;
    }
    while (true) {
      int child = 2 * at + 1;
      if (child + 1 < size && isBefore(heap[child + 1], heap[child])) {
        child++;
      }
      if (child >= size || !isBefore(heap[child], event)) {
        break;
      }
      put(heap[child], at);
      at = child;
    }
    put(event, at);
  }

  private void put(Event event, int at) {
    heap[at] = event;
    event.place = at;
  }

  static boolean isBefore(Event one, Event other) {
    return one.at != other.at ? one.at < other.at : one.order < other.order;
  }
}
