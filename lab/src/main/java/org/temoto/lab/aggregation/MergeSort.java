package org.temoto.lab.aggregation;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.temoto.gas.Access;
import org.temoto.gas.array.DoubleView;
import org.temoto.gas.array.GlobalDoubles;
import org.temoto.task.TaskContext;

/**
 * Merge sort of {@code n} keys between two arrays: leaves sort from the first into the second, and
 * each level of merges goes back or forth.
 */
final class MergeSort implements Algorithm {
  /** Nanoseconds per key and level of a leaf's recursion, as scalar loops take. */
  private static final double SORT = 3.0;

  /** Nanoseconds per key of a merge. */
  private static final double MERGE = 4.5;

  /** Nanoseconds for a look at a key of either run. */
  private static final long LOOK = 40;

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
    return List.of(new Sort(arrays.getFirst(), arrays.getLast(), 0, n, levels));
  }

  @Override
  public int result(int levels) {
    return levels % 2 == 0 ? 1 : 0;
  }

  @Override
  public double[] plain(double[][] inputs, int n, long seed) {
    double[] keys = inputs[0].clone();
    Arrays.sort(keys);
    return keys;
  }

  /**
   * Task that sorts [{@code first}, {@code end}); the result is in {@code other} if levels are
   * even.
   */
  record Sort(GlobalDoubles keys, GlobalDoubles other, long first, long end, int levels)
      implements Work {
    private long middle() {
      return (first + end) >>> 1;
    }

    @Override
    public List<Work> halves(TaskContext context, Aggregation way) {
      return List.of(
          new Sort(keys, other, first, middle(), levels - 1),
          new Sort(keys, other, middle(), end, levels - 1));
    }

    @Override
    public Optional<Work> rest() {
      boolean back = levels % 2 == 1;
      GlobalDoubles from = back ? other : keys;
      GlobalDoubles to = back ? keys : other;
      return Optional.of(new Merge(from, to, first, middle(), middle(), end, first));
    }

    @Override
    public List<Part> reads() {
      return List.of(new Part.Span(keys, first, end));
    }

    @Override
    public void compute(TaskContext context, List<AtHand> inputs) {
      double[] sorted = new double[(int) (end - first)];
      for (int i = 0; i < sorted.length; i++) {
        sorted[i] = inputs.getFirst().get(first + i);
      }
      Arrays.sort(sorted);
      double levels = StrictMath.log(sorted.length + 1.0) / StrictMath.log(2);
      context.charge((long) (SORT * sorted.length * levels));
      try (DoubleView out = other.localize(first, end, Access.WRITE)) {
        MemorySegment.copy(sorted, 0, out.segment(), JAVA_DOUBLE, 0, sorted.length);
        out.commit();
      }
    }
  }

  /**
   * Task that merges the runs [{@code left}, {@code leftEnd}) and [{@code right}, {@code rightEnd})
   * of {@code from} into {@code to}, from {@code at} on.
   */
  record Merge(
      GlobalDoubles from,
      GlobalDoubles to,
      long left,
      long leftEnd,
      long right,
      long rightEnd,
      long at)
      implements Work {
    private long length() {
      return leftEnd - left + rightEnd - right;
    }

    @Override
    public List<Work> halves(TaskContext context, Aggregation way) {
      long half = length() / 2;
      long before = lefts(context, way, half);
      long leftCut = left + before;
      long rightCut = right + half - before;
      return List.of(
          new Merge(from, to, left, leftCut, right, rightCut, at),
          new Merge(from, to, leftCut, leftEnd, rightCut, rightEnd, at + half));
    }

    /** Number of keys of the left run among the first {@code count}: a search in both. */
    private long lefts(TaskContext context, Aggregation way, long count) {
      long low = Math.max(0, count - (rightEnd - right));
      long high = Math.min(count, leftEnd - left);
      while (low < high) {
        long guess = (low + high) >>> 1;
        if (key(way, left + guess) <= key(way, right + count - guess - 1)) {
          low = guess + 1;
        } else {
          high = guess;
        }
        context.charge(LOOK);
      }
      return low;
    }

    private double key(Aggregation way, long index) {
      try (AtHand key = way.bring(new Part.Span(from, index, index + 1))) {
        return key.get(index);
      }
    }

    @Override
    public List<Part> reads() {
      return List.of(new Part.Span(from, left, leftEnd), new Part.Span(from, right, rightEnd));
    }

    @Override
    public void compute(TaskContext context, List<AtHand> inputs) {
      try (DoubleView out = to.localize(at, at + length(), Access.WRITE)) {
        long i = left;
        long j = right;
        for (long k = 0; k < length(); k++) {
          boolean isLeft =
              j == rightEnd || i < leftEnd && inputs.getFirst().get(i) <= inputs.getLast().get(j);
          out.set(k, isLeft ? inputs.getFirst().get(i++) : inputs.getLast().get(j++));
        }
        context.charge((long) (MERGE * length()));
        out.commit();
      }
    }
  }
}
