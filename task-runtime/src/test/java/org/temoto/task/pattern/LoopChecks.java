package org.temoto.task.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.array.GlobalArray;
import org.temoto.gas.array.GlobalDoubles;
import org.temoto.gas.array.GlobalFloats;
import org.temoto.gas.array.GlobalInts;
import org.temoto.gas.array.GlobalLongs;
import org.temoto.gas.array.LongView;
import org.temoto.task.Action;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskRuntime;
import org.temoto.task.pattern.sort.ElementType;

/** Loops and reductions beside the same over Java arrays; run by every PE. */
final class LoopChecks {
  private LoopChecks() {}

  record Scale(ElementType from, ElementType to, long factor) implements Patterns.UnaryKernel {
    @Override
    public void run(MemorySegment input, MemorySegment output, long first, long count) {
      for (long i = 0; i < count; i++) {
        Numbers.set(to, output, i, factor * Numbers.get(from, input, i) + (first + i) % 7);
      }
    }
  }

  record Subtract(ElementType left, ElementType right, ElementType to)
      implements Patterns.BinaryKernel {
    @Override
    public void run(MemorySegment a, MemorySegment b, MemorySegment c, long first, long count) {
      for (long i = 0; i < count; i++) {
        Numbers.set(to, c, i, Numbers.get(left, a, i) - Numbers.get(right, b, i));
      }
    }
  }

  record Negate(ElementType type) implements Patterns.ElementKernel {
    @Override
    public void run(MemorySegment elements, long first, long count) {
      for (long i = 0; i < count; i++) {
        Numbers.set(type, elements, i, -Numbers.get(type, elements, i));
      }
    }
  }

  record Twice(GlobalLongs array) implements Patterns.IndexKernel {
    @Override
    public void run(TaskContext context, long from, long to) {
      try (LongView view = array.localize(from, to, Access.WRITE)) {
        for (long i = from; i < to; i++) {
          view.set(i - from, 2 * i);
        }
        view.commit();
      }
    }
  }

  /** Counts, and remembers the first and the last element: not commutative. */
  record Ends(long count, long first, long last) {}

  record EndsOf(ElementType type) implements Reduction<Ends> {
    @Override
    public Ends identity() {
      return new Ends(0, 0, 0);
    }

    @Override
    public Ends fold(MemorySegment elements, long first, long count) {
      return new Ends(
          count, Numbers.get(type, elements, 0), Numbers.get(type, elements, count - 1));
    }

    @Override
    public Ends combine(Ends left, Ends right) {
      return left.count == 0
          ? right
          : right.count == 0 ? left : new Ends(left.count + right.count, left.first, right.last);
    }
  }

  record Product(ElementType left, ElementType right) implements Reduction.OfPairs<Long> {
    @Override
    public Long identity() {
      return 0L;
    }

    @Override
    public Long fold(MemorySegment a, MemorySegment b, long first, long count) {
      long sum = 0;
      for (long i = 0; i < count; i++) {
        sum += Numbers.get(left, a, i) * Numbers.get(right, b, i);
      }
      return sum;
    }

    @Override
    public Long combine(Long before, Long after) {
      return before + after;
    }
  }

  static void loops(GlobalAddressSpace space, TaskRuntime runtime, Setting setting) {
    ElementType type = setting.type();
    ElementType other = ElementType.values()[(type.ordinal() + 1) % 4];
    long[] values = setting.values();
    GlobalArray<?, ?> a = setting.allocate(space, "a");
    GlobalArray<?, ?> b = setting.allocate(space, "b", other, 0);
    GlobalArray<?, ?> c = setting.allocate(space, "c");
    GlobalArray<?, ?> d = setting.allocate(space, "d", type, 3);
    GlobalLongs e = (GlobalLongs) setting.allocate(space, "e", ElementType.INT64, 1);
    if (space.pe() == 0) {
      Numbers.store(a, values);
    }
    runtime.run(context -> {
      Patterns patterns = Patterns.in(context, setting.policy());
      patterns.transform(a, b, new Scale(type, other, 3));
      patterns.transform(a, b, c, new Subtract(type, other, type));
      patterns.transform(c, c, new Scale(type, type, 1));
      copy(patterns, c, d);
      patterns.forEach(d, new Negate(type));
      patterns.transform(c, d, d, new Subtract(type, type, type));
      patterns.forEach(0, e.length(), new Twice(e));
      return null;
    });
    if (space.pe() == 0) {
      long[] scaled = each(setting.length(), i -> 3 * values[(int) i] + i % 7);
      long[] changed = each(setting.length(), i -> values[(int) i] - scaled[(int) i] + i % 7);
      assertThat(Numbers.load(a)).as("a, %s", setting).isEqualTo(values);
      assertThat(Numbers.load(b)).as("b, %s", setting).isEqualTo(scaled);
      assertThat(Numbers.load(c)).as("c, %s", setting).isEqualTo(changed);
      assertThat(Numbers.load(d))
          .as("d, %s", setting)
          .isEqualTo(each(setting.length(), i -> 2 * changed[(int) i]));
      assertThat(Numbers.load(e))
          .as("e, %s", setting)
          .isEqualTo(each(setting.length(), i -> 2 * i));
    }
    space.barrier();
  }

  static void fills(GlobalAddressSpace space, TaskRuntime runtime, Setting setting) {
    GlobalArray<?, ?> all = setting.allocate(space, "all");
    long[] values = setting.values();
    int from = setting.length() / 3;
    int to = setting.length() - setting.length() / 4;
    if (space.pe() == 0) {
      Numbers.store(all, values);
    }
    runtime.run(context -> {
      fill(Patterns.in(context, setting.policy()), all.slice(from, to), -7);
      return null;
    });
    if (space.pe() == 0) {
      Arrays.fill(values, from, to, -7);
      assertThat(Numbers.load(all)).as("%s", setting).isEqualTo(values);
    }
    space.barrier();
  }

  static void reductions(GlobalAddressSpace space, TaskRuntime runtime, Setting setting) {
    ElementType type = setting.type();
    ElementType other = ElementType.values()[(type.ordinal() + 1) % 4];
    GlobalArray<?, ?> a = setting.allocate(space, "a");
    GlobalArray<?, ?> b = setting.allocate(space, "b", other, 5);
    long[] values = setting.values();
    if (space.pe() == 0) {
      Numbers.store(a, values);
      Numbers.store(b, each(values.length, i -> i % 11));
    }
    long sum = runtime.run(context -> sum(Patterns.in(context, setting.policy()), a));
    long most = runtime.run(context -> most(Patterns.in(context, setting.policy()), a));
    Ends ends =
        runtime.run(
            context -> Patterns.in(context, setting.policy()).transformReduce(a, new EndsOf(type)));
    long product =
        runtime.run(context ->
            Patterns.in(context, setting.policy()).transformReduce(a, b, new Product(type, other)));
    assertThat(sum).as("sum, %s", setting).isEqualTo(fold(values, 0, Long::sum));
    assertThat(most).as("most, %s", setting).isEqualTo(fold(values, LEAST, Math::max));
    assertThat(ends.count()).as("count, %s", setting).isEqualTo(values.length);
    if (values.length > 0) {
      assertThat(ends)
          .as("ends, %s", setting)
          .isEqualTo(new Ends(values.length, values[0], values[values.length - 1]));
    }
    long[] products = each(values.length, i -> values[(int) i] * (i % 11));
    assertThat(product).as("product, %s", setting).isEqualTo(fold(products, 0, Long::sum));
  }

  /** Counts up in steps of {@code step}. */
  record CountUp(GlobalLongs part, long step, Patterns.Policy policy) implements Action {
    @Override
    public void compute(TaskContext context) {
      Patterns patterns = Patterns.in(context, policy);
      patterns.fill(part, step);
      patterns.inclusiveScan(part, part, LongOperator.SUM);
    }
  }

  /** Two patterns at once, below a view that shows afterwards what they have done. */
  static void nested(GlobalAddressSpace space, TaskRuntime runtime, Setting setting) {
    GlobalLongs array = (GlobalLongs) setting.allocate(space, "array", ElementType.INT64, 1);
    int half = setting.length() / 2;
    runtime.run(context -> {
      try (LongView view = array.localize(Access.READ)) {
        context.forkJoin(
            new CountUp(array.slice(0, half), 3, setting.policy()),
            new CountUp(array.slice(half, setting.length()), 5, setting.policy()));
        for (int i = 0; i < setting.length(); i++) {
          long expected = i < half ? 3L * (i + 1) : 5L * (i - half + 1);
          assertThat(view.get(i)).as("element %d, %s", i, setting).isEqualTo(expected);
        }
      }
      return null;
    });
    space.barrier();
  }

  /** Lower bound of all values. */
  static final long LEAST = -1_000_000;

  static long[] each(int length, LongUnaryOperator value) {
    return IntStream.range(0, length).mapToLong(i -> value.applyAsLong(i)).toArray();
  }

  static long fold(long[] values, long start, LongBinaryOperator operator) {
    return Arrays.stream(values).reduce(start, operator);
  }

  /** The same by a record of the program's own, which has no loops made for it. */
  record Greater() implements LongOperator {
    @Override
    public long identity() {
      return LEAST;
    }

    @Override
    public long apply(long left, long right) {
      return Math.max(left, right);
    }
  }

  record GreaterDouble() implements DoubleOperator {
    @Override
    public double identity() {
      return LEAST;
    }

    @Override
    public double apply(double left, double right) {
      return Math.max(left, right);
    }
  }

  private static long most(Patterns patterns, GlobalArray<?, ?> array) {
    return switch (array) {
      case GlobalInts ints -> patterns.reduce(ints, new Greater());
      case GlobalLongs longs -> patterns.reduce(longs, new Greater());
      case GlobalFloats floats -> (long) patterns.reduce(floats, new GreaterDouble());
      case GlobalDoubles doubles -> (long) patterns.reduce(doubles, new GreaterDouble());
    };
  }

  private static long sum(Patterns patterns, GlobalArray<?, ?> array) {
    return switch (array) {
      case GlobalInts ints -> patterns.reduce(ints, LongOperator.SUM);
      case GlobalLongs longs -> patterns.reduce(longs, LongOperator.SUM);
      case GlobalFloats floats -> (long) patterns.reduce(floats, DoubleOperator.SUM);
      case GlobalDoubles doubles -> (long) patterns.reduce(doubles, DoubleOperator.SUM);
    };
  }

  private static void fill(Patterns patterns, GlobalArray<?, ?> array, int value) {
    switch (array) {
      case GlobalInts ints -> patterns.fill(ints, value);
      case GlobalLongs longs -> patterns.fill(longs, value);
      case GlobalFloats floats -> patterns.fill(floats, value);
      case GlobalDoubles doubles -> patterns.fill(doubles, value);
    }
  }

  private static void copy(Patterns patterns, GlobalArray<?, ?> from, GlobalArray<?, ?> to) {
    switch (from) {
      case GlobalInts ints -> patterns.copy(ints, (GlobalInts) to);
      case GlobalLongs longs -> patterns.copy(longs, (GlobalLongs) to);
      case GlobalFloats floats -> patterns.copy(floats, (GlobalFloats) to);
      case GlobalDoubles doubles -> patterns.copy(doubles, (GlobalDoubles) to);
    }
  }
}
