package org.temoto.task.depend;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.temoto.gas.spi.Channel;

/**
 * Reader of those that wait for one thing, from the first to one where it stops. Of many it reads
 * in each round those that stand after any that it has read, next or further on.
 */
public final class Waiters {
  /** Waiter; its record is read unless it is known that no other stands behind it. */
  static final class Waiter {
    final long edge;

    /** Its number, or 0. */
    private long number;

    MemorySegment copy;

    Waiter(long edge, long number) {
      this.edge = edge;
      this.number = number;
    }

    /** Number of ends that its record waited for when that was read. */
    long count() {
      return CountWord.count(copy.get(JAVA_LONG, DependencyLayout.COUNT));
    }

    private long word(int number) {
      return copy.get(JAVA_LONG, DependencyLayout.links(edge) + (long) number * Long.BYTES);
    }
  }

  /** Waiters from {@code from}, which is being read, up to {@code end}, whose number is known. */
  private record Part(Waiter from, long end, long endNumber) {}

  private final Channel channel;
  private final long records;
  private final long first;
  private long firstNumber;
  private final List<Waiter> found = new ArrayList<>();
  private List<Part> parts = new ArrayList<>();

  /** Begins to read, from {@code first} to {@code end}, by {@code channel}. */
  Waiters(Channel channel, long records, long first, long end, long endNumber) {
    this.channel = channel;
    this.records = records;
    this.first = first;
    addPart(first, 0, end, endNumber, false);
  }

  long first() {
    return first;
  }

  /** The number of the first; 0 if that is not known, or none waits. */
  long number() {
    return firstNumber;
  }

  /** All of them, the first before later ones where that is known. */
  List<Waiter> all() {
    while (!parts.isEmpty()) {
      channel.quiet();
      List<Part> read = parts;
      parts = new ArrayList<>();
      read.forEach(this::addAfter);
    }
    found.sort(Comparator.comparingLong(each -> each.number));
    return found;
  }

  private void addAfter(Part part) {
    long next = part.from.word(0);
    long number = HeadWord.generation(next);
    part.from.number = number;
    firstNumber = part.from.edge == first ? number : firstNumber;
    long later = part.from.word(1);
    long laterNumber = HeadWord.generation(later);
    long end = part.end;
    long endNumber = part.endNumber;
    if (number > 0 && laterNumber > endNumber && laterNumber < number - 1) {
      addPart(HeadWord.state(later), laterNumber, end, endNumber, laterNumber == endNumber + 1);
      end = HeadWord.state(later);
      endNumber = laterNumber;
    }
    addPart(HeadWord.state(next), number - 1, end, endNumber, number == endNumber + 2);
  }

  private void addPart(long from, long number, long end, long endNumber, boolean isSingle) {
    if (from == end) {
      return;
    }
    Waiter waiter = new Waiter(from, number);
    found.add(waiter);
    if (!isSingle) {
      read(waiter);
      parts.add(new Part(waiter, end, endNumber));
    }
  }

  /** Begins to read the record of {@code waiter}. */
  void read(Waiter waiter) {
    waiter.copy = Arena.ofAuto().allocate(DependencyLayout.BYTES, Long.BYTES);
    long place = records + (long) HeadWord.edgeIndex(waiter.edge) * DependencyLayout.BYTES;
    channel.getNonBlocking(
        HeadWord.edgePe(waiter.edge), place, waiter.copy, 0, DependencyLayout.BYTES);
  }
}
