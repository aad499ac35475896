package org.temoto.task.pattern;

import java.lang.foreign.MemorySegment;

/**
 * Predicate that a partition asks of each element, twice: the answers must agree; a record or enum,
 * for it travels.
 */
@FunctionalInterface
public interface ElementTest {
  /** Whether element {@code index} of {@code elements} is to be in the first part. */
  boolean test(MemorySegment elements, long index);
}
