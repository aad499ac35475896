package org.temoto.bench;

import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.task.Forked;
import org.temoto.task.LongTask;
import org.temoto.task.TaskContext;

/**
 * A parallel loop over {@code size} leaves, cut in halves, and after it two of half the size in
 * parallel, and so on: at every level joins wait for children that others have stolen. Returns how
 * many leaves have run.
 *
 * @param leafNanos what a leaf takes
 */
record RecursiveLoop(int size, long leafNanos) implements LongTask {
  /** All leaves of the recursion. */
  static long leaves(int size) {
    return size == 0 ? 0 : size == 1 ? 1 : size + leaves(size / 2) + leaves(size - size / 2);
  }

  /** The number of leaves that must run one after the other: one per level. */
  static int span(int size) {
    return size <= 1 ? size : 1 + span(size - size / 2);
  }

  @Override
  public long compute(TaskContext context) {
    long loop = new Loop(size, leafNanos).compute(context);
    if (size <= 1) {
      return loop;
    }
    Forked.OfLong half = context.fork(new RecursiveLoop(size / 2, leafNanos));
    long rest = new RecursiveLoop(size - size / 2, leafNanos).compute(context);
    return loop + rest + context.join(half);
  }

  /** The loop of one level. */
  record Loop(int size, long leafNanos) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      if (size <= 1) {
        leaf(context);
        return size;
      }
      Forked.OfLong half = context.fork(new Loop(size / 2, leafNanos));
      long rest = new Loop(size - size / 2, leafNanos).compute(context);
      return rest + context.join(half);
    }

    /** Takes its time without taking a core. */
    private void leaf(TaskContext context) {
      ProcessingElement element = RuntimeSupport.of(context.space()).processingElement();
      long end = element.clock().now() + leafNanos;
      for (long now = end - leafNanos; now < end; now = element.clock().now()) {
        element.strands().park(end - now);
      }
    }
  }
}
