package org.temoto.task.collective.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.temoto.task.collective.Datatype;
import org.temoto.task.collective.engine.Arithmetic.Kind;

/** Tests of the predefined operators, element by element, against other arithmetic. */
class ArithmeticTest {
  private static final int COUNT = 37;

  private final SplittableRandom random = new SplittableRandom(11);

  @ParameterizedTest
  @EnumSource(Datatype.class)
  void shouldCombineEveryElement(Datatype type) {
    for (Kind kind : Kind.values()) {
      if (Arithmetic.isDefined(kind, type)) {
        shouldCombine(kind, type);
      }
    }
  }

  private void shouldCombine(Kind kind, Datatype type) {
    try (Arena arena = Arena.ofConfined()) {
      int bytes = COUNT * type.bytes();
      MemorySegment to = arena.allocate(bytes + 1L).asSlice(1); // unaligned
      MemorySegment from = arena.allocate(bytes + 1L).asSlice(1);
      for (int i = 0; i < COUNT; i++) {
        write(type, to, i, random.nextInt(-1000, 1000));
        write(type, from, i, random.nextInt(-1000, 1000));
      }
      MemorySegment before = MemorySegment.ofArray(to.toArray(ValueLayout.JAVA_BYTE));
      Arithmetic.combine(kind, type, to.address(), from.address(), COUNT);
      for (int i = 0; i < COUNT; i++) {
        long expected = combined(kind, read(type, before, i), read(type, from, i));
        assertThat(read(type, to, i)).as("%s of %s", kind, type).isEqualTo(expected);
      }
    }
  }

  /** All fit into every type with a value, and bits into bytes. */
  private static long combined(Kind kind, long a, long b) {
    BigInteger x = BigInteger.valueOf(a);
    BigInteger y = BigInteger.valueOf(b);
    return switch (kind) {
      case SUM -> x.add(y).longValueExact();
      case PRODUCT -> x.multiply(y).longValueExact();
      case MIN -> x.min(y).longValueExact();
      case MAX -> x.max(y).longValueExact();
      case AND -> x.and(y).longValueExact();
      case OR -> x.or(y).longValueExact();
      case XOR -> x.xor(y).longValueExact();
    };
  }

  private static void write(Datatype type, MemorySegment to, long i, int value) {
    long at = i * type.bytes();
    switch (type) {
      case INT32 -> to.set(ValueLayout.JAVA_INT_UNALIGNED, at, value);
      case INT64 -> to.set(ValueLayout.JAVA_LONG_UNALIGNED, at, value);
      case FLOAT32 -> to.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, value);
      case FLOAT64 -> to.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, value);
      case BYTES -> to.set(ValueLayout.JAVA_BYTE, at, (byte) value);
    }
  }

  private static long read(Datatype type, MemorySegment from, long i) {
    long at = i * type.bytes();
    return switch (type) {
      case INT32 -> from.get(ValueLayout.JAVA_INT_UNALIGNED, at);
      case INT64 -> from.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
      case FLOAT32 -> (long) from.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at);
      case FLOAT64 -> (long) from.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at);
      case BYTES -> from.get(ValueLayout.JAVA_BYTE, at);
    };
  }
}
