package org.temoto.lab.aggregation;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.temoto.apps.Mix;
import org.temoto.apps.OwnedParts;
import org.temoto.apps.report.Measurement;
import org.temoto.apps.suite.Application;
import org.temoto.apps.suite.Outcome;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.InvalidOptionException;
import org.temoto.gas.LocalView;
import org.temoto.gas.array.DoubleView;
import org.temoto.gas.array.GlobalDoubles;
import org.temoto.task.TaskRuntime;

/**
 * A program whose tasks bring data to hand in one of several ways, verified by plain Java, bit by
 * bit. The answer is how many elements its leaves have read, the same in every way.
 *
 * @param n its size; large enough for as many leaves
 * @param levels how often it is halved: 2^{@code levels} leaves
 * @param outer how many levels the ancestor is above the leaves that asks for all of them
 */
public record AggregationProblem(
    Program program, Aggregation way, int n, int levels, int outer, long seed)
    implements Application<Long> {
  /** Program that is run in all ways. */
  public enum Program {
    SORT(1 << 15, new MergeSort()),
    MATMUL(128, new MatrixProduct()),
    STENCIL(256, new Stencil()),
    GATHER(1 << 15, new Gather());

    private final int size;
    private final Algorithm algorithm;

    Program(int size, Algorithm algorithm) {
      this.size = size;
      this.algorithm = algorithm;
    }

    /** The size that suits it. */
    public int size() {
      return size;
    }

    /** Name on the command line. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final int MOST_LEVELS = 16;
  private static final long MOST_ELEMENTS = 1L << 26;

  public AggregationProblem {
    if (levels < 1 || levels > MOST_LEVELS) {
      throw new InvalidOptionException("levels", levels, "from 1 to " + MOST_LEVELS);
    }
    if (outer < 1 || outer > levels) {
      throw new InvalidOptionException("outer", outer, "from 1 to the levels, " + levels);
    }
    if (n < program.algorithm.smallest(levels) || program.algorithm.elements(n) > MOST_ELEMENTS) {
      throw new InvalidOptionException(
          "n",
          n,
          "at least %d for %d levels, with at most %d elements in an array"
              .formatted(program.algorithm.smallest(levels), levels, MOST_ELEMENTS));
    }
  }

  @Override
  public String name() {
    return "aggregation";
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("program", program.word());
    parameters.put("way", way.word());
    parameters.put("n", n);
    parameters.put("levels", levels);
    parameters.put("outer", outer);
    return parameters;
  }

  private Algorithm algorithm() {
    return program.algorithm;
  }

  @Override
  public long dataBytes() {
    return algorithm().arrays() * algorithm().elements(n) * Double.BYTES;
  }

  @Override
  public Map<String, Object> fields(Long answer) {
    return Map.of("elementsRead", answer);
  }

  @Override
  public Outcome<Long> run(GlobalAddressSpace space, TaskRuntime runtime) {
    List<GlobalDoubles> arrays = new ArrayList<>();
    try {
      for (int array = 0; array < algorithm().arrays(); array++) {
        arrays.add(GlobalDoubles.allocate(space, "array " + array, algorithm().elements(n)));
      }
      for (int array = 0; array < algorithm().inputs(); array++) {
        fill(arrays.get(array), array);
      }
      space.barrier();
      List<Work> rounds = algorithm().rounds(arrays, n, levels, seed);
      Measurement<Long> done = Measurement.of(space, runtime, () -> run(runtime, rounds));
      boolean right = space.pe() == 0 && isRight(arrays.get(algorithm().result(levels)));
      return new Outcome<>(done, space.broadcast(right ? 1 : 0) != 0);
    } finally {
      arrays.forEach(array -> array.range().memory().close());
    }
  }

  private long run(TaskRuntime runtime, List<Work> rounds) {
    long elements = 0;
    for (Work round : rounds) {
      elements += runtime.run(new Halves(round, way, levels, outer));
    }
    return elements;
  }

  /** Element {@code index} of input {@code array}. */
  private double input(int array, long index) {
    return Mix.unit(seed + array, index);
  }

  /** Each PE writes what it owns; a barrier has to follow. */
  private void fill(GlobalDoubles numbers, int array) {
    OwnedParts.forEach(
        numbers.range().memory(),
        numbers.range().length(),
        Double.BYTES,
        (offset, bytes) -> {
          try (LocalView view = numbers.range().slice(offset, bytes).localize(Access.WRITE)) {
            MemorySegment to = view.segment();
            for (long i = 0; i < bytes / Double.BYTES; i++) {
              to.setAtIndex(JAVA_DOUBLE, i, input(array, offset / Double.BYTES + i));
            }
            view.commit();
          }
        });
  }

  private double[][] inputs() {
    double[][] inputs = new double[algorithm().inputs()][(int) algorithm().elements(n)];
    for (int array = 0; array < inputs.length; array++) {
      for (int i = 0; i < inputs[array].length; i++) {
        inputs[array][i] = input(array, i);
      }
    }
    return inputs;
  }

  private boolean isRight(GlobalDoubles result) {
    MemorySegment expected = MemorySegment.ofArray(algorithm().plain(inputs(), n, seed));
    try (DoubleView view = result.localize(Access.READ)) {
      return view.segment().mismatch(expected) < 0;
    }
  }

  @Override
  public double sequentialSeconds() {
    double[][] inputs = inputs();
    long start = System.nanoTime();
    algorithm().plain(inputs, n, seed);
    return (System.nanoTime() - start) / 1e9;
  }
}
