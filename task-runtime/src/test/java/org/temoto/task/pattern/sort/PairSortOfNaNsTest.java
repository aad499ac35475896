package org.temoto.task.pattern.sort;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.LocalView;
import org.temoto.gas.Temoto;
import org.temoto.gas.array.GlobalArray;
import org.temoto.gas.array.GlobalDoubles;
import org.temoto.gas.array.GlobalFloats;
import org.temoto.gas.array.GlobalLongs;
import org.temoto.task.TaskRuntime;
import org.temoto.task.pattern.Patterns;

/**
 * Tests of sorting NaNs: to {@link Double#compare} all are equal, whatever their bits, and stay in
 * their order.
 */
class PairSortOfNaNsTest {
  private static final int LENGTH = 5_000;

  /** Many leaves, and merges that are cut. */
  private static final Patterns.Policy POLICY = Patterns.Policy.DEFAULT.withCutoff(300);

  private static final GasOptions OPTIONS =
      GasOptions.DEFAULT.withBackend("simulated").withPes(1).withWorkers(2);

  /** Few numbers, infinities, and NaNs of both signs that are all different. */
  private static long[] keys(ElementType type) {
    SplittableRandom random = new SplittableRandom(7);
    return random
        .ints(LENGTH, 0, 4)
        .mapToLong(kind ->
            switch (kind) {
              case 0 -> bits(type, random.nextInt(-5, 5));
              case 1 -> bits(type, Double.POSITIVE_INFINITY);
              case 2 -> bits(type, Double.POSITIVE_INFINITY) + 1 + random.nextInt(1 << 22);
              default -> -1L - random.nextInt(1 << 22);
            })
        .toArray();
  }

  private static long bits(ElementType type, double value) {
    return type == ElementType.FLOAT32
        ? Float.floatToRawIntBits((float) value)
        : Double.doubleToRawLongBits(value);
  }

  private static double value(ElementType type, long bits) {
    return type == ElementType.FLOAT32
        ? Float.intBitsToFloat((int) bits)
        : Double.longBitsToDouble(bits);
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void shouldKeepWhatIsNoNumberInItsOrder(ElementType type) {
    Temoto.launch(
        OPTIONS,
        space -> {
          if (type == ElementType.FLOAT32) {
            check(
                space,
                GlobalFloats.allocate(space, "keys", LENGTH),
                GlobalFloats.allocate(space, "scratch", LENGTH));
          } else {
            check(
                space,
                GlobalDoubles.allocate(space, "keys", LENGTH),
                GlobalDoubles.allocate(space, "scratch", LENGTH));
          }
        });
  }

  private static <K extends GlobalArray<K, ?>> void check(
      GlobalAddressSpace space, K keys, K scratch) {
    ElementType type = ElementType.of(keys);
    long[] bits = keys(type);
    GlobalLongs values = GlobalLongs.allocate(space, "values", LENGTH);
    GlobalLongs scratchValues = GlobalLongs.allocate(space, "scratch of values", LENGTH);
    store(keys, bits);
    store(values, IntStream.range(0, LENGTH).asLongStream().toArray());
    try (TaskRuntime runtime = TaskRuntime.start(space)) {
      runtime.run(context -> {
        Patterns.in(context, POLICY).sort(keys, values, scratch, scratchValues);
        return null;
      });
    }
    long[] order =
        IntStream.range(0, LENGTH)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> value(type, bits[i])))
            .mapToLong(Integer::longValue)
            .toArray();
    assertThat(load(values)).isEqualTo(order);
    assertThat(load(keys)).isEqualTo(Arrays.stream(order).map(i -> bits[(int) i]).toArray());
  }

  private static void store(GlobalArray<?, ?> array, long[] bits) {
    try (LocalView view = array.range().localize(Access.WRITE)) {
      Orders.storeBits(ElementType.of(array), bits, view.segment(), LENGTH);
      view.commit();
    }
  }

  private static long[] load(GlobalArray<?, ?> array) {
    long[] bits = new long[LENGTH];
    try (LocalView view = array.range().localize(Access.READ)) {
      Orders.loadBits(ElementType.of(array), view.segment(), bits, 0, LENGTH);
    }
    return bits;
  }
}
