package org.temoto.apps.matmul;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import java.lang.foreign.MemorySegment;
import org.temoto.apps.Mix;
import org.temoto.task.pattern.sort.ElementType;

/** Generator of matrix elements uniform in [-1, 1) by seed, the same whatever the number of PEs. */
record MatrixGenerator(ElementType type, long seed) {
  /** Fills {@code to} with the elements from {@code first} on, row by row. */
  void fill(MemorySegment to, long first) {
    long length = to.byteSize() / type.bytes();
    if (type == ElementType.FLOAT64) {
      for (long i = 0; i < length; i++) {
        to.setAtIndex(JAVA_DOUBLE, i, 2 * Mix.unit(seed, first + i) - 1);
      }
    } else {
      for (long i = 0; i < length; i++) {
        to.setAtIndex(JAVA_FLOAT, i, (float) (2 * Mix.unit(seed, first + i) - 1));
      }
    }
  }
}
