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
    heap.segment().asSlice(bulk, BULK).fill((byte) 1); // pages that nobody has touched are all one
    local.fill((byte) 1);
  }

  Map<String, Probe> all() {
    return Map.of(
        "get8", here(this::get8), "fetchAdd", here(this::fetchAdd), "getBulk", here(this::getBulk));
  }

  /** One-sided: the target has nothing to do. */
  private Probe here(Probe probe) {
    return count -> pe.rank() == 0 ? probe.measure(count) : new double[0];
  }

  private double[] get8(long count) {
    long start = System.nanoTime();
    for (long i = 0; i < count; i++) {
      channel.get(TARGET, word, local, 0, Long.BYTES);
    }
    return perOperation(start, count);
  }

  private double[] fetchAdd(long count) {
    long sum = 0;
    long start = System.nanoTime();
    for (long i = 0; i < count; i++) {
      sum += channel.fetchAdd(TARGET, word, 1);
    }
    double[] time = perOperation(start, count);
    if (sum < 0) {
      throw new BenchException("words that only grow have the sum " + sum);
    }
    return time;
  }

  private double[] getBulk(long count) {
    long start = System.nanoTime();
    for (long i = 0; i < count; i++) {
      channel.get(TARGET, bulk, local, 0, BULK);
    }
    return perOperation(start, count);
  }

  private static double[] perOperation(long start, long count) {
    return new double[] {(double) (System.nanoTime() - start) / count};
  }
}
