package org.temoto.task.pattern;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;
import org.temoto.gas.Access;
import org.temoto.gas.InvalidOptionException;
import org.temoto.gas.RefusedException;
import org.temoto.gas.array.GlobalArray;
import org.temoto.gas.array.GlobalDoubles;
import org.temoto.gas.array.GlobalFloats;
import org.temoto.gas.array.GlobalInts;
import org.temoto.gas.array.GlobalLongs;
import org.temoto.task.Task;
import org.temoto.task.TaskContext;
import org.temoto.task.marshal.Marshaller;
import org.temoto.task.pattern.sort.Cilksort;
import org.temoto.task.pattern.sort.ElementType;
import org.temoto.task.pattern.sort.Merge;
import org.temoto.task.pattern.sort.PairSort;
import org.temoto.task.pattern.sort.Pairs;
import org.temoto.task.pattern.sort.SortPlan;

/**
 * The usual parallel loops over global arrays, called inside a task, which they return to when all
 * is done; docs/patterns.md has what each costs. They cut the work by halves where pages begin,
 * fork, localize a grain at a time with the next one on its way, and commit. From an SPMD program:
 * {@code runtime.run(context -> Patterns.in(context).reduce(array, LongOperator.SUM))}.
 *
 * <p>Kernels, operators and tests are records or enums, since tasks carry them to other PEs. They
 * are called by many workers at once, each with a part of its own, in no particular order.
 *
 * <p>What the caller has written is committed before, as before a fork; its open views are frozen
 * meanwhile, and it has none that would race with the pattern. Belongs to the task, like its
 * context. All methods throw {@link RefusedException} if what a kernel carries cannot be marshalled
 * and {@link IllegalArgumentException} if arrays differ in length or overlap where they may not.
 */
public final class Patterns {
  private final TaskContext context;
  private final Policy policy;

  private Patterns(TaskContext context, Policy policy) {
    this.context = Objects.requireNonNull(context, "context");
    this.policy = Objects.requireNonNull(policy, "policy");
  }

  /** Patterns called by the task of {@code context}, cut as it suits the job. */
  public static Patterns in(TaskContext context) {
    return in(context, Policy.DEFAULT);
  }

  /** Patterns called by the task of {@code context}, cut as {@code policy} says. */
  public static Patterns in(TaskContext context, Policy policy) {
    return new Patterns(context, policy);
  }

  // --- loops

  /** Function that {@link #forEach} calls on indices; a record or enum, for it travels. */
  @FunctionalInterface
  public interface IndexKernel {
    /** Works on the indices [{@code from}, {@code to}). May localize, fork and join. */
    void run(TaskContext context, long from, long to);
  }

  /** Function that {@link #forEach} calls on elements; a record or enum, for it travels. */
  @FunctionalInterface
  public interface ElementKernel {
    /**
     * Works on the elements [{@code first}, {@code first + count}) of the array, which stand at the
     * front of {@code elements}. With {@link Access#WRITE} it stores all of them.
     */
    void run(MemorySegment elements, long first, long count);
  }

  /** Function that a transform applies to one array; a record or enum, for it travels. */
  @FunctionalInterface
  public interface UnaryKernel {
    /**
     * Makes the elements [{@code first}, {@code first + count}) of the output of those of the
     * input; they stand at the fronts of the segments, which are one if a transform is in place.
     */
    void run(MemorySegment from, MemorySegment to, long first, long count);
  }

  /** Function that a transform applies to two arrays; a record or enum, for it travels. */
  @FunctionalInterface
  public interface BinaryKernel {
    /**
     * Makes the elements [{@code first}, {@code first + count}) of the output of those of both
     * inputs; they stand at the fronts of the segments.
     */
    void run(MemorySegment left, MemorySegment right, MemorySegment to, long first, long count);
  }

  /**
   * Calls {@code kernel} with parts of [{@code from}, {@code to}) that are disjoint and together
   * all of it.
   */
  public void forEach(long from, long to, IndexKernel kernel) {
    Requirements.travelling("kernel", kernel);
    if (from > to || to - from < 0) {
      throw new IllegalArgumentException(
          "indices [" + from + ", " + to + ") must ascend, and be at most 2^63 - 1");
    }
    WalkPlan plan = WalkPlan.ofIndices(context.space(), policy, to - from);
    run(Loop.of(plan, new Loops.Indices(kernel, from)));
  }

  /** Has {@code kernel} change the elements in place, or as {@link Policy#visited} says. */
  public void forEach(GlobalArray<?, ?> array, ElementKernel kernel) {
    Requirements.travelling("kernel", kernel);
    forEach(Operand.of(array, policy.visited()), kernel);
  }

  private void forEach(Operand array, ElementKernel kernel) {
    run(Loop.of(plan(array), new Loops.Elements(kernel, array)));
  }

  /** Stores {@code value} into every element. */
  public void fill(GlobalInts array, int value) {
    forEach(Operand.of(array, Access.WRITE), new Loops.FillInts(value));
  }

  /** Stores {@code value} into every element. */
  public void fill(GlobalLongs array, long value) {
    forEach(Operand.of(array, Access.WRITE), new Loops.FillLongs(value));
  }

  /** Stores {@code value} into every element. */
  public void fill(GlobalFloats array, float value) {
    int bits = Float.floatToRawIntBits(value);
    forEach(Operand.of(array, Access.WRITE), new Loops.FillInts(bits));
  }

  /** Stores {@code value} into every element. */
  public void fill(GlobalDoubles array, double value) {
    long bits = Double.doubleToRawLongBits(value);
    forEach(Operand.of(array, Access.WRITE), new Loops.FillLongs(bits));
  }

  /** Copies {@code from} to {@code to}, which is as long and has no byte in common with it. */
  public <A extends GlobalArray<A, ?>> void copy(A from, A to) {
    Requirements.sameLength("from", from, "to", to);
    Operand output = Operand.of(to, Access.WRITE);
    Requirements.disjoint("from", from, "to", to);
    Loop.Work work = new Loops.Unary(Loops.Copy.INSTANCE, Operand.read(from), output);
    run(Loop.of(plan(output), work));
  }

  /** Makes {@code to} of {@code from}, which is as long: the same elements, or disjoint ones. */
  public void transform(GlobalArray<?, ?> from, GlobalArray<?, ?> to, UnaryKernel kernel) {
    Requirements.travelling("kernel", kernel);
    Requirements.sameLength("from", from, "to", to);
    Requirements.sameOrDisjoint("from", from, "to", to);
    Operand output = Operand.of(to, policy.output());
    run(Loop.of(plan(output), new Loops.Unary(kernel, Operand.read(from), output)));
  }

  /**
   * Makes {@code to} of {@code left} and {@code right}, which are as long: each has the same
   * elements as {@code to}, or disjoint ones; with each other they may overlap.
   */
  public void transform(
      GlobalArray<?, ?> left, GlobalArray<?, ?> right, GlobalArray<?, ?> to, BinaryKernel kernel) {
    Requirements.travelling("kernel", kernel);
    Requirements.sameLength("left", left, "to", to);
    Requirements.sameLength("right", right, "to", to);
    Requirements.sameOrDisjoint("left", left, "to", to);
    Requirements.sameOrDisjoint("right", right, "to", to);
    Operand output = Operand.of(to, policy.output());
    Loop.Work work = new Loops.Binary(kernel, Operand.read(left), Operand.read(right), output);
    run(Loop.of(plan(output), work));
  }

  // --- reductions

  /** The least and the greatest of integers. */
  public record LongMinMax(long min, long max) {}

  /** The least and the greatest of floating-point numbers; both NaN if one of these is. */
  public record DoubleMinMax(double min, double max) {}

  /**
   * Counts of the elements that lie in each of equal buckets, and outside of all.
   *
   * @param below elements below the first bucket
   * @param counts by bucket; handed over, not copied
   * @param above elements at or above the end of the last bucket
   * @param unordered NaNs
   */
  public record Histogram(long below, @Task.Copied long[] counts, long above, long unordered) {
    /** Element by element. */
    Histogram plus(Histogram other) {
      long[] sums = counts.clone();
      Arrays.setAll(sums, i -> sums[i] + other.counts[i]);
      return new Histogram(
          below + other.below, sums, above + other.above, unordered + other.unordered);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Histogram that
          && below == that.below
          && Arrays.equals(counts, that.counts)
          && above == that.above
          && unordered == that.unordered;
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(new long[] {below, Arrays.hashCode(counts), above, unordered});
    }

    @Override
    public String toString() {
      return "Histogram[below=%s, counts=%s, above=%s, unordered=%s]"
          .formatted(below, Arrays.toString(counts), above, unordered);
    }
  }

  /**
   * Result of {@code operator} over the elements, in their order; the identity if there are none.
   */
  public long reduce(GlobalInts array, LongOperator operator) {
    return transformReduce(array, operation(array, operator));
  }

  /** See {@link #reduce(GlobalInts, LongOperator)}. */
  public long reduce(GlobalLongs array, LongOperator operator) {
    return transformReduce(array, operation(array, operator));
  }

  /** See {@link #reduce(GlobalInts, LongOperator)}. */
  public double reduce(GlobalFloats array, DoubleOperator operator) {
    return transformReduce(array, operation(array, operator));
  }

  /** See {@link #reduce(GlobalInts, LongOperator)}. */
  public double reduce(GlobalDoubles array, DoubleOperator operator) {
    return transformReduce(array, operation(array, operator));
  }

  /** Result of {@code reduction} over the elements, for example over their squares. */
  public <R> R transformReduce(GlobalArray<?, ?> array, Reduction<R> reduction) {
    Requirements.travelling("reduction", reduction);
    Marshaller.check(reduction.identity());
    Operand operand = Operand.read(array);
    return run(Fold.of(plan(operand), new Folds.Single<>(reduction, operand)));
  }

  /** Result of {@code reduction} over two arrays of one length, for example their inner product. */
  public <R> R transformReduce(
      GlobalArray<?, ?> left, GlobalArray<?, ?> right, Reduction.OfPairs<R> reduction) {
    Requirements.travelling("reduction", reduction);
    Marshaller.check(reduction.identity());
    Requirements.sameLength("left", left, "right", right);
    Operand operand = Operand.read(left);
    Fold.Work<R> work = new Folds.Pair<>(reduction, operand, Operand.read(right));
    return run(Fold.of(plan(operand), work));
  }

  /** The least and the greatest element of an array that has one. */
  public LongMinMax minMax(GlobalInts array) {
    Requirements.notEmpty("minMax", array);
    return transformReduce(array, new Extremes.OfLongs(ElementType.of(array)));
  }

  /** The least and the greatest element of an array that has one. */
  public LongMinMax minMax(GlobalLongs array) {
    Requirements.notEmpty("minMax", array);
    return transformReduce(array, new Extremes.OfLongs(ElementType.of(array)));
  }

  /** The least and the greatest element of an array that has one. */
  public DoubleMinMax minMax(GlobalFloats array) {
    Requirements.notEmpty("minMax", array);
    return transformReduce(array, new Extremes.OfDoubles(ElementType.of(array)));
  }

  /** The least and the greatest element of an array that has one. */
  public DoubleMinMax minMax(GlobalDoubles array) {
    Requirements.notEmpty("minMax", array);
    return transformReduce(array, new Extremes.OfDoubles(ElementType.of(array)));
  }

  /**
   * Counts the elements by {@code buckets} parts of [{@code low}, {@code high}), as equal as
   * integers allow.
   */
  public Histogram histogram(GlobalInts array, int buckets, long low, long high) {
    return transformReduce(array, new LongBuckets(ElementType.of(array), buckets, low, high));
  }

  /** See {@link #histogram(GlobalInts, int, long, long)}. */
  public Histogram histogram(GlobalLongs array, int buckets, long low, long high) {
    return transformReduce(array, new LongBuckets(ElementType.of(array), buckets, low, high));
  }

  /** Counts the elements by {@code buckets} equal parts of [{@code low}, {@code high}). */
  public Histogram histogram(GlobalFloats array, int buckets, double low, double high) {
    return transformReduce(array, new DoubleBuckets(ElementType.of(array), buckets, low, high));
  }

  /** Counts the elements by {@code buckets} equal parts of [{@code low}, {@code high}). */
  public Histogram histogram(GlobalDoubles array, int buckets, double low, double high) {
    return transformReduce(array, new DoubleBuckets(ElementType.of(array), buckets, low, high));
  }

  // --- scans

  /**
   * Stores into each element of {@code to} what the elements from the first to this one come to in
   * {@code from}: the same elements, or disjoint ones.
   */
  public void inclusiveScan(GlobalInts from, GlobalInts to, LongOperator operator) {
    scan(from, to, operation(from, operator), Scan.Kind.INCLUSIVE);
  }

  /**
   * Stores into each element of {@code to} what the elements before this one come to in {@code
   * from}: the same elements, or disjoint ones.
   */
  public void exclusiveScan(GlobalInts from, GlobalInts to, LongOperator operator) {
    scan(from, to, operation(from, operator), Scan.Kind.EXCLUSIVE);
  }

  /** See {@link #inclusiveScan(GlobalInts, GlobalInts, LongOperator)}. */
  public void inclusiveScan(GlobalLongs from, GlobalLongs to, LongOperator operator) {
    scan(from, to, operation(from, operator), Scan.Kind.INCLUSIVE);
  }

  /** See {@link #exclusiveScan(GlobalInts, GlobalInts, LongOperator)}. */
  public void exclusiveScan(GlobalLongs from, GlobalLongs to, LongOperator operator) {
    scan(from, to, operation(from, operator), Scan.Kind.EXCLUSIVE);
  }

  /** See {@link #inclusiveScan(GlobalInts, GlobalInts, LongOperator)}. */
  public void inclusiveScan(GlobalFloats from, GlobalFloats to, DoubleOperator operator) {
    scan(from, to, operation(from, operator), Scan.Kind.INCLUSIVE);
  }

  /** See {@link #exclusiveScan(GlobalInts, GlobalInts, LongOperator)}. */
  public void exclusiveScan(GlobalFloats from, GlobalFloats to, DoubleOperator operator) {
    scan(from, to, operation(from, operator), Scan.Kind.EXCLUSIVE);
  }

  /** See {@link #inclusiveScan(GlobalInts, GlobalInts, LongOperator)}. */
  public void inclusiveScan(GlobalDoubles from, GlobalDoubles to, DoubleOperator operator) {
    scan(from, to, operation(from, operator), Scan.Kind.INCLUSIVE);
  }

  /** See {@link #exclusiveScan(GlobalInts, GlobalInts, LongOperator)}. */
  public void exclusiveScan(GlobalDoubles from, GlobalDoubles to, DoubleOperator operator) {
    scan(from, to, operation(from, operator), Scan.Kind.EXCLUSIVE);
  }

  private void scan(
      GlobalArray<?, ?> from, GlobalArray<?, ?> to, ElementOperation<?> operation, Scan.Kind kind) {
    Requirements.sameLength("from", from, "to", to);
    Requirements.sameOrDisjoint("from", from, "to", to);
    Operand output = Operand.of(to, Access.WRITE);
    run(new Scan.Whole<>(new Scan<>(operation, Operand.read(from), output, kind), policy));
  }

  // --- order

  /**
   * Predicate that a partition asks of each element, twice: the answers must agree; a record or
   * enum, for it travels.
   */
  @FunctionalInterface
  public interface ElementTest {
    /** Tells whether element {@code index} of {@code elements} is to be in the first part. */
    boolean test(MemorySegment elements, long index);
  }

  /**
   * Copies the elements that pass {@code test} to the front of {@code to} and the others behind
   * them, both in their order. {@code to} is as long and has no byte in common with {@code from}.
   *
   * @return how many elements pass
   */
  public <A extends GlobalArray<A, ?>> long partition(A from, A to, ElementTest test) {
    Requirements.travelling("test", test);
    Requirements.sameLength("from", from, "to", to);
    Requirements.disjoint("from", from, "to", to);
    Operand input = Operand.read(from);
    WalkPlan plan =
        WalkPlan.ofSweep(context.space(), policy, input, WalkPlan.workers(context.space()))
            .withGrainAtMost(Partition.MOST_GRAIN);
    return run(new Partition.Whole(plan, test, input, Operand.of(to, Access.WRITE)));
  }

  /**
   * Sorts {@code keys} in the order of {@link Double#compare} and its like. {@code scratch} is as
   * long, has no byte in common with it, and any contents afterwards.
   */
  public <A extends GlobalArray<A, ?>> void sort(A keys, A scratch) {
    Requirements.sameLength("keys", keys, "scratch", scratch);
    Requirements.disjoint("keys", keys, "scratch", scratch);
    Sorting sorting = new Sorting(context.space(), policy);
    run(new Cilksort(Sorting.keys(keys), Sorting.keys(scratch), sorting.plan(keys)));
  }

  /**
   * Sorts {@code keys}, and {@code values} as their keys go; equal keys stay in their order. All
   * are as long and have no byte in common.
   */
  public <K extends GlobalArray<K, ?>, V extends GlobalArray<V, ?>> void sort(
      K keys, V values, K scratchKeys, V scratchValues) {
    Requirements.sameLength("values", values, "keys", keys);
    Requirements.sameLength("scratchKeys", scratchKeys, "keys", keys);
    Requirements.sameLength("scratchValues", scratchValues, "keys", keys);
    Requirements.disjoint("values", values, "keys", keys);
    Requirements.disjoint("scratchKeys", scratchKeys, "keys", keys);
    Requirements.disjoint("scratchKeys", scratchKeys, "values", values);
    Requirements.disjoint("scratchValues", scratchValues, "keys", keys);
    Requirements.disjoint("scratchValues", scratchValues, "values", values);
    Requirements.disjoint("scratchValues", scratchValues, "scratchKeys", scratchKeys);
    Pairs pairs = new Pairs(Sorting.keys(keys), Sorting.keys(values));
    Pairs scratch = new Pairs(Sorting.keys(scratchKeys), Sorting.keys(scratchValues));
    SortPlan plan = new Sorting(context.space(), policy).pairPlan(keys);
    run(new PairSort(pairs, scratch, plan));
  }

  /**
   * Merges two sorted arrays into {@code into}, which is as long as both together and has no byte
   * in common with them. That they are sorted is not checked.
   */
  public <A extends GlobalArray<A, ?>> void merge(A left, A right, A into) {
    if (left.length() + right.length() != into.length()) {
      throw new IllegalArgumentException(
          "into has %s elements: it must have as many as left, %s, and right, %s, together"
              .formatted(into.length(), left.length(), right.length()));
    }
    Requirements.disjoint("left", left, "into", into);
    Requirements.disjoint("right", right, "into", into);
    SortPlan plan = new Sorting(context.space(), policy).mergePlan(into);
    run(new Merge(Sorting.keys(left), Sorting.keys(right), Sorting.keys(into), plan));
  }

  // --- what they have in common

  /**
   * A child of the caller's, so that children of the caller's and failures that it catches do not
   * mix with those of the pattern.
   */
  private <R> R run(Task<R> pattern) {
    return context.join(context.fork(pattern));
  }

  private WalkPlan plan(Operand decisive) {
    return WalkPlan.of(context.space(), policy, decisive);
  }

  private static ElementOperation<Long> operation(GlobalArray<?, ?> array, LongOperator operator) {
    Requirements.travelling("operator", operator);
    return new LongOperation(ElementType.of(array), operator);
  }

  private static ElementOperation<Double> operation(
      GlobalArray<?, ?> array, DoubleOperator operator) {
    Requirements.travelling("operator", operator);
    return new DoubleOperation(ElementType.of(array), operator);
  }

  // --- policy

  /**
   * Options of how a pattern is cut into tasks and what these have at hand; immutable.
   *
   * @param cutoff elements that one task does, a page more or less; default {@link #SUITED}: a few
   *     tasks per worker, of a page and {@value #SUITED_ELEMENTS} elements at least. Scans and
   *     partitions have 2048 parts at most, or four per worker: a part's total travels with its
   *     task
   * @param grain elements that a task has at hand at a time, localized and committed together;
   *     default {@link #SUITED}: a page and {@value #SUITED_ELEMENTS} elements at least, where the
   *     cache has room. Partitions have 2^20 at most
   * @param prefetch whether a task has its next grain on the way while it works on one; default yes
   * @param visited how {@link Patterns#forEach} localizes what it hands to its kernel; default
   *     {@link Access#READ_WRITE}
   * @param output how transforms localize what they write: {@link Access#READ_WRITE} for kernels
   *     that look at what is there; default {@link Access#WRITE}
   */
  public record Policy(long cutoff, long grain, boolean prefetch, Access visited, Access output) {
    /** Value that asks for what suits the job. */
    public static final long SUITED = 0;

    static final long SUITED_ELEMENTS = 1 << 15;

    /**
     * Everything as it suits the job; {@code forEach} reads and writes, a transform only writes.
     */
    public static final Policy DEFAULT =
        new Policy(SUITED, SUITED, true, Access.READ_WRITE, Access.WRITE);

    public Policy {
      require("cutoff", cutoff);
      require("grain", grain);
      Objects.requireNonNull(visited, "visited");
      if (!Objects.requireNonNull(output, "output").writes()) {
        throw new InvalidOptionException("output", output, "WRITE or READ_WRITE");
      }
    }

    private static void require(String name, long elements) {
      if (elements < 0) {
        throw new InvalidOptionException(name, elements, "at least 1, or 0 for what suits");
      }
    }

    /** The same with tasks of so many elements. */
    public Policy withCutoff(long elements) {
      return new Policy(elements, grain, prefetch, visited, output);
    }

    /** The same with so many elements at hand at a time. */
    public Policy withGrain(long elements) {
      return new Policy(cutoff, elements, prefetch, visited, output);
    }

    /** The same with or without the next grain on the way. */
    public Policy withPrefetch(boolean choice) {
      return new Policy(cutoff, grain, choice, visited, output);
    }

    /** The same with another {@link #visited()}. */
    public Policy withVisited(Access access) {
      return new Policy(cutoff, grain, prefetch, access, output);
    }

    /** The same with another {@link #output()}. */
    public Policy withOutput(Access access) {
      return new Policy(cutoff, grain, prefetch, visited, access);
    }
  }
}
