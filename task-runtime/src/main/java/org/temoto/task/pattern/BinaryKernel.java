package org.temoto.task.pattern;

import java.lang.foreign.MemorySegment;

/** Function that a transform applies to two arrays; a record or enum, for it travels. */
@FunctionalInterface
public interface BinaryKernel {
  /**
   * Makes the elements [{@code first}, {@code first + count}) of the output of those of both
   * inputs; they stand at the fronts of the segments.
   */
  void run(MemorySegment left, MemorySegment right, MemorySegment to, long first, long count);
}
