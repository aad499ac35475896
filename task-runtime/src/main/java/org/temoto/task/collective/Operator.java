package org.temoto.task.collective;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.Optional;

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

  public static final Operator SUM = new Operator("SUM", null, true);
  public static final Operator PRODUCT = new Operator("PRODUCT", null, true);

  /** The lower; of floating-point numbers as {@link Math#min(double, double)}. */
  public static final Operator MIN = new Operator("MIN", null, true);

  /** The higher; of floating-point numbers as {@link Math#max(double, double)}. */
  public static final Operator MAX = new Operator("MAX", null, true);

  /** Bitwise; not of floating-point numbers, as {@link #OR} and {@link #XOR}. */
  public static final Operator AND = new Operator("AND", null, true);

  public static final Operator OR = new Operator("OR", null, true);
  public static final Operator XOR = new Operator("XOR", null, true);

  private final String name;
  private final Kernel kernel;
  private final boolean commutative;

  private Operator(String name, Kernel kernel, boolean commutative) {
    this.name = name;
    this.kernel = kernel;
    this.commutative = commutative;
  }

  /**
   * A program's own associative operator; a result is that of combining the elements of PE 0, PE 1
   * and so on, in this order, with any parentheses. If {@code kernel} throws, the collective fails
   * on every PE with a {@link CollectiveException}; a {@link VirtualMachineError} ends the job.
   *
   * @param name the same on every PE: by it, disagreement is noticed
   */
  public static Operator of(String name, Kernel kernel) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(kernel, "kernel");
    return new Operator(name, kernel, false);
  }

  /** The same, which the program promises to commute: all algorithms may be chosen then. */
  public Operator commutative() {
    return new Operator(name, kernel, true);
  }

  public String name() {
    return name;
  }

  public boolean isCommutative() {
    return commutative;
  }

  /** The program's own function; empty for a predefined operator. */
  public Optional<Kernel> kernel() {
    return Optional.ofNullable(kernel);
  }

  @Override
  public String toString() {
    return name;
  }
}
