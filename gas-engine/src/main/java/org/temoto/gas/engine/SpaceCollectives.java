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
  private static final long ROW_BYTES = (long) ROW * Long.BYTES;

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
   */
  long[] sum(long[] values) {
    long[] sums = new long[values.length];
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment row = arena.allocate(ROW_BYTES, Long.BYTES);
      for (int from = 0; from < values.length; from += ROW) {
        int count = Math.min(ROW, values.length - from);
        MemorySegment.copy(values, from, row, JAVA_LONG, 0, count);
        sumRow(row, count);
        MemorySegment.copy(row, JAVA_LONG, 0, sums, from, count);
      }
    }
    return sums;
  }

  /**
   * Adds up {@code row} of all PEs. No PE needs to wait before the next row: PE 0 changes the total
   * after a barrier that comes after the gets of all PEs.
   */
  private void sumRow(MemorySegment row, int count) {
    long bytes = (long) count * Long.BYTES;
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
    for (int k = 0; k < count; k++) {
      long sum = 0;
      for (int i = 0; i < pe.count(); i++) {
        sum += heap.get(JAVA_LONG, table + i * ROW_BYTES + (long) k * Long.BYTES);
      }
      heap.set(JAVA_LONG, total + (long) k * Long.BYTES, sum);
    }
  }

  /** PE 0's value on every PE. Collective. */
  long broadcast(long value) {
    return sum(new long[] {pe.rank() == 0 ? value : 0})[0];
  }
}
