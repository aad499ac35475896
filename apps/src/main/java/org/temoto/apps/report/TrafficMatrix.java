package org.temoto.apps.report;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.Traffic;

/**
 * Matrix of what PEs moved between them. A row for each PE that moved, a column for each PE whose
 * memory it was; empty on all PEs but 0.
 */
public record TrafficMatrix(List<List<Long>> bytes, List<List<Long>> operations) {
  /** Most PEs for which the matrix is gathered: it grows with their square. */
  public static final int MOST_PES = 64;

  /**
   * Brings the rows of all PEs to PE 0. Collective.
   *
   * @param own what this PE has moved; present on all PEs, or on none
   */
  static Optional<TrafficMatrix> gather(ProcessingElement pe, Optional<Traffic> own) {
    int pes = pe.count();
    if (own.isEmpty() || pes > MOST_PES) {
      return Optional.empty();
    }
    long row = 2L * pes * Long.BYTES;
    long table = pe.heap().allocate(pes * row, Long.BYTES);
    try (Arena arena = Arena.ofConfined();
        Channel channel = pe.transport().openChannel()) {
      MemorySegment counts = arena.allocate(row, Long.BYTES);
      MemorySegment.copy(own.get().bytes(), 0, counts, JAVA_LONG, 0, pes);
      MemorySegment.copy(own.get().operations(), 0, counts, JAVA_LONG, row / 2, pes);
      channel.put(0, table + pe.rank() * row, counts, 0, row);
      pe.transport().barrier();
      List<List<Long>> bytes = new ArrayList<>();
      List<List<Long>> operations = new ArrayList<>();
      if (pe.rank() == 0) {
        MemorySegment rows = arena.allocate(pes * row, Long.BYTES);
        channel.get(0, table, rows, 0, pes * row);
        for (int from = 0; from < pes; from++) {
          bytes.add(counts(rows, 2L * from * pes, pes));
          operations.add(counts(rows, 2L * from * pes + pes, pes));
        }
      }
      pe.heap().free(table);
      return Optional.of(new TrafficMatrix(bytes, operations));
    }
  }

  private static List<Long> counts(MemorySegment rows, long first, int count) {
    List<Long> counts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      counts.add(rows.getAtIndex(JAVA_LONG, first + i));
    }
    return counts;
  }
}
