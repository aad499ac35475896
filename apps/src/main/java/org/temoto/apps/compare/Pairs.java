package org.temoto.apps.compare;

import org.temoto.gas.Access;
import org.temoto.gas.array.GlobalInts;
import org.temoto.gas.array.IntView;
import org.temoto.task.Forked;
import org.temoto.task.LongTask;
import org.temoto.task.TaskContext;

/**
 * Task that counts the pairs of an element of {@code a} and one of {@code b} of which the first is
 * greater, by comparing all of them.
 *
 * @param cutoff a task takes at most so many elements of {@code a}
 */
record Pairs(GlobalInts a, GlobalInts b, long cutoff) implements LongTask {
  /** Pairs compared in a nanosecond, for modelled costs. */
  private static final long PAIRS_PER_NANOSECOND = 3;

  @Override
  public long compute(TaskContext context) {
    if (a.length() <= cutoff) {
      context.charge(a.length() * b.length() / PAIRS_PER_NANOSECOND);
      return compareAll();
    }
    long half = a.length() / 2;
    Forked.OfLong first = context.fork(new Pairs(a.slice(0, half), b, cutoff));
    long second = new Pairs(a.slice(half, a.length()), b, cutoff).compute(context);
    return context.join(first) + second;
  }

  private long compareAll() {
    try (IntView ones = a.localize(Access.READ);
        IntView others = b.localize(Access.READ)) {
      long greater = 0;
      for (long i = 0; i < a.length(); i++) {
        greater += below(ones.get(i), others);
      }
      return greater;
    }
  }

  /** Number of elements below {@code bound}. */
  private static long below(int bound, IntView elements) {
    long below = 0;
    for (long j = 0; j < elements.length(); j++) {
      below += elements.get(j) < bound ? 1 : 0;
    }
    return below;
  }
}
