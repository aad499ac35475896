package org.temoto.task.pattern;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import org.temoto.task.TaskContext;

/** Work of the loops without a result on a part. */
final class Loops {
  private Loops() {}

  /** Loop over indices, from {@code begin} on. */
  record Indices(Patterns.IndexKernel kernel, long begin) implements Loop.Work {
    @Override
    public void run(TaskContext context, WalkPlan plan, long from, long to) {
      context.attend();
      kernel.run(context, begin + from, begin + to);
    }
  }

  /** Loop over the elements of an array, in place. */
  record Elements(Patterns.ElementKernel kernel, Operand array) implements Loop.Work {
    @Override
    public void run(TaskContext context, WalkPlan plan, long from, long to) {
      try (Grains grains = new Grains(context, plan, from, to, array)) {
        while (grains.next()) {
          kernel.run(grains.segment(0), grains.first(), grains.count());
        }
      }
    }
  }

  /** Loop from one array to another. */
  record Unary(Patterns.UnaryKernel kernel, Operand from, Operand to) implements Loop.Work {
    @Override
    public void run(TaskContext context, WalkPlan plan, long begin, long end) {
      try (Grains grains = new Grains(context, plan, begin, end, from, to)) {
        while (grains.next()) {
          kernel.run(grains.segment(0), grains.segment(1), grains.first(), grains.count());
        }
      }
    }
  }

  /** Loop from two arrays to another. */
  record Binary(Patterns.BinaryKernel kernel, Operand left, Operand right, Operand to)
      implements Loop.Work {
    @Override
    public void run(TaskContext context, WalkPlan plan, long begin, long end) {
      try (Grains grains = new Grains(context, plan, begin, end, left, right, to)) {
        while (grains.next()) {
          kernel.run(
              grains.segment(0),
              grains.segment(1),
              grains.segment(2),
              grains.first(),
              grains.count());
        }
      }
    }
  }

  /** Kernel that copies bytes, whatever they are. */
  enum Copy implements Patterns.UnaryKernel {
    INSTANCE;

    @Override
    public void run(MemorySegment from, MemorySegment to, long first, long count) {
      to.copyFrom(from);
    }
  }

  /** Kernel that stores one value of 4 bytes. */
  record FillInts(int bits) implements Patterns.ElementKernel {
    @Override
    public void run(MemorySegment elements, long first, long count) {
      for (long i = 0; i < count; i++) {
        elements.setAtIndex(JAVA_INT, i, bits);
      }
    }
  }

  /** Kernel that stores one value of 8 bytes. */
  record FillLongs(long bits) implements Patterns.ElementKernel {
    @Override
    public void run(MemorySegment elements, long first, long count) {
      for (long i = 0; i < count; i++) {
        elements.setAtIndex(JAVA_LONG, i, bits);
      }
    }
  }
}
