package org.temoto.apps.sort;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.temoto.task.Action;
import org.temoto.task.TaskContext;
import org.temoto.task.pattern.sort.Destination;
import org.temoto.task.pattern.sort.KeyKernels;
import org.temoto.task.pattern.sort.SortCosts;
import org.temoto.task.pattern.sort.SortPlan;

/**
 * Task of the library's Cilksort as it is written for shared memory: the same recursion over the
 * same kernels, without localize and commit.
 */
public record SharedCilksort(
    SharedKeys keys, SharedKeys other, SortPlan plan, int levels, Destination result)
    implements Action {
  public SharedCilksort(SharedKeys keys, SharedKeys scratch, SortPlan plan) {
    this(keys, scratch, plan, plan.levels(keys.length()), Destination.KEYS);
  }

  @Override
  public void compute(TaskContext context) {
    if (levels == 0) {
      new Leaf(keys, result.of(keys, other), plan).compute(context);
      return;
    }
    int parts = plan.parts(keys.length(), levels);
    new Parts(this, parts, 0, parts).compute(context);
    SharedKeys from = result.opposite().of(keys, other);
    SharedKeys into = result.of(keys, other);
    if (parts == 2) {
      long half = keys.start(1, 2);
      SharedKeys left = from.slice(0, half);
      SharedKeys right = from.slice(half, from.length());
      new SharedMerge(left, right, into, plan).compute(context);
    } else {
      new SharedMultiwayMerge(from, into, parts, plan).compute(context);
    }
  }

  private SharedCilksort part(int part, int parts) {
    long from = keys.start(part, parts);
    long to = keys.start(part + 1, parts);
    return new SharedCilksort(
        keys.slice(from, to), other.slice(from, to), plan, levels - 1, result.opposite());
  }

  /** Task that sorts the parts [{@code first}, {@code last}) of {@code whole}. */
  record Parts(SharedCilksort whole, int parts, int first, int last) implements Action {
    @Override
    public void compute(TaskContext context) {
      if (last - first == 1) {
        whole.part(first, parts).compute(context);
        return;
      }
      int middle = (first + last) >>> 1;
      context.forkJoin(
          new Parts(whole, parts, first, middle), new Parts(whole, parts, middle, last));
    }
  }

  /**
   * Task that sorts {@code from} into {@code to}, which is the same array or a disjoint one as
   * long.
   */
  record Leaf(SharedKeys from, SharedKeys to, SortPlan plan) implements Action {
    @Override
    public void compute(TaskContext context) {
      if (from.isEmpty()) {
        return;
      }
      plan.share(context, SortCosts.sort(from.length(), plan.kernel()));
      if (from.equals(to) || plan.pieces() == 1) {
        sort(context, from, to);
        return;
      }
      List<MemorySegment> sorted = new ArrayList<>();
      for (int piece = 0; piece < plan.pieces(); piece++) {
        SharedKeys keys = from.slice(start(piece), start(piece + 1));
        sort(context, keys, keys);
        sorted.add(keys.segment());
        plan.share(context, 0);
      }
      KeyKernels.mergeByWindows(to.type(), sorted, to.segment(), plan.kernel());
      context.charge(SortCosts.merge(from.length(), sorted.size(), plan.kernel()));
    }

    private void sort(TaskContext context, SharedKeys keys, SharedKeys into) {
      MemorySegment target = into.segment();
      MemorySegment source = keys.equals(into) ? target : keys.segment();
      KeyKernels.sort(into.type(), source, target, plan.kernel());
      context.charge(SortCosts.sort(keys.length(), plan.kernel()));
    }

    private long start(int piece) {
      return plan.piece(piece, from.length());
    }
  }
}
