package org.temoto.bench.shmem;

import org.temoto.apps.jacobi.Grids;
import org.temoto.gas.GlobalAddressSpace;

/** Probe of a step of Jacobi's iteration by strips, with its barrier; in grids used before. */
final class JacobiProbe implements Probe {
  /** Steps that are timed together, as the C program does. */
  private static final int CHUNK = 10;

  private final GlobalAddressSpace space;
  private final Grids grids;

  /** Collective. */
  JacobiProbe(GlobalAddressSpace space, int n) {
    this.space = space;
    grids = new Grids(space, n);
    grids.fill(1);
  }

  @Override
  public double[] measure(long count) {
    double[] samples = new double[(int) (count / CHUNK)];
    space.barrier();
    for (int chunk = 0; chunk < samples.length; chunk++) {
      long start = System.nanoTime();
      for (int step = 0; step < CHUNK; step++) {
        grids.step(step);
        space.barrier();
      }
      samples[chunk] = (double) (System.nanoTime() - start) / CHUNK;
    }
    return new double[] {Spread.of(samples).median()};
  }
}
