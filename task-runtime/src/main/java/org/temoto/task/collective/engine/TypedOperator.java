package org.temoto.task.collective.engine;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.spi.RawMemory;
import org.temoto.task.collective.Datatype;
import org.temoto.task.collective.Operator;

/**
 * Operator on elements of one type, with which the nodes of a reduction combine.
 *
 * @param predefined null for an operator of the program's own
 */
record TypedOperator(Datatype type, Operator operator, Arithmetic.Kind predefined) {
  /** Refuses elements that the operator is not defined for. */
  static TypedOperator of(Datatype type, Operator operator) {
    Arithmetic.Kind predefined =
        operator.kernel().isPresent() ? null : Arithmetic.Kind.valueOf(operator.name());
    if (predefined != null && !Arithmetic.isDefined(predefined, type)) {
      throw new IllegalArgumentException(
          "operator=%s is not defined for type=%s: %s"
              .formatted(
                  operator,
                  type,
                  type == Datatype.BYTES
                      ? "raw bytes have AND, OR and XOR"
                      : "floating-point numbers have SUM, PRODUCT, MIN and MAX"));
    }
    return new TypedOperator(type, operator, predefined);
  }

  /** Tells whether the program's code is called. */
  boolean isOwn() {
    return predefined == null;
  }

  /**
   * Text of what PEs have to agree on about it, with all that nodes depend on before the name,
   * which may be too long to be told in full.
   */
  String describe() {
    String kind = isOwn() ? operator.isCommutative() ? " own commutative" : " own" : "";
    return "type=" + type + kind + " operator=" + operator;
  }

  /** Combines elements at addresses: {@code accumulated[i] = accumulated[i] op operand[i]}. */
  void combine(long accumulated, long operand, long bytes) {
    long elements = bytes / type.bytes();
    if (predefined != null) {
      Arithmetic.combine(predefined, type, accumulated, operand, elements);
    } else {
      operator
          .kernel()
          .orElseThrow()
          .combine(segment(accumulated, bytes), segment(operand, bytes), elements);
    }
  }

  private static MemorySegment segment(long address, long bytes) {
    return RawMemory.ALL.asSlice(address, bytes);
  }
}
