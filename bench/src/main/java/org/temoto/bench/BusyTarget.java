package org.temoto.bench;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Locale;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.Temoto;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.Transport;

/**
 * Benchmark of an 8-byte get whose target computes for two seconds without a call of the library. A
 * job of two PEs or more: {@code oshrun -np 2 -x UCX_TLS=tcp,self ./temoto bench busy}.
 */
public final class BusyTarget {
  private static final long COMPUTING_NANOS = 2_000_000_000;

  /** Gets begin later than the target, and end before it. */
  private static final long ASKING_NANOS = COMPUTING_NANOS * 9 / 10;

  private static final int MAX_SAMPLES = 1 << 20;

  private BusyTarget() {}

  /** Prints one line, on PE 0. */
  public static void main(String[] arguments) {
    Temoto.launch(GasOptions.DEFAULT.withHeapBytes(32 << 20), BusyTarget::run);
  }

  private static void run(GlobalAddressSpace space) {
    if (space.pes() < 2) {
      throw new IllegalArgumentException("pes=" + space.pes() + " must be 2 or more");
    }
    ProcessingElement pe = RuntimeSupport.of(space).processingElement();
    long offset = pe.heap().allocate(Long.BYTES, Long.BYTES);
    space.barrier();
    if (pe.rank() == 1) {
      compute();
    } else if (pe.rank() == 0) {
      report(pe.transport(), sample(RuntimeSupport.of(space).mainChannel(), offset));
    }
    space.barrier();
  }

  private static void compute() {
    long end = System.nanoTime() + COMPUTING_NANOS;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  /** The times of gets one after the other, in nanoseconds, sorted. */
  private static long[] sample(Channel channel, long offset) {
    long[] samples = new long[MAX_SAMPLES];
    int count = 0;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment word = arena.allocate(Long.BYTES, Long.BYTES);
      long begin = System.nanoTime();
      for (long now = begin; now - begin < ASKING_NANOS && count < MAX_SAMPLES; ) {
        channel.get(1, offset, word, 0, Long.BYTES);
        long after = System.nanoTime();
        samples[count++] = after - now;
        now = after;
      }
    }
    Arrays.sort(samples, 0, count);
    return Arrays.copyOf(samples, count);
  }

  private static void report(Transport transport, long[] samples) {
    System.out.printf(
        Locale.ROOT,
        "8-byte get from a PE that computes: %d in %.1f s, median %.1f us, 99 %% below %.1f us,"
            + " longest %.1f us; %s%n",
        samples.length,
        ASKING_NANOS / 1e9,
        samples[samples.length / 2] / 1e3,
        samples[samples.length * 99 / 100] / 1e3,
        samples[samples.length - 1] / 1e3,
        transport.description());
  }
}
