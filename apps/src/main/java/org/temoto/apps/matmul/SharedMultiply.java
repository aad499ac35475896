package org.temoto.apps.matmul;

import org.temoto.task.Action;
import org.temoto.task.TaskContext;

/**
 * Task of {@link Multiply} as it is written for shared memory: the same recursion over the same
 * kernels, without localize and commit. It attends to thieves where the other does; where that goes
 * through the inner dimension in another order, for the sake of owners, it does not.
 */
record SharedMultiply(
    SharedMatrix a, SharedMatrix b, SharedMatrix c, MultiplyPlan plan, int workers)
    implements Action {
  @Override
  public void compute(TaskContext context) {
    long m = c.rows();
    long n = c.columns();
    long k = a.columns();
    switch (plan.cut(m, workers > 1 ? 1 : k, n)) {
      case NONE -> {
        if (workers > 1) {
          by(1).compute(context);
          return;
        }
        long nanos = ProductCosts.product(m, n, k, plan.type(), plan.kernel());
        context.share(nanos / ChunkedProduct.SHARED_PART);
        if (plan.method() == MatmulMethod.RECURSIVE) {
          TileKernels.multiplyAdd(plan.type(), plan.kernel(), a.toTile(), b.toTile(), c.toTile());
          context.charge(nanos);
          return;
        }
        long chunk = ChunkedProduct.chunk(plan.type(), context.space().options().pageSize());
        for (long from = 0; from < k; from += chunk) {
          long depth = Math.min(chunk, k - from);
          Tile partA = a.block(0, from, m, depth).toTile();
          Tile partB = b.block(from, 0, depth, n).toTile();
          context.attend();
          TileKernels.multiplyAdd(plan.type(), plan.kernel(), partA, partB, c.toTile());
          context.charge(ProductCosts.product(m, n, depth, plan.type(), plan.kernel()));
        }
      }
      case ROWS -> {
        long half = plan.part(m, m, workers);
        context.forkJoin(rows(0, half).by(workers / 2), rows(half, m).by(workers - workers / 2));
      }
      case COLUMNS -> {
        long half = plan.part(n, c.width(), workers);
        context.forkJoin(
            columns(0, half).by(workers / 2), columns(half, n).by(workers - workers / 2));
      }
      case INNER -> {
        long half = MultiplyPlan.half(k, a.width());
        inner(0, half).compute(context);
        inner(half, k).compute(context);
      }
    }
  }

  private SharedMultiply rows(long from, long to) {
    return new SharedMultiply(
        a.block(from, 0, to - from, a.columns()),
        b,
        c.block(from, 0, to - from, c.columns()),
        plan,
        workers);
  }

  private SharedMultiply columns(long from, long to) {
    return new SharedMultiply(
        a,
        b.block(0, from, b.rows(), to - from),
        c.block(0, from, c.rows(), to - from),
        plan,
        workers);
  }

  private SharedMultiply inner(long from, long to) {
    return new SharedMultiply(
        a.block(0, from, a.rows(), to - from),
        b.block(from, 0, to - from, b.columns()),
        c,
        plan,
        workers);
  }

  private SharedMultiply by(int count) {
    return new SharedMultiply(a, b, c, plan, Math.max(1, count));
  }
}
