package org.temoto.task.pattern;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.temoto.gas.Access;
import org.temoto.gas.LocalView;
import org.temoto.task.Task;
import org.temoto.task.TaskContext;

/**
 * Partition that moves the elements that pass a test before the others, each kind in its order:
 * counts them, part by part, then copies.
 *
 * @param passing how many pass; of no meaning before it is known
 */
record Partition(Patterns.ElementTest test, Operand from, Operand to, long passing)
    implements DownSweep.Work<Long> {
  /**
   * Most elements at hand: a grain has two Java arrays of its size, whatever the policy asks for.
   */
  static final long MOST_GRAIN = 1 << 20;

  /** Task that does all of it; returns how many elements pass. */
  record Whole(WalkPlan plan, Patterns.ElementTest test, Operand from, Operand to)
      implements Task<Long> {
    @Override
    public Long run(TaskContext context) {
      Fold.Work<Totals<Long>> count = new Totals.Kept<>(new Folds.Single<>(new Count(test), from));
      Totals<Long> totals = Fold.of(plan, count).run(context);
      Partition partition = new Partition(test, from, to, totals.total());
      new DownSweep<>(partition, plan, 0, plan.parts(), 0L, totals).compute(context);
      return totals.total();
    }
  }

  @Override
  public Long combine(Long left, Long right) {
    return left + right;
  }

  @Override
  public void run(
      TaskContext context, WalkPlan plan, long begin, long end, Long before, Long total) {
    long passed = before;
    long failed = passing + begin - before;
    try (Grains grains = new Grains(context, plan, begin, end, from)) {
      while (grains.next()) {
        int bytes = Math.toIntExact(grains.count() * from.elementBytes());
        MemorySegment pass = MemorySegment.ofArray(new long[Math.ceilDiv(bytes, Long.BYTES)]);
        MemorySegment fail = MemorySegment.ofArray(new long[Math.ceilDiv(bytes, Long.BYTES)]);
        long here = separate(grains.segment(0), grains.count(), pass, fail);
        store(pass, passed, here);
        store(fail, failed, grains.count() - here);
        passed += here;
        failed += grains.count() - here;
      }
    }
  }

  private long separate(
      MemorySegment elements, long count, MemorySegment pass, MemorySegment fail) {
    int bytes = from.elementBytes();
    long passed = 0;
    for (long i = 0; i < count; i++) {
      boolean passes = test.test(elements, i);
      MemorySegment target = passes ? pass : fail;
      long place = passes ? passed : i - passed;
      if (bytes == Long.BYTES) {
        long element = elements.getAtIndex(ValueLayout.JAVA_LONG, i);
        target.setAtIndex(ValueLayout.JAVA_LONG, place, element);
      } else {
        int element = elements.getAtIndex(ValueLayout.JAVA_INT, i);
        target.setAtIndex(ValueLayout.JAVA_INT, place, element);
      }
      passed += passes ? 1 : 0;
    }
    return passed;
  }

  private void store(MemorySegment elements, long first, long count) {
    if (count > 0) {
      try (LocalView view = to.elements(first, first + count).localize(Access.WRITE)) {
        MemorySegment.copy(elements, 0, view.segment(), 0, view.length());
        view.commit();
      }
    }
  }

  /** Reduction that counts the elements that pass. */
  record Count(Patterns.ElementTest test) implements Reduction<Long> {
    @Override
    public Long identity() {
      return 0L;
    }

    @Override
    public Long fold(MemorySegment elements, long first, long count) {
      long passing = 0;
      for (long i = 0; i < count; i++) {
        passing += test.test(elements, i) ? 1 : 0;
      }
      return passing;
    }

    @Override
    public Long combine(Long left, Long right) {
      return left + right;
    }
  }
}
