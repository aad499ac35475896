package org.temoto.apps.sort;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import org.temoto.apps.Mix;
import org.temoto.apps.OwnedParts;
import org.temoto.gas.Access;
import org.temoto.gas.LocalView;
import org.temoto.task.pattern.sort.ElementType;
import org.temoto.task.pattern.sort.Keys;

/** Generator of {@code count} keys by seed, the same whatever the number of PEs. */
public record KeyGenerator(ElementType type, long count, KeyDistribution distribution, long seed) {
  private static final double INT_SPAN = 0x1p32;
  private static final double LONG_SPAN = 0x1p64;

  /** Fills this PE's part of {@code keys}; a barrier makes it visible. */
  public void fill(Keys keys) {
    OwnedParts.forEach(
        keys.range().memory(),
        keys.range().length(),
        type.bytes(),
        (offset, length) -> {
          try (LocalView view = keys.range().slice(offset, length).localize(Access.WRITE)) {
            fill(view.segment(), offset / type.bytes(), length / type.bytes());
            view.commit();
          }
        });
  }

  /** Writes keys [{@code first}, {@code first + length}) to the front of {@code to}. */
  void fill(MemorySegment to, long first, long length) {
    switch (type) {
      case INT32 -> {
        for (long i = 0; i < length; i++) {
          to.setAtIndex(JAVA_INT, i, intKey(first + i));
        }
      }
      case INT64 -> {
        for (long i = 0; i < length; i++) {
          to.setAtIndex(JAVA_LONG, i, longKey(first + i));
        }
      }
      case FLOAT32 -> {
        for (long i = 0; i < length; i++) {
          to.setAtIndex(JAVA_FLOAT, i, (float) realKey(first + i));
        }
      }
      case FLOAT64 -> {
        for (long i = 0; i < length; i++) {
          to.setAtIndex(JAVA_DOUBLE, i, realKey(first + i));
        }
      }
    }
  }

  private int intKey(long index) {
    return (int) ((long) (distribution.at(seed, index, count) * INT_SPAN) + Integer.MIN_VALUE);
  }

  private long longKey(long index) {
    return distribution == KeyDistribution.UNIFORM
        ? Mix.at(seed, index) // All 64 bits, where the number from 0 to 1 has 53.
        : (long) (distribution.at(seed, index, count) * LONG_SPAN + Long.MIN_VALUE);
  }

  private double realKey(long index) {
    return 2 * distribution.at(seed, index, count) - 1;
  }
}
