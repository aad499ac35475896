package org.temoto.lab.aggregation;

import java.util.List;
import org.temoto.apps.Mix;
import org.temoto.gas.Access;
import org.temoto.gas.array.DoubleView;
import org.temoto.gas.array.GlobalDoubles;
import org.temoto.task.TaskContext;

/** Algorithm whose {@code n} results are sums of random elements in their neighbourhoods. */
final class Gather implements Algorithm {
  /** Elements per result. */
  private static final int TERMS = 4;

  /** They are within a window of the array's quarter. */
  private static final int WINDOWS = 4;

  /** Nanoseconds to find out an index and to put it into order: best of 400 loops on one core. */
  private static final long INDEX = 15;

  /** Nanoseconds to add an element. */
  private static final long ADD = 2;

  @Override
  public long elements(int n) {
    return n;
  }

  @Override
  public int arrays() {
    return 2;
  }

  @Override
  public int inputs() {
    return 1;
  }

  @Override
  public List<Work> rounds(List<GlobalDoubles> arrays, int n, int levels, long seed) {
    return List.of(new Sums(arrays.getFirst(), arrays.getLast(), seed, 0, n));
  }

  @Override
  public int result(int levels) {
    return 1;
  }

  @Override
  public double[] plain(double[][] inputs, int n, long seed) {
    double[] sums = new double[n];
    for (int i = 0; i < n; i++) {
      for (int term = 0; term < TERMS; term++) {
        sums[i] += inputs[0][(int) index(seed, n, i, term)];
      }
    }
    return sums;
  }

  /** The element that is term {@code term} of result {@code i}. */
  private static long index(long seed, long n, long i, int term) {
    long window = Math.max(1, n / WINDOWS);
    long offset = Math.floorMod(Mix.at(seed, i * TERMS + term), window);
    return Math.floorMod(i + offset - window / 2, n);
  }

  /** The results [{@code first}, {@code end}). */
  record Sums(GlobalDoubles x, GlobalDoubles y, long seed, long first, long end) implements Work {
    @Override
    public List<Work> halves(TaskContext context, Aggregation way) {
      long middle = (first + end) >>> 1;
      return List.of(new Sums(x, y, seed, first, middle), new Sums(x, y, seed, middle, end));
    }

    @Override
    public List<Part> reads() {
      long[] indices = new long[(int) (end - first) * TERMS];
      for (int at = 0; at < indices.length; at++) {
        indices[at] = index(seed, x.length(), first + at / TERMS, at % TERMS);
      }
      return List.of(Part.Picks.of(x, indices));
    }

    @Override
    public long inspectionNanos() {
      return (end - first) * TERMS * INDEX;
    }

    @Override
    public void compute(TaskContext context, List<AtHand> inputs) {
      AtHand elements = inputs.getFirst();
      try (DoubleView out = y.localize(first, end, Access.WRITE)) {
        for (long i = first; i < end; i++) {
          double sum = 0;
          for (int term = 0; term < TERMS; term++) {
            sum += elements.get(index(seed, x.length(), i, term));
          }
          out.set(i - first, sum);
        }
        context.charge((end - first) * TERMS * (ADD + elements.placeNanos()));
        out.commit();
      }
    }
  }
}
