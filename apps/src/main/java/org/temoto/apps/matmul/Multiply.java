package org.temoto.apps.matmul;

import org.temoto.gas.Access;
import org.temoto.gas.LocalView;
import org.temoto.gas.array.GlobalMatrix;
import org.temoto.task.Action;
import org.temoto.task.TaskContext;

/**
 * C += A * B, or C = A * B, for matrices of any shapes that fit: the largest dimension is halved
 * until a block suits the caches (Frigo et al., 1999). Halves of C are computed in parallel, halves
 * of the inner dimension one after the other.
 *
 * @param fresh whether what C had is replaced, and not added to
 * @param whole whether C is complete after this, and not only a part of the inner dimension added
 */
public record Multiply(
    StoredMatrix a, StoredMatrix b, StoredMatrix c, MultiplyPlan plan, boolean fresh, boolean whole)
    implements Action {
  /** C += A * B. */
  public Multiply(StoredMatrix a, StoredMatrix b, StoredMatrix c, MultiplyPlan plan) {
    this(a, b, c, plan, false, true);
  }

  /** C = A * B, whatever C had; does not fetch C. */
  static Multiply fresh(StoredMatrix a, StoredMatrix b, StoredMatrix c, MultiplyPlan plan) {
    return new Multiply(a, b, c, plan, true, true);
  }

  /** C += A * B of matrices that are stored row by row. */
  public Multiply(GlobalMatrix a, GlobalMatrix b, GlobalMatrix c, MultiplyPlan plan) {
    this(StoredMatrix.of(a), StoredMatrix.of(b), StoredMatrix.of(c), plan);
  }

  @Override
  public void execute(TaskContext context) {
    long m = c.rows();
    long n = c.columns();
    long k = a.columns();
    switch (plan.cut(m, k, n)) {
      case NONE -> {
        if (plan.prefetch() && context.space().pes() > 1) {
          new ChunkedProduct(a, b, c, plan, fresh, whole).run(context);
          if (whole) {
            // The bytes travel while this task waits for others: joins of these would send them.
            context.space().releaseFenceAsync();
          }
        } else {
          multiplyHere(context, ProductCosts.product(m, n, k, plan.type(), plan.kernel()));
        }
      }
      case ROWS -> {
        long half = MultiplyPlan.half(m, m);
        context.forkJoin(rows(0, half), rows(half, m));
      }
      case COLUMNS -> {
        long half = MultiplyPlan.half(n, c.width());
        context.forkJoin(columns(0, half), columns(half, n));
      }
      case INNER -> {
        long half = MultiplyPlan.half(k, a.width());
        inner(0, half, fresh, false).execute(context);
        inner(half, k, false, whole).execute(context);
      }
    }
  }

  private Multiply rows(long from, long to) {
    return new Multiply(
        a.block(from, 0, to - from, a.columns()),
        b,
        c.block(from, 0, to - from, c.columns()),
        plan,
        fresh,
        whole);
  }

  private Multiply columns(long from, long to) {
    return new Multiply(
        a,
        b.block(0, from, b.rows(), to - from),
        c.block(0, from, c.rows(), to - from),
        plan,
        fresh,
        whole);
  }

  private Multiply inner(long from, long to, boolean first, boolean last) {
    return new Multiply(
        a.block(0, from, a.rows(), to - from),
        b.block(from, 0, to - from, b.columns()),
        c,
        plan,
        first,
        last);
  }

  private void multiplyHere(TaskContext context, long nanos) {
    try (LocalView viewA = a.localize(Access.READ);
        LocalView viewB = b.localize(Access.READ);
        LocalView viewC = c.localize(fresh ? Access.WRITE : Access.READ_WRITE)) {
      Tile tile = Tile.of(c, viewC);
      if (fresh) {
        tile.clear();
      }
      TileKernels.multiplyAdd(
          plan.type(), plan.kernel(), Tile.of(a, viewA), Tile.of(b, viewB), tile);
      context.charge(nanos);
      viewC.commit();
    }
  }
}
