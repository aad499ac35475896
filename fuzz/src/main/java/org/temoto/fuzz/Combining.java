package org.temoto.fuzz;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.temoto.task.collective.Datatype;
import org.temoto.task.collective.Operator;

/** Operator by which a {@link Collective} reduces, and the same by plain arithmetic. */
enum Combining {
  SUM(Datatype.INT64, Operator.SUM),
  LEAST(Datatype.INT32, Operator.MIN),
  XOR(Datatype.BYTES, Operator.XOR),
  /** Operator of the program: composes functions x -> ax + b, modulo 2^16; does not commute. */
  COMPOSED(Datatype.INT32, Operator.of("composed", Combining::compose)),
  /** Operator of the program: fails wherever anything is combined. */
  FAILING(
      Datatype.INT32,
      Operator.of(
          "failing",
          (_, _, _) -> {
            throw new Planned();
          }));

  private static final int HALF = Character.SIZE;

  private final Datatype type;
  private final Operator operator;

  Combining(Datatype type, Operator operator) {
    this.type = type;
    this.operator = operator;
  }

  Datatype type() {
    return type;
  }

  Operator operator() {
    return operator;
  }

  /** {@code first} becomes what it is combined with {@code second}. */
  void combine(byte[] first, byte[] second) {
    MemorySegment a = MemorySegment.ofArray(first);
    MemorySegment b = MemorySegment.ofArray(second);
    for (int i = 0; i < first.length / type.bytes(); i++) {
      switch (this) {
        case SUM -> setLong(a, i, getLong(a, i) + getLong(b, i));
        case LEAST -> setInt(a, i, Math.min(getInt(a, i), getInt(b, i)));
        case XOR -> first[i] ^= second[i];
        case COMPOSED -> setInt(a, i, composed(getInt(a, i), getInt(b, i)));
        case FAILING -> throw new Planned();
      }
    }
  }

  private static void compose(MemorySegment accumulated, MemorySegment operand, long elements) {
    for (long i = 0; i < elements; i++) {
      setInt(accumulated, i, composed(getInt(accumulated, i), getInt(operand, i)));
    }
  }

  private static int composed(int first, int second) {
    int factor = (first >>> HALF) * (second >>> HALF);
    int summand = (second >>> HALF) * (first & Character.MAX_VALUE) + second;
    return factor << HALF | summand & Character.MAX_VALUE;
  }

  private static int getInt(MemorySegment segment, long i) {
    return segment.get(ValueLayout.JAVA_INT_UNALIGNED, i * Integer.BYTES);
  }

  private static void setInt(MemorySegment segment, long i, int value) {
    segment.set(ValueLayout.JAVA_INT_UNALIGNED, i * Integer.BYTES, value);
  }

  private static long getLong(MemorySegment segment, long i) {
    return segment.get(ValueLayout.JAVA_LONG_UNALIGNED, i * Long.BYTES);
  }

  private static void setLong(MemorySegment segment, long i, long value) {
    segment.set(ValueLayout.JAVA_LONG_UNALIGNED, i * Long.BYTES, value);
  }
}
