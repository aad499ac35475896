package org.temoto.apps.matmul;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import java.lang.foreign.MemorySegment;
import org.temoto.apps.ElementType;
import org.temoto.apps.Mix;
import org.temoto.apps.OwnedParts;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;

/** Generates matrix elements uniform in [-1, 1) by seed, the same whatever the number of PEs. */
record MatrixGenerator(ElementType type, long seed) {
  /**
   * Fills this PE's part of the first {@code bytes} of {@code memory}; a barrier makes it visible.
   */
  void fill(GlobalMemory memory, long bytes) {
    OwnedParts.forEach(
        memory,
        bytes,
        type.bytes(),
        (offset, length) -> {
          try (LocalView view = memory.localize(offset, length, Access.WRITE)) {
            fill(view.segment(), offset / type.bytes(), length / type.bytes());
            view.commit();
          }
        });
  }

  private void fill(MemorySegment to, long first, long length) {
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
