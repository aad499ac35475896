package org.temoto.task.pattern;

import java.lang.foreign.MemorySegment;

/** Function that a transform applies to one array; a record or enum, for it travels. */
@FunctionalInterface
public interface UnaryKernel {
  /**
   * Makes the elements [{@code first}, {@code first + count}) of the output of those of the input;
   * they stand at the fronts of the segments, which are one if a transform is in place.
   */
  void run(MemorySegment from, MemorySegment to, long first, long count);
}
