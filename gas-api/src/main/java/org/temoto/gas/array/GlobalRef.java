package org.temoto.gas.array;

/**
 * Reference to a record of type {@code R} in a global heap, or to none: a value of 64 bits that
 * tasks may carry, and records in global memory may hold. References are equal and ordered as their
 * bits are.
 *
 * @param bits the number that the heap has given; 0 for none
 */
public record GlobalRef<R extends Record>(long bits) implements Comparable<GlobalRef<R>> {
  /** The reference to none. */
  public static <R extends Record> GlobalRef<R> none() {
    return new GlobalRef<>(0);
  }

  public boolean isNone() {
    return bits == 0;
  }

  @Override
  public int compareTo(GlobalRef<R> other) {
    return Long.compare(bits, other.bits);
  }
}
