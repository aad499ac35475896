package org.temoto.task.pattern;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import org.temoto.task.TaskContext;

/** What the loops without a result do with a part. */
final class Loops {
  private Loops() {}

  /** Indices, from {@code begin} on. */
  record Indices(IndexKernel kernel, long begin) implements PartWork {
    @Override
    public void run(TaskContext context, Plan plan, long from, long to) {
      context.attend();
      kernel.run(context, begin + from, begin + to);
    }
  }

  /** Elements as they are. */
  record Elements(ElementKernel kernel, Operand array) implements PartWork {
    @Override
    public void run(TaskContext context, Plan plan, long from, long to) {
      try (Grains grains = new Grains(context, plan, from, to, array)) {
        while (grains.next()) {
          kernel.run(grains.segment(0), grains.first(), grains.count());
        }
      }
    }
  }

  /** One array to another. */
  record Unary(UnaryKernel kernel, Operand from, Operand to) implements PartWork {
    @Override
    public void run(TaskContext context, Plan plan, long begin, long end) {
      try (Grains grains = new Grains(context, plan, begin, end, from, to)) {
        while (grains.next()) {
          kernel.run(grains.segment(0), grains.segment(1), grains.first(), grains.count());
        }
      }
    }
  }

  /** Two arrays to another. */
  record Binary(BinaryKernel kernel, Operand left, Operand right, Operand to) implements PartWork {
    @Override
    public void run(TaskContext context, Plan plan, long begin, long end) {
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

  /** Copies bytes, whatever they are. */
  enum Copy implements UnaryKernel {
    INSTANCE;

    @Override
    public void run(MemorySegment from, MemorySegment to, long first, long count) {
      to.copyFrom(from);
    }
  }

  /** Stores one value of 4 bytes. */
  record FillInts(int bits) implements ElementKernel {
    @Override
    public void run(MemorySegment elements, long first, long count) {
      for (long i = 0; i < count; i++) {
        elements.setAtIndex(JAVA_INT, i, bits);
      }
    }
  }

  /** Stores one value of 8 bytes. */
  record FillLongs(long bits) implements ElementKernel {
    @Override
    public void run(MemorySegment elements, long first, long count) {
      for (long i = 0; i < count; i++) {
        elements.setAtIndex(JAVA_LONG, i, bits);
      }
    }
  }
}
