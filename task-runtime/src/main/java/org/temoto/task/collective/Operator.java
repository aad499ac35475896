package org.temoto.task.collective;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Operator that combines the elements of a reduction: predefined, or a program's own. Operators are
 * associative; one that commutes, too, may be combined in any order that the algorithm has. The
 * order never depends on when something arrives, so that floating-point results are the same from
 * run to run.
 */
public final class Operator {
  /**
   * Function that combines elements: {@code accumulated[i] = accumulated[i] op operand[i]}. Called
   * by any strand of the PE, by several at once; must not use global memory, nor wait.
   */
  @FunctionalInterface
  public interface Kernel {
    /**
     * Combines what both segments have.
     *
     * @param elements how many elements each segment has, exactly
     */
    void combine(MemorySegment accumulated, MemorySegment operand, long elements);
  }

  public static final Operator SUM = new Operator(Arithmetic.Kind.SUM);
  public static final Operator PRODUCT = new Operator(Arithmetic.Kind.PRODUCT);

  /** Of floating-point numbers as {@link Math#min(double, double)}. */
  public static final Operator MIN = new Operator(Arithmetic.Kind.MIN);

  /** Of floating-point numbers as {@link Math#max(double, double)}. */
  public static final Operator MAX = new Operator(Arithmetic.Kind.MAX);

  /** Bitwise; not of floating-point numbers, as {@link #OR} and {@link #XOR}. */
  public static final Operator AND = new Operator(Arithmetic.Kind.AND);

  public static final Operator OR = new Operator(Arithmetic.Kind.OR);
  public static final Operator XOR = new Operator(Arithmetic.Kind.XOR);

  private final String name;
  private final Arithmetic.Kind kind;
  private final Kernel kernel;
  private final boolean commutative;

  private Operator(Arithmetic.Kind kind) {
    this(kind.name(), kind, null, true);
  }

  private Operator(String name, Arithmetic.Kind kind, Kernel kernel, boolean commutative) {
    this.name = name;
    this.kind = kind;
    this.kernel = kernel;
    this.commutative = commutative;
  }

  /**
   * A program's own associative operator; a result is that of combining the elements of PE 0, PE 1
   * and so on, in this order, with any parentheses. If {@code kernel} throws, the collective fails
   * on every PE with a {@link CollectiveException}.
   *
   * @param name the same on every PE: by it, disagreement is noticed
   */
  public static Operator of(String name, Kernel kernel) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(kernel, "kernel");
    return new Operator(name, null, kernel, false);
  }

  /** The same, which the program promises to commute: all algorithms may be chosen then. */
  public Operator commutative() {
    return new Operator(name, kind, kernel, true);
  }

  public String name() {
    return name;
  }

  public boolean isCommutative() {
    return commutative;
  }

  boolean isOwn() {
    return kernel != null;
  }

  /** Refuses elements that the operator is not defined for. */
  void requireFor(Datatype type) {
    if (kernel == null && !Arithmetic.isDefined(kind, type)) {
      throw new IllegalArgumentException(
          "operator="
              + name
              + " is not defined for type="
              + type
              + ": "
              + (type == Datatype.BYTES
                  ? "raw bytes have AND, OR and XOR"
                  : "floating-point numbers have SUM, PRODUCT, MIN and MAX"));
    }
  }

  /** Combines elements at addresses. */
  void combine(Datatype type, long accumulated, long operand, long elements) {
    if (kernel == null) {
      Arithmetic.combine(kind, type, accumulated, operand, elements);
    } else {
      long bytes = elements * type.bytes();
      kernel.combine(
          NativeMemory.EVERYTHING.asSlice(accumulated, bytes),
          NativeMemory.EVERYTHING.asSlice(operand, bytes),
          elements);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
