package org.temoto.task.pattern.sort;

import java.util.List;
import org.temoto.gas.LocalView;
import org.temoto.gas.Request;
import org.temoto.task.Action;
import org.temoto.task.Forked;
import org.temoto.task.TaskContext;

/**
 * Merge sort by divide and conquer, as in the Cilk examples, in as many parts at a time as the plan
 * says: sorts {@code keys}, using {@code other}, which is as long. Each level of parts passes over
 * all keys once, from the one array to the other.
 *
 * @param levels of parts that are left; a task without any sorts its keys itself
 * @param result where the sorted keys are to be
 */
public record Cilksort(Keys keys, Keys other, SortPlan plan, int levels, Destination result)
    implements Action {
  /** Sorts {@code keys}, which is the result, too. */
  public Cilksort(Keys keys, Keys scratch, SortPlan plan) {
    this(keys, scratch, plan, plan.levels(keys.length()), Destination.KEYS);
  }

  @Override
  public void compute(TaskContext context) {
    if (levels == 0) {
      new Leaf(keys, result.of(keys, other), plan).compute(context);
      return;
    }
    int parts = plan.parts(keys.length(), levels);
    if (keys.length() <= plan.aggregate() && context.space().pes() > 1) {
      // Parts of these localize what is on its way for all of them, each as its keys arrive.
      try (Request<LocalView> _ = Keys.request(List.of(keys)).getFirst()) {
        new Parts(this, parts, 0, parts).compute(context);
      }
    } else {
      new Parts(this, parts, 0, parts).compute(context);
    }
    Keys from = result.opposite().of(keys, other);
    Keys into = result.of(keys, other);
    if (parts == 2) {
      long half = keys.start(1, 2);
      Keys left = from.slice(0, half);
      Keys right = from.slice(half, from.length());
      new Merge(left, right, into, plan).compute(context);
    } else {
      new MultiwayMerge(from, keys, into, parts, plan).compute(context);
    }
  }

  private Cilksort part(int part, int parts) {
    long from = keys.start(part, parts);
    long to = keys.start(part + 1, parts);
    return new Cilksort(
        keys.slice(from, to), other.slice(from, to), plan, levels - 1, result.opposite());
  }

  /** Task that sorts the parts [{@code first}, {@code last}) of {@code whole}. */
  record Parts(Cilksort whole, int parts, int first, int last) implements Action {
    @Override
    public void compute(TaskContext context) {
      if (last - first == 1) {
        whole.part(first, parts).compute(context);
        return;
      }
      int middle = (first + last) >>> 1;
      long start = whole.keys.start(middle, parts);
      Parts second = new Parts(whole, parts, middle, last);
      Forked<Void> other =
          context.forkAt(whole.keys.slice(start, whole.keys.length()).home(), second);
      new Parts(whole, parts, first, middle).compute(context);
      context.join(other);
    }
  }
}
