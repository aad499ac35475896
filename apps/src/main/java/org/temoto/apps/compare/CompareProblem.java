package org.temoto.apps.compare;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.temoto.apps.Mix;
import org.temoto.apps.OwnedParts;
import org.temoto.apps.report.Measurement;
import org.temoto.apps.suite.Application;
import org.temoto.apps.suite.Outcome;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.InvalidOptionException;
import org.temoto.gas.array.GlobalInts;
import org.temoto.gas.array.IntView;
import org.temoto.task.TaskRuntime;

/**
 * Application that compares all pairs of two arrays of n random elements in global memory, verified
 * by sorting.
 *
 * @param n from 1 to {@link #MAX}
 * @param cutoff a task compares at most so many elements with all of the other array
 */
public record CompareProblem(int n, long cutoff, long seed) implements Application<Long> {
  /** The largest arrays. */
  public static final int MAX = 1 << 28;

  public CompareProblem {
    if (n < 1 || n > MAX) {
      throw new InvalidOptionException("n", n, "from 1 to " + MAX);
    }
    if (cutoff < 1) {
      throw new InvalidOptionException("cutoff", cutoff, "at least 1");
    }
  }

  @Override
  public String name() {
    return "compare";
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("n", n);
    parameters.put("cutoff", cutoff);
    return parameters;
  }

  @Override
  public long dataBytes() {
    return 2L * n * Integer.BYTES;
  }

  @Override
  public Outcome<Long> run(GlobalAddressSpace space, TaskRuntime runtime) {
    GlobalInts a = GlobalInts.allocate(space, "a", n);
    GlobalInts b = GlobalInts.allocate(space, "b", n);
    try (GlobalMemory _ = a.range().memory();
        GlobalMemory _ = b.range().memory()) {
      fill(a, 2 * seed);
      fill(b, 2 * seed + 1);
      space.barrier();
      Pairs root = new Pairs(a, b, cutoff);
      Measurement<Long> measurement = Measurement.of(space, runtime, () -> runtime.run(root));
      boolean right = space.pe() == 0 && measurement.result() == bySorting();
      return new Outcome<>(measurement, space.broadcast(right ? 1 : 0) != 0);
    }
  }

  private static void fill(GlobalInts array, long seed) {
    OwnedParts.forEach(
        array.range().memory(),
        array.range().length(),
        Integer.BYTES,
        (offset, bytes) -> {
          long first = offset / Integer.BYTES;
          try (IntView view = array.localize(first, first + bytes / Integer.BYTES, Access.WRITE)) {
            for (long i = 0; i < view.length(); i++) {
              view.set(i, (int) Mix.at(seed, first + i));
            }
            view.commit();
          }
        });
  }

  /** An array as one thread has it. */
  int[] elements(long seedOfArray) {
    int[] elements = new int[n];
    Arrays.setAll(elements, i -> (int) Mix.at(seedOfArray, i));
    return elements;
  }

  /** The number of pairs of which the first is greater: for each, how many stand before it. */
  private long bySorting() {
    int[] a = elements(2 * seed);
    int[] b = elements(2 * seed + 1);
    Arrays.sort(a);
    Arrays.sort(b);
    long greater = 0;
    int below = 0;
    for (int each : a) {
      while (below < n && b[below] < each) {
        below++;
      }
      greater += below;
    }
    return greater;
  }

  @Override
  public double sequentialSeconds() {
    int[] a = elements(2 * seed);
    int[] b = elements(2 * seed + 1);
    long start = System.nanoTime();
    long greater = allPairs(a, b);
    double seconds = (System.nanoTime() - start) / 1e9;
    if (greater != bySorting()) {
      throw new IllegalStateException("compare: the sequential version found " + greater);
    }
    return seconds;
  }

  /** The answer by one thread in plain Java. */
  static long allPairs(int[] a, int[] b) {
    long greater = 0;
    for (int one : a) {
      int below = 0;
      for (int other : b) {
        below += other < one ? 1 : 0;
      }
      greater += below;
    }
    return greater;
  }
}
