package org.temoto.task.pattern;

import java.lang.foreign.MemorySegment;

/**
 * Reduction of the elements of an array to one result; a record or enum, for it travels. Results
 * are combined in the order of the elements, in pairs that lie side by side, so that combining has
 * to be associative, not commutative.
 *
 * @param <R> marshalled like a component of a task; made once per grain, not per element
 */
public interface Reduction<R> {
  /** The result of no elements. */
  R identity();

  /** The result of the {@code count} elements, one at least, at the front of {@code elements}. */
  R fold(MemorySegment elements, long first, long count);

  /** The result of what {@code left} and {@code right} are of, one after the other. */
  R combine(R left, R right);

  /**
   * Reduction of two arrays that are walked side by side; otherwise as {@link Reduction}.
   *
   * @param <R> marshalled like a component of a task; made once per grain, not per element
   */
  interface OfPairs<R> {
    /** The result of no elements. */
    R identity();

    /** The result of the {@code count} elements, one at least, at the fronts of both segments. */
    R fold(MemorySegment left, MemorySegment right, long first, long count);

    /** The result of what {@code left} and {@code right} are of, one after the other. */
    R combine(R left, R right);
  }
}
