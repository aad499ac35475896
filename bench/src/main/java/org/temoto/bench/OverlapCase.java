package org.temoto.bench;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.spi.Clock;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.Strands;
import org.temoto.task.TaskRuntime;
import org.temoto.task.collective.Algorithm;
import org.temoto.task.collective.CollectiveRequest;
import org.temoto.task.collective.Collectives;
import org.temoto.task.collective.Progress;

/**
 * One broadcast beside products of {@code grain} x {@code grain} matrices. The program of a PE
 * multiplies until its part of the broadcast is done, and looks whether it is after each product;
 * with {@link Progress#EXPLICIT} it moves it on then, too.
 */
record OverlapCase(Progress progress, Algorithm algorithm, int grain, int bytes, int rounds) {
  /** Long enough to tell how long a product takes. */
  private static final long ALONE_NANOS = 2_000_000;

  private static final int WARM_UP = 3;

  /** On every PE; the row counts on PE 0. */
  OverlapRow measure(GlobalAddressSpace space, TaskRuntime runtime) {
    ProcessingElement pe = RuntimeSupport.of(space).processingElement();
    Load load = new Load(grain, pe.strands());
    Collectives collectives = runtime.collectives().with(algorithm);
    double[] seconds = new double[rounds];
    double[] lost = new double[rounds];
    try (Arena arena = Arena.ofShared()) {
      MemorySegment segment = arena.allocate(bytes, Long.BYTES);
      for (int round = -WARM_UP; round < rounds; round++) {
        double alone = load.nanosPerProduct(pe.clock(), ALONE_NANOS);
        fill(segment, space.pe() == 0 ? round : -1);
        space.barrier();
        long start = pe.clock().now();
        long products = load.during(collectives.startBroadcast(0, segment), collectives, this);
        long taken = pe.clock().now() - start;
        requireArrived(segment, round);
        long[] all = new long[space.pes()];
        all[space.pe()] = taken;
        all = space.sum(all);
        long share = Math.round(1e6 * (1 - products * alone / taken));
        long shares = space.sum(share)[0];
        if (round >= 0) {
          seconds[round] = Arrays.stream(all).max().orElseThrow() * 1e-9;
          lost[round] = shares * 1e-6 / space.pes();
        }
      }
    }
    return new OverlapRow(
        this, new Samples("seconds", seconds).median(), new Samples("lost", lost).median());
  }

  private static void fill(MemorySegment segment, int value) {
    segment.fill((byte) value);
  }

  private static void requireArrived(MemorySegment segment, int round) {
    for (long at : new long[] {0, segment.byteSize() / 2, segment.byteSize() - 1}) {
      if (segment.get(ValueLayout.JAVA_BYTE, at) != (byte) round) {
        throw new IllegalStateException("byte " + at + " has not arrived in round " + round);
      }
    }
  }

  /** Products one after the other. */
  private static final class Load {
    private final int n;
    private final Strands strands;
    private final double[] a;
    private final double[] b;
    private final double[] c;

    Load(int n, Strands strands) {
      this.n = n;
      this.strands = strands;
      a = new double[n * n];
      b = new double[n * n];
      c = new double[n * n];
      Arrays.fill(a, 1);
      Arrays.fill(b, 1.0 / n);
    }

    /** The result of one is a factor of the next, so none can be left out. */
    private void multiply() {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          double sum = 0;
          for (int k = 0; k < n; k++) {
            sum = Math.fma(a[i * n + k], b[k * n + j], sum);
          }
          c[i * n + j] = sum;
        }
      }
      System.arraycopy(c, 0, a, 0, a.length);
      strands.charge((long) n * n * n); // where computing is modelled: 1 ns for each
    }

    double nanosPerProduct(Clock clock, long nanos) {
      long start = clock.now();
      long now = start;
      long products = 0;
      while (now - start < nanos) {
        multiply();
        products++;
        now = clock.now();
      }
      return (double) (now - start) / products;
    }

    long during(CollectiveRequest request, Collectives collectives, OverlapCase of) {
      long products = 0;
      while (!request.isDone()) {
        multiply();
        products++;
        if (of.progress == Progress.EXPLICIT) {
          collectives.progress();
        }
      }
      request.await();
      return products;
    }
  }
}
