package org.temoto.task.pattern;

import java.lang.foreign.MemorySegment;

/** Function that {@link Patterns#forEach} calls on elements; a record or enum, for it travels. */
@FunctionalInterface
public interface ElementKernel {
  /**
   * Works on the elements [{@code first}, {@code first + count}) of the array, which stand at the
   * front of {@code elements}. With {@link org.temoto.gas.Access#WRITE} it stores all of them.
   */
  void run(MemorySegment elements, long first, long count);
}
