package org.temoto.task.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.array.GlobalArray;
import org.temoto.gas.array.GlobalDoubles;
import org.temoto.gas.array.GlobalFloats;
import org.temoto.gas.array.GlobalInts;
import org.temoto.gas.array.GlobalLongs;
import org.temoto.task.TaskRuntime;
import org.temoto.task.pattern.Patterns.Histogram;
import org.temoto.task.pattern.sort.ElementType;

/** Scans, and what else looks at all elements, beside the same over Java arrays. */
final class ScanChecks {
  private ScanChecks() {}

  static void scans(GlobalAddressSpace space, TaskRuntime runtime, Setting setting) {
    ElementType type = setting.type();
    GlobalArray<?, ?> a = setting.allocate(space, "a");
    GlobalArray<?, ?> b = setting.allocate(space, "b", type, 1);
    GlobalArray<?, ?> c = setting.allocate(space, "c", type, 700);
    GlobalArray<?, ?> d = setting.allocate(space, "d");
    long[] values = setting.values();
    if (space.pe() == 0) {
      Numbers.store(a, values);
      Numbers.store(d, values);
    }
    runtime.run(context -> {
      Patterns patterns = Patterns.in(context, setting.policy());
      scan(patterns, a, b, true, false);
      scan(patterns, a, c, false, false);
      scan(patterns, d, d, true, true);
      return null;
    });
    if (space.pe() == 0) {
      long[] sums = values.clone();
      Arrays.parallelPrefix(sums, Long::sum);
      long[] before = LoopChecks.each(values.length, i -> i == 0 ? 0 : sums[(int) i - 1]);
      long[] last = values.clone();
      Arrays.setAll(last, i -> Last.INSTANCE.apply(i == 0 ? 0 : last[i - 1], values[i]));
      assertThat(Numbers.load(a)).as("a, %s", setting).isEqualTo(values);
      assertThat(Numbers.load(b)).as("inclusive, %s", setting).isEqualTo(sums);
      assertThat(Numbers.load(c)).as("exclusive, %s", setting).isEqualTo(before);
      assertThat(Numbers.load(d)).as("in place, %s", setting).isEqualTo(last);
    }
    space.barrier();
  }

  /** The last element that is large, else 0: associative, not commutative. */
  enum Last implements LongOperator {
    INSTANCE;

    @Override
    public long identity() {
      return 0;
    }

    @Override
    public long apply(long left, long right) {
      return Math.abs(right) >= LARGE ? right : Math.abs(left) >= LARGE ? left : 0;
    }
  }

  private static final long LARGE = 250;

  record LastDouble() implements DoubleOperator {
    @Override
    public double identity() {
      return 0;
    }

    @Override
    public double apply(double left, double right) {
      return Math.abs(right) >= LARGE ? right : Math.abs(left) >= LARGE ? left : 0;
    }
  }

  private static void scan(
      Patterns patterns,
      GlobalArray<?, ?> from,
      GlobalArray<?, ?> to,
      boolean inclusive,
      boolean last) {
    LongOperator longs = last ? Last.INSTANCE : LongOperator.SUM;
    DoubleOperator doubles = last ? new LastDouble() : DoubleOperator.SUM;
    switch (from) {
      case GlobalInts a when inclusive -> patterns.inclusiveScan(a, (GlobalInts) to, longs);
      case GlobalLongs a when inclusive -> patterns.inclusiveScan(a, (GlobalLongs) to, longs);
      case GlobalFloats a when inclusive -> patterns.inclusiveScan(a, (GlobalFloats) to, doubles);
      case GlobalDoubles a when inclusive -> patterns.inclusiveScan(a, (GlobalDoubles) to, doubles);
      case GlobalInts a -> patterns.exclusiveScan(a, (GlobalInts) to, longs);
      case GlobalLongs a -> patterns.exclusiveScan(a, (GlobalLongs) to, longs);
      case GlobalFloats a -> patterns.exclusiveScan(a, (GlobalFloats) to, doubles);
      case GlobalDoubles a -> patterns.exclusiveScan(a, (GlobalDoubles) to, doubles);
    }
  }

  static void counts(GlobalAddressSpace space, TaskRuntime runtime, Setting setting) {
    GlobalArray<?, ?> a = setting.allocate(space, "a");
    long[] values = setting.values();
    if (space.pe() == 0) {
      Numbers.store(a, values);
    }
    Histogram histogram =
        runtime.run(context -> histogram(Patterns.in(context, setting.policy()), a));
    long[] counts = new long[BUCKETS];
    long below = 0;
    long above = 0;
    for (long value : values) {
      if (value < LOW) {
        below++;
      } else if (value >= HIGH) {
        above++;
      } else {
        counts[(int) ((value - LOW) * BUCKETS / (HIGH - LOW))]++;
      }
    }
    assertThat(histogram).as("%s", setting).isEqualTo(new Histogram(below, counts, above, 0));
    if (values.length > 0) {
      Patterns.LongMinMax extremes =
          runtime.run(context -> minMax(Patterns.in(context, setting.policy()), a));
      assertThat(extremes)
          .as("%s", setting)
          .isEqualTo(
              new Patterns.LongMinMax(
                  LongStream.of(values).min().orElseThrow(),
                  LongStream.of(values).max().orElseThrow()));
    }
  }

  private static final int BUCKETS = 10;
  private static final int LOW = -300;
  private static final int HIGH = 400;

  private static Histogram histogram(Patterns patterns, GlobalArray<?, ?> array) {
    return switch (array) {
      case GlobalInts ints -> patterns.histogram(ints, BUCKETS, LOW, HIGH);
      case GlobalLongs longs -> patterns.histogram(longs, BUCKETS, LOW, HIGH);
      case GlobalFloats floats -> patterns.histogram(floats, BUCKETS, LOW, HIGH);
      case GlobalDoubles doubles -> patterns.histogram(doubles, BUCKETS, LOW, HIGH);
    };
  }

  private static Patterns.LongMinMax minMax(Patterns patterns, GlobalArray<?, ?> array) {
    return switch (array) {
      case GlobalInts ints -> patterns.minMax(ints);
      case GlobalLongs longs -> patterns.minMax(longs);
      case GlobalFloats floats -> whole(patterns.minMax(floats));
      case GlobalDoubles doubles -> whole(patterns.minMax(doubles));
    };
  }

  private static Patterns.LongMinMax whole(Patterns.DoubleMinMax found) {
    return new Patterns.LongMinMax((long) found.min(), (long) found.max());
  }

  record Odd(ElementType type) implements Patterns.ElementTest {
    @Override
    public boolean test(MemorySegment elements, long index) {
      return Numbers.get(type, elements, index) % 2 != 0;
    }
  }

  static void partitions(GlobalAddressSpace space, TaskRuntime runtime, Setting setting) {
    GlobalArray<?, ?> a = setting.allocate(space, "a");
    GlobalArray<?, ?> b = setting.allocate(space, "b", setting.type(), 17);
    long[] values = setting.values();
    if (space.pe() == 0) {
      Numbers.store(a, values);
    }
    long odd = runtime.run(context -> partition(Patterns.in(context, setting.policy()), a, b));
    assertThat(odd)
        .as("%s", setting)
        .isEqualTo(LongStream.of(values).filter(v -> v % 2 != 0).count());
    if (space.pe() == 0) {
      long[] parted =
          LongStream.concat(
                  LongStream.of(values).filter(v -> v % 2 != 0),
                  LongStream.of(values).filter(v -> v % 2 == 0))
              .toArray();
      assertThat(Numbers.load(b)).as("%s", setting).isEqualTo(parted);
    }
    space.barrier();
  }

  private static long partition(Patterns patterns, GlobalArray<?, ?> a, GlobalArray<?, ?> b) {
    Odd odd = new Odd(ElementType.of(a));
    return switch (a) {
      case GlobalInts ints -> patterns.partition(ints, (GlobalInts) b, odd);
      case GlobalLongs longs -> patterns.partition(longs, (GlobalLongs) b, odd);
      case GlobalFloats floats -> patterns.partition(floats, (GlobalFloats) b, odd);
      case GlobalDoubles doubles -> patterns.partition(doubles, (GlobalDoubles) b, odd);
    };
  }
}
