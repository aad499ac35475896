package org.temoto.task.pattern.sort;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class TotalOrderTest {
  private static final long[] SPECIAL = {
    Double.doubleToRawLongBits(0.0),
    Double.doubleToRawLongBits(-0.0),
    Double.doubleToRawLongBits(Double.POSITIVE_INFINITY),
    Double.doubleToRawLongBits(Double.NEGATIVE_INFINITY),
    Double.doubleToRawLongBits(Double.MIN_VALUE),
    Double.doubleToRawLongBits(-Double.MAX_VALUE),
    0x7FF8000000000000L,
    0x7FF0000000000001L,
    0xFFF8000000000000L,
    0xFFF0000000000001L,
    -1L
  };

  @Provide
  Arbitrary<Long> bits() {
    return Arbitraries.oneOf(
        Arbitraries.longs(),
        Arbitraries.doubles().map(Double::doubleToRawLongBits),
        Arbitraries.integers().between(0, SPECIAL.length - 1).map(i -> SPECIAL[i]));
  }

  @Property
  void shouldOrderDoublesAsTheLanguageDoes(@ForAll("bits") long a, @ForAll("bits") long b) {
    int wanted = Double.compare(Double.longBitsToDouble(a), Double.longBitsToDouble(b));
    int got = Long.compare(TotalOrder.fromDoubleBits(a), TotalOrder.fromDoubleBits(b));
    if (wanted != 0 || a == b) {
      assertThat(Integer.signum(got)).isEqualTo(Integer.signum(wanted));
    }
    assertThat(TotalOrder.toDoubleBits(TotalOrder.fromDoubleBits(a))).isEqualTo(a);
  }

  @Property
  void shouldOrderFloatsAsTheLanguageDoes(@ForAll int a, @ForAll int b) {
    int wanted = Float.compare(Float.intBitsToFloat(a), Float.intBitsToFloat(b));
    int got = Integer.compare(TotalOrder.fromFloatBits(a), TotalOrder.fromFloatBits(b));
    if (wanted != 0 || a == b) {
      assertThat(Integer.signum(got)).isEqualTo(Integer.signum(wanted));
    }
    assertThat(TotalOrder.toFloatBits(TotalOrder.fromFloatBits(a))).isEqualTo(a);
  }

  @Example
  void shouldPutEveryNaNLast() {
    int infinity = TotalOrder.fromFloatBits(Float.floatToRawIntBits(Float.POSITIVE_INFINITY));
    for (int nan : new int[] {0x7FC00000, 0x7F800001, 0xFFC00000, 0xFF800001, -1}) {
      assertThat(TotalOrder.fromFloatBits(nan)).isGreaterThan(infinity);
    }
  }
}
