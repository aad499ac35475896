package org.temoto.bench.shmem;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.SymmetricHeap;
import org.temoto.gas.spi.VirtualMemory;

/** Operations of a channel from PE 0 on PE 1's heap, each as the C program does it. */
final class TransportProbes {
  static final int BULK = 256 << 10;
  private static final int TARGET = 1;

  private final ProcessingElement pe;
  private final Channel channel;
  private final long word;
  private final long bulk;
  private final MemorySegment local = Arena.global().allocate(BULK, VirtualMemory.SYSTEM_PAGE);

  /** Collective. */
  TransportProbes(ProcessingElement pe, Channel channel) {
    this.pe = pe;
    this.channel = channel;
    SymmetricHeap heap = pe.heap();
    word = heap.allocate(VirtualMemory.SYSTEM_PAGE, VirtualMemory.SYSTEM_PAGE);
    bulk = heap.allocate(BULK, VirtualMemory.SYSTEM_PAGE);
    heap.segment().asSlice(bulk, BULK).fill((byte) 1); // untouched pages are all one
    local.fill((byte) 1);
  }

  Map<String, Probe> all() {
    return Map.of(
        "get8", probe(1000, this::get8),
        "fetchAdd", probe(1000, this::fetchAdd),
        "getBulk", probe(10, this::getBulk));
  }

  /** One-sided: the target has nothing to do. */
  private Probe probe(int chunk, Chunk operations) {
    return count -> {
      double[] samples = new double[pe.rank() == 0 ? (int) (count / chunk) : 1];
      for (int i = 0; pe.rank() == 0 && i < samples.length; i++) {
        samples[i] = (double) operations.run(chunk) / chunk;
      }
      return new double[] {Spread.of(samples).median()};
    };
  }

  /** Sequence of operations, which takes much longer than to look at the clock. */
  private interface Chunk {
    /** Runs {@code count} of them; returns the nanoseconds that all took. */
    long run(int count);
  }

  private long get8(int count) {
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      channel.get(TARGET, word, local, 0, Long.BYTES);
    }
    return System.nanoTime() - start;
  }

  private long fetchAdd(int count) {
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      channel.fetchAdd(TARGET, word, 1);
    }
    return System.nanoTime() - start;
  }

  private long getBulk(int count) {
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      channel.get(TARGET, bulk, local, 0, BULK);
    }
    return System.nanoTime() - start;
  }
}
