package org.temoto.task.pattern.sort;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.Access;
import org.temoto.gas.LocalView;
import org.temoto.gas.Request;
import org.temoto.task.Action;
import org.temoto.task.TaskContext;

/**
 * Task that sorts {@code from} into {@code to}, which is the same range or a disjoint one as long.
 */
record Leaf(Keys from, Keys to, SortPlan plan) implements Action {
  @Override
  public void compute(TaskContext context) {
    if (from.isEmpty()) {
      return;
    }
    plan.share(context, SortCosts.sort(from.length(), plan.kernel()));
    if (from.equals(to)) {
      sortInPlace(context);
    } else if (plan.pieces() > 1) {
      sortByPieces(context);
    } else {
      sortAcross(context);
    }
    plan.publish(context);
  }

  private void sortInPlace(TaskContext context) {
    try (LocalView view = to.localize(Access.READ_WRITE)) {
      KeyKernels.sort(to.type(), view.segment(), view.segment(), plan.kernel());
      charge(context, from.length());
      plan.share(context, 0);
      view.commit();
    }
  }

  private void sortAcross(TaskContext context) {
    try (LocalView source = from.localize(Access.READ);
        LocalView target = to.localize(Access.WRITE)) {
      KeyKernels.sort(to.type(), source.segment(), target.segment(), plan.kernel());
      charge(context, from.length());
      plan.share(context, 0);
      target.commit();
    }
  }

  /** While a piece is sorted the next one is on its way; then they are merged. */
  private void sortByPieces(TaskContext context) {
    MemorySegment buffer = ArrayPool.NATIVE.take(Math.toIntExact(from.range().length()));
    List<MemorySegment> sorted = new ArrayList<>();
    Request<LocalView> next = request(0);
    try (LocalView target = to.localize(Access.WRITE)) {
      for (int piece = 0; piece < plan.pieces(); piece++) {
        MemorySegment keys = piece(piece, buffer);
        try (LocalView source = next.await()) {
          if (piece + 1 < plan.pieces()) {
            next = request(piece + 1);
          }
          KeyKernels.sort(from.type(), source.segment(), keys, plan.kernel());
        }
        charge(context, keys.byteSize() / from.type().bytes());
        sorted.add(keys);
        plan.share(context, 0);
      }
      KeyKernels.mergeByWindows(to.type(), sorted, target.segment(), plan.kernel());
      context.charge(SortCosts.merge(from.length(), sorted.size(), plan.kernel()));
      target.commit();
    } finally {
      next.close();
    }
    ArrayPool.NATIVE.give(buffer);
  }

  private Request<LocalView> request(int piece) {
    return from.slice(start(piece), start(piece + 1)).range().localizeAsync(Access.READ);
  }

  private MemorySegment piece(int piece, MemorySegment buffer) {
    long from = start(piece) * this.from.type().bytes();
    return buffer.asSlice(from, start(piece + 1) * this.from.type().bytes() - from);
  }

  private long start(int piece) {
    return plan.piece(piece, from.length());
  }

  private void charge(TaskContext context, long keys) {
    context.charge(SortCosts.sort(keys, plan.kernel()));
  }
}
