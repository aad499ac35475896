package org.temoto.apps.doctor;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.spi.Channel;

/**
 * Times of operations on another PE, each the median of many.
 *
 * @param getNanos of 8 bytes
 * @param fetchAddNanos of a word
 * @param blockNanos of a get of {@link #BLOCK} bytes
 */
record PairCosts(double getNanos, double fetchAddNanos, double blockNanos) {
  static final int BLOCK = 256 << 10;
  private static final long WARM_UP_NANOS = 20_000_000;
  private static final long SAMPLING_NANOS = 30_000_000;
  private static final long SAMPLE_NANOS = 5_000;
  private static final int MAX_SAMPLES = 10_000;

  /** More than the caches of most machines hold. */
  private static final int MEMORY = 64 << 20;

  private static final MathContext PRECISION = new MathContext(3);

  /** Measures from this PE to {@code pe}, which has a block of its heap at {@code offset}. */
  static PairCosts measure(Channel channel, int pe, long offset) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment to = arena.allocate(BLOCK, Long.BYTES);
      return new PairCosts(
          median(() -> channel.get(pe, offset, to, 0, Long.BYTES)),
          median(() -> channel.fetchAdd(pe, offset, 1)),
          median(() -> channel.get(pe, offset, to, 0, BLOCK)));
    }
  }

  /** Measures copies of this machine's memory, and atomics on it, by one thread. */
  static PairCosts ofMemory() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment from = arena.allocate(MEMORY, Long.BYTES).fill((byte) 1);
      MemorySegment to = arena.allocate(BLOCK, Long.BYTES);
      VarHandle word = ValueLayout.JAVA_LONG.varHandle();
      long[] position = {0};
      return new PairCosts(
          median(() -> MemorySegment.copy(from, next(position), to, 0, Long.BYTES)),
          median(() -> word.getAndAdd(from, next(position), 1L)),
          median(() -> MemorySegment.copy(from, next(position), to, 0, BLOCK)));
    }
  }

  /** Goes on by a block, so that what is read has left the caches when its turn comes again. */
  private static long next(long[] position) {
    position[0] = (position[0] + BLOCK) % MEMORY;
    return position[0];
  }

  /**
   * The network that takes as long, by the simple model: the latency is that of an 8-byte get, with
   * its way back; the rest of a block's time is its transfer.
   */
  Network network() {
    double transferNanos = blockNanos - getNanos;
    double bitsPerSecond =
        transferNanos > 0
            ? new BigDecimal(BLOCK * 8e9 / transferNanos).round(PRECISION).doubleValue()
            : Network.UNLIMITED;
    return new Network(Math.round(getNanos), bitsPerSecond);
  }

  /** {@link #network} as options: {@code --latency 1.8us --bandwidth 9Gbps}. */
  String options() {
    Map<String, String> values = network().describe();
    return "--latency " + values.get("latency") + " --bandwidth " + values.get("bandwidth");
  }

  /** The median time of an 8-byte get, over {@code nanos}. */
  static double get(Channel channel, int pe, long offset, long nanos) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment to = arena.allocate(Long.BYTES, Long.BYTES);
      return sample(() -> channel.get(pe, offset, to, 0, Long.BYTES), 1, nanos);
    }
  }

  private static double median(Runnable operation) {
    double once = sample(operation, 1, WARM_UP_NANOS);
    int repeats = (int) Math.max(1, SAMPLE_NANOS / once); // reading the clock takes time too
    return sample(operation, repeats, SAMPLING_NANOS);
  }

  private static double sample(Runnable operation, int repeats, long nanos) {
    double[] samples = new double[MAX_SAMPLES];
    int count = 0;
    long begin = System.nanoTime();
    for (long now = begin; now - begin < nanos && count < MAX_SAMPLES; ) {
      for (int i = 0; i < repeats; i++) {
        operation.run();
      }
      long after = System.nanoTime();
      samples[count++] = (double) (after - now) / repeats;
      now = after;
    }
    Arrays.sort(samples, 0, count);
    return samples[count / 2];
  }

  /**
   * Text of the costs, for example {@code 8-byte get 11.2 us, fetchAdd 11.5 us, 256 KiB get 1.1
   * GB/s}.
   */
  String text() {
    return String.format(
        Locale.ROOT,
        "8-byte get %s, fetchAdd %s, 256 KiB get %.2f GB/s",
        time(getNanos),
        time(fetchAddNanos),
        BLOCK / blockNanos);
  }

  /** Text of a time, for example {@code 11.2 us}. */
  static String time(double nanos) {
    return nanos < 1000
        ? String.format(Locale.ROOT, "%.0f ns", nanos)
        : String.format(Locale.ROOT, "%.1f us", nanos / 1000);
  }
}
