package org.temoto.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Contender that shows the most that the machine's vector units do: fused multiply-adds on
 * registers alone, in each of some threads.
 */
final class FmaPeak implements Contender {
  private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;

  /** Independent chains: more than latency times throughput of the units. */
  private static final int CHAINS = 8;

  private static final int STEPS = 2_000_000;

  private final int threads;
  private final ExecutorService executor;

  FmaPeak(int threads) {
    this.threads = threads;
    this.executor = Executors.newFixedThreadPool(threads);
  }

  /** Floating-point operations of one round. */
  double operations() {
    return 2.0 * CHAINS * STEPS * SPECIES.length() * threads;
  }

  @Override
  public String name() {
    return "FMA on registers, " + threads + (threads == 1 ? " thread" : " threads");
  }

  @Override
  public double round() {
    List<Callable<Double>> parts = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      parts.add(() -> chains(STEPS));
    }
    try {
      long start = System.nanoTime();
      List<Future<Double>> sums = executor.invokeAll(parts);
      double seconds = (System.nanoTime() - start) * 1e-9;
      for (Future<Double> sum : sums) {
        check(sum.resultNow());
      }
      return seconds;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The chains tend to 1: a compiler that left them out would be noticed. */
  private static void check(double sum) {
    if (!(Math.abs(sum - CHAINS * SPECIES.length()) < 1e-6)) {
      throw new IllegalStateException("the chains came to " + sum);
    }
  }

  /** x = x / 2 + 1 / 2, which tends to 1, in every lane of every chain. */
  private static double chains(int steps) {
    DoubleVector half = DoubleVector.broadcast(SPECIES, 0.5);
    DoubleVector x0 = DoubleVector.broadcast(SPECIES, 0);
    DoubleVector x1 = x0;
    DoubleVector x2 = x0;
    DoubleVector x3 = x0;
    DoubleVector x4 = DoubleVector.broadcast(SPECIES, 2);
    DoubleVector x5 = x4;
    DoubleVector x6 = x4;
    DoubleVector x7 = x4;
    for (int i = 0; i < steps; i++) {
      x0 = x0.fma(half, half);
      x1 = x1.fma(half, half);
      x2 = x2.fma(half, half);
      x3 = x3.fma(half, half);
      x4 = x4.fma(half, half);
      x5 = x5.fma(half, half);
      x6 = x6.fma(half, half);
      x7 = x7.fma(half, half);
    }
    DoubleVector low = x0.add(x1).add(x2).add(x3);
    DoubleVector high = x4.add(x5).add(x6).add(x7);
    return low.add(high).reduceLanes(VectorOperators.ADD);
  }

  @Override
  public void close() {
    executor.close();
  }
}
