package org.temoto.gas.engine;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProcessingElement;

/**
 * The few collective operations that the space itself needs, all on one row of words per PE in PE
 * 0's heap.
 */
final class Collectives {
  private static final int ROW = 32;

  private final ProcessingElement pe;
  private final Channel channel;
  private final long table;

  /** Collective. */
  Collectives(ProcessingElement pe, Channel channel) {
    this.pe = pe;
    this.channel = channel;
    this.table = pe.heap().allocate((long) pe.count() * ROW * Long.BYTES, 128);
  }

  /**
   * The sum over all PEs, element by element. Collective; two barriers per {@value #ROW} values.
   */
  long[] sum(long[] values) {
    long[] sums = new long[values.length];
    for (int from = 0; from < values.length; from += ROW) {
      sumRow(values, sums, from, Math.min(ROW, values.length - from));
    }
    return sums;
  }

  private void sumRow(long[] values, long[] sums, int from, int count) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment rows =
          exchange(
              arena,
              MemorySegment.ofArray(values)
                  .asSlice((long) from * Long.BYTES, (long) count * Long.BYTES));
      for (int i = 0; i < pe.count(); i++) {
        for (int k = 0; k < count; k++) {
          sums[from + k] += rows.getAtIndex(JAVA_LONG, (long) i * ROW + k);
        }
      }
    }
  }

  /** PE 0's value on every PE. Collective. */
  long broadcast(long value) {
    return sum(new long[] {pe.rank() == 0 ? value : 0})[0];
  }

  /** Puts a row of every PE into PE 0's table and returns a copy of the whole table. */
  private MemorySegment exchange(Arena arena, MemorySegment row) {
    MemorySegment own = arena.allocate((long) ROW * Long.BYTES, Long.BYTES);
    own.copyFrom(row);
    channel.put(0, table + (long) pe.rank() * ROW * Long.BYTES, own, 0, own.byteSize());
    pe.transport().barrier();
    MemorySegment rows = arena.allocate((long) pe.count() * ROW * Long.BYTES, Long.BYTES);
    channel.get(0, table, rows, 0, rows.byteSize());
    pe.transport().barrier(); // everybody has read before anybody writes again
    return rows;
  }
}
