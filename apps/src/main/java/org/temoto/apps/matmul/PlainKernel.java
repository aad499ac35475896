package org.temoto.apps.matmul;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import java.lang.foreign.MemorySegment;

/** C += A * B by three scalar loops, the innermost along the rows of B and C. */
final class PlainKernel {
  private PlainKernel() {}

  static void multiplyAdd(Tile a, Tile b, Tile c) {
    for (int i = 0; i < c.rows(); i++) {
      for (int p = 0; p < a.columns(); p++) {
        if (a.elementBytes() == Double.BYTES) {
          addDoubles(a.segment().get(JAVA_DOUBLE, a.offset(i, p)), b, p, c, i);
        } else {
          addFloats(a.segment().get(JAVA_FLOAT, a.offset(i, p)), b, p, c, i);
        }
      }
    }
  }

  /** Adds {@code factor} times row {@code from} of b to row {@code to} of c. */
  private static void addDoubles(double factor, Tile b, int from, Tile c, int to) {
    MemorySegment source = b.segment();
    MemorySegment target = c.segment();
    long fromOffset = b.offset(from, 0);
    long toOffset = c.offset(to, 0);
    for (long at = 0; at < (long) c.columns() * Double.BYTES; at += Double.BYTES) {
      double product = factor * source.get(JAVA_DOUBLE, fromOffset + at);
      target.set(JAVA_DOUBLE, toOffset + at, target.get(JAVA_DOUBLE, toOffset + at) + product);
    }
  }

  private static void addFloats(float factor, Tile b, int from, Tile c, int to) {
    MemorySegment source = b.segment();
    MemorySegment target = c.segment();
    long fromOffset = b.offset(from, 0);
    long toOffset = c.offset(to, 0);
    for (long at = 0; at < (long) c.columns() * Float.BYTES; at += Float.BYTES) {
      float product = factor * source.get(JAVA_FLOAT, fromOffset + at);
      target.set(JAVA_FLOAT, toOffset + at, target.get(JAVA_FLOAT, toOffset + at) + product);
    }
  }
}
