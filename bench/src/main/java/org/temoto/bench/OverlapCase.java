package org.temoto.bench;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.spi.Clock;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.Strands;
import org.temoto.task.TaskRuntime;
import org.temoto.task.collective.CollectiveOptions;
import org.temoto.task.collective.CollectiveRequest;
import org.temoto.task.collective.Collectives;
import org.temoto.task.collective.Collectives.Algorithm;

/**
 * Broadcasts beside products of {@code grain} x {@code grain} matrices. The program of a PE
 * multiplies until its part of the broadcast is done, and looks whether it is after each product;
 * with {@link CollectiveOptions.Progress#EXPLICIT} it moves it on then, too. The ways to move it on
 * take turns, round by round: what is measured first has code that is not compiled yet.
 */
record OverlapCase(Algorithm algorithm, int grain, int bytes, int rounds) {
  /** Long enough to tell how long a product takes. */
  private static final long VIRTUAL_NANOS = 2_000_000;

  /** The same where PEs may share cores: several of their time slices. */
  private static final long WALL_CLOCK_NANOS = 32_000_000;

  private static final int WARM_UP = 3;

  /** Between two looks at the clock, so that these count for nothing. */
  private static final long MULTIPLICATIONS = 10_000;

  /** Measures on every PE; the rows, one for each runtime, count on PE 0. */
  List<OverlapRow> measure(
      GlobalAddressSpace space, Map<CollectiveOptions.Progress, TaskRuntime> runtimes) {
    ProcessingElement pe = RuntimeSupport.of(space).processingElement();
    Load load = new Load(grain, pe.strands());
    long aloneNanos = pe.strands().isStepped() ? VIRTUAL_NANOS : WALL_CLOCK_NANOS;
    Map<CollectiveOptions.Progress, Found> found = new EnumMap<>(CollectiveOptions.Progress.class);
    runtimes.forEach((way, runtime) -> found.put(way, new Found(rounds)));
    try (Arena arena = Arena.ofShared()) {
      MemorySegment segment = arena.allocate(bytes, Long.BYTES);
      for (int round = -WARM_UP; round < rounds; round++) {
        for (CollectiveOptions.Progress way : found.keySet()) {
          Collectives collectives = runtimes.get(way).collectives().with(algorithm);
          space.barrier(); // all compute at the same time
          double alone = load.nanosPerProduct(pe.clock(), aloneNanos);
          fill(segment, space.pe() == 0 ? round : -1 - WARM_UP);
          space.barrier();
          long start = pe.clock().now();
          CollectiveRequest request = collectives.startBroadcast(0, segment);
          long products = load.during(request, collectives, way);
          long taken = pe.clock().now() - start;
          requireArrived(segment, round);
          long[] all = new long[space.pes()];
          all[space.pe()] = taken;
          all = space.sum(all);
          long share = Math.round(1e6 * (1 - products * alone / taken));
          long shares = space.sum(share)[0];
          if (round >= 0) {
            found.get(way).seconds[round] = Arrays.stream(all).max().orElseThrow() * 1e-9;
            found.get(way).lost[round] = shares * 1e-6 / space.pes();
          }
        }
      }
    }
    return found.entrySet().stream().map(each -> row(each.getKey(), each.getValue())).toList();
  }

  private OverlapRow row(CollectiveOptions.Progress way, Found found) {
    return new OverlapRow(
        this,
        way,
        new Samples("seconds", found.seconds).median(),
        new Samples("lost", found.lost).median());
  }

  /** Results of the rounds of one way. */
  private static final class Found {
    final double[] seconds;
    final double[] lost;

    Found(int rounds) {
      seconds = new double[rounds];
      lost = new double[rounds];
    }
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
      long together = Math.max(1, MULTIPLICATIONS / ((long) n * n * n));
      while (now - start < nanos) {
        for (long i = 0; i < together; i++) {
          multiply();
        }
        products += together;
        now = clock.now();
      }
      return (double) (now - start) / products;
    }

    long during(
        CollectiveRequest request, Collectives collectives, CollectiveOptions.Progress way) {
      long products = 0;
      while (!request.isDone()) {
        multiply();
        products++;
        if (way == CollectiveOptions.Progress.EXPLICIT) {
          collectives.progress();
        }
      }
      request.await();
      return products;
    }
  }
}
