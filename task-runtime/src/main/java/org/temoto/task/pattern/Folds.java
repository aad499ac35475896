package org.temoto.task.pattern;

import org.temoto.task.TaskContext;

/** Part folds over one array and over two. */
final class Folds {
  private Folds() {}

  /** Part fold over one array. */
  record Single<R>(Reduction<R> reduction, Operand array) implements Fold.Work<R> {
    @Override
    public R fold(TaskContext context, WalkPlan plan, long from, long to) {
      R result = reduction.identity();
      try (Grains grains = new Grains(context, plan, from, to, array)) {
        while (grains.next()) {
          R next = reduction.fold(grains.segment(0), grains.first(), grains.count());
          result = reduction.combine(result, next);
        }
      }
      return result;
    }

    @Override
    public R combine(R left, R right) {
      return reduction.combine(left, right);
    }
  }

  /** Part fold over two arrays side by side. */
  record Pair<R>(Reduction.OfPairs<R> reduction, Operand left, Operand right)
      implements Fold.Work<R> {
    @Override
    public R fold(TaskContext context, WalkPlan plan, long from, long to) {
      R result = reduction.identity();
      try (Grains grains = new Grains(context, plan, from, to, left, right)) {
        while (grains.next()) {
          R next =
              reduction.fold(grains.segment(0), grains.segment(1), grains.first(), grains.count());
          result = reduction.combine(result, next);
        }
      }
      return result;
    }

    @Override
    public R combine(R before, R after) {
      return reduction.combine(before, after);
    }
  }
}
