package org.temoto.apps.matmul;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import java.lang.foreign.MemorySegment;

/**
 * Kernel that computes C += A * B by three scalar loops, the innermost along the rows of B and C,
 * whose panels are alike; panel by panel.
 */
final class PlainKernel {
  private PlainKernel() {}

  static void multiplyAdd(Tile a, Tile b, Tile c) {
    int columns;
    for (int column = 0; column < c.columns(); column += columns) {
      columns = c.run(column, c.columns() - column);
      multiplyPanel(a, b, c, column, columns);
    }
  }

  private static void multiplyPanel(Tile a, Tile b, Tile c, int column, int columns) {
    for (int i = 0; i < c.rows(); i++) {
      long to = c.offset(i, column);
      for (int p = 0; p < a.columns(); p++) {
        long from = b.offset(p, column);
        if (a.elementBytes() == Double.BYTES) {
          double factor = a.segment().get(JAVA_DOUBLE, a.offset(i, p));
          addDoubles(factor, b.segment(), from, c.segment(), to, columns);
        } else {
          float factor = a.segment().get(JAVA_FLOAT, a.offset(i, p));
          addFloats(factor, b.segment(), from, c.segment(), to, columns);
        }
      }
    }
  }

  /** Adds {@code factor} times the numbers at {@code from} to those at {@code to}. */
  private static void addDoubles(
      double factor, MemorySegment source, long from, MemorySegment target, long to, int count) {
    for (long at = 0; at < (long) count * Double.BYTES; at += Double.BYTES) {
      double product = factor * source.get(JAVA_DOUBLE, from + at);
      target.set(JAVA_DOUBLE, to + at, target.get(JAVA_DOUBLE, to + at) + product);
    }
  }

  private static void addFloats(
      float factor, MemorySegment source, long from, MemorySegment target, long to, int count) {
    for (long at = 0; at < (long) count * Float.BYTES; at += Float.BYTES) {
      float product = factor * source.get(JAVA_FLOAT, from + at);
      target.set(JAVA_FLOAT, to + at, target.get(JAVA_FLOAT, to + at) + product);
    }
  }
}
