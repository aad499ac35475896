package org.temoto.gas.engine;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProcessingElement;

/**
 * The few collective operations that the space itself needs: every PE has a row of words in PE 0's
 * heap, and PE 0 adds them up in a last one.
 */
final class SpaceCollectives {
  private static final int ROW = 128;

  /** Before the values of a row: how many the PE sums; in the total, a PE that sums others. */
  private static final long HEAD = Long.BYTES;

  private static final long ROW_BYTES = HEAD + (long) ROW * Long.BYTES;

  /** In the total: all PEs sum as many values. */
  private static final long SAME = -1;

  private final ProcessingElement pe;
  private final Channel channel;
  private final long table;
  private final long total;

  /** Collective. */
  SpaceCollectives(ProcessingElement pe, Channel channel) {
    this.pe = pe;
    this.channel = channel;
    this.table = pe.heap().allocate((pe.count() + 1) * ROW_BYTES, 128);
    this.total = table + pe.count() * ROW_BYTES;
  }

  /**
   * The sum over all PEs, element by element. Collective; two barriers per {@value #ROW} values,
   * and two messages of each PE.
   *
   * @throws IllegalArgumentException on every PE, if not all have as many values
   */
  long[] sum(long[] values) {
    long[] sums = new long[values.length];
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment row = arena.allocate(ROW_BYTES, Long.BYTES);
      int from = 0;
      do {
        int count = Math.min(ROW, values.length - from);
        row.set(JAVA_LONG, 0, values.length);
        MemorySegment.copy(values, from, row, JAVA_LONG, HEAD, count);
        sumRow(row, count);
        long other = row.get(JAVA_LONG, 0);
        if (other != SAME) {
          throw differ(other);
        }
        MemorySegment.copy(row, JAVA_LONG, HEAD, sums, from, count);
        from += count;
      } while (from < values.length);
    }
    return sums;
  }

  private IllegalArgumentException differ(long other) {
    int first = count(0);
    int another = count(other);
    pe.transport().barrier(); // before a row changes again
    return new IllegalArgumentException(
        "a sum of %s values on PE 0 and of %s on PE %s: must be as many on every PE"
            .formatted(first, another, other));
  }

  /** The number of values that a PE sums. */
  private int count(long of) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment head = arena.allocate(JAVA_LONG);
      channel.get(0, table + of * ROW_BYTES, head, 0, HEAD);
      return Math.toIntExact(head.get(JAVA_LONG, 0));
    }
  }

  /**
   * Adds up {@code row} of all PEs. No PE needs to wait before the next row: PE 0 changes the total
   * after a barrier that comes after the gets of all PEs.
   */
  private void sumRow(MemorySegment row, int count) {
    long bytes = HEAD + (long) count * Long.BYTES;
    channel.put(0, table + pe.rank() * ROW_BYTES, row, 0, bytes);
    pe.transport().barrier();
    if (pe.rank() == 0) {
      addUp(count);
    }
    pe.transport().barrier();
    channel.get(0, total, row, 0, bytes);
  }

  private void addUp(int count) {
    MemorySegment heap = pe.heap().segment();
    long other = SAME;
    for (int i = pe.count() - 1; i > 0; i--) {
      if (heap.get(JAVA_LONG, table + i * ROW_BYTES) != heap.get(JAVA_LONG, table)) {
        other = i;
      }
    }
    heap.set(JAVA_LONG, total, other);
    for (int k = 0; k < count; k++) {
      long at = HEAD + (long) k * Long.BYTES;
      long sum = 0;
      for (int i = 0; i < pe.count(); i++) {
        sum += heap.get(JAVA_LONG, table + i * ROW_BYTES + at);
      }
      heap.set(JAVA_LONG, total + at, sum);
    }
  }

  /** PE 0's value on every PE. Collective. */
  long broadcast(long value) {
    return sum(new long[] {pe.rank() == 0 ? value : 0})[0];
  }
}
