package org.temoto.bench.shmem;

import java.util.SplittableRandom;
import org.temoto.gas.GlobalAddressSpace;

/**
 * Probe of a barrier after uneven work: how much longer a step takes than the work of the slower
 * PE. A PE's work is half to one and a half times the mean.
 */
final class BarrierProbe implements Probe {
  private final GlobalAddressSpace space;
  private final long meanNanos;

  BarrierProbe(GlobalAddressSpace space, long meanMicros) {
    this.space = space;
    meanNanos = meanMicros * 1000;
  }

  @Override
  public double[] measure(long count) {
    SplittableRandom random = new SplittableRandom(1); // the same on all PEs
    double[] samples = new double[(int) count];
    long[] works = new long[space.pes()];
    space.barrier();
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      long slowest = 0;
      for (int pe = 0; pe < works.length; pe++) {
        works[pe] = meanNanos / 2 + random.nextLong(meanNanos);
        slowest = Math.max(slowest, works[pe]);
      }
      compute(works[space.pe()]);
      space.barrier();
      long now = System.nanoTime();
      samples[i] = now - start - slowest;
      start = now;
    }
    return new double[] {Spread.of(samples).median()};
  }

  private static void compute(long nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() - end < 0) {
      // as the C program does: a pause here would be late
    }
  }
}
