package org.temoto.apps.matmul;

import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.Access;
import org.temoto.gas.LocalView;
import org.temoto.gas.LocalizeRequest;
import org.temoto.gas.array.GlobalMatrix;
import org.temoto.task.Action;
import org.temoto.task.Forked;
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
        boolean away = context.space().pes() > 1;
        if (away && plan.prefetch() && plan.method() == MatmulMethod.CHUNKED) {
          new ChunkedProduct(a, b, c, plan, fresh, whole).run(context);
        } else {
          multiplyHere(context, ProductCosts.product(m, n, k, plan.type(), plan.kernel()));
        }
        if (away && whole) {
          // The bytes travel while this task does others: joins of these would send them.
          context.space().releaseFenceAsync();
        }
      }
      case ROWS -> {
        long half = MultiplyPlan.half(m, m);
        both(context, rows(0, half), rows(half, m));
      }
      case COLUMNS -> {
        long half = MultiplyPlan.half(n, c.width());
        both(context, columns(0, half), columns(half, n));
      }
      case INNER -> {
        long half = MultiplyPlan.half(k, a.width());
        if (isOdd(m, n)) {
          inOrder(context, inner(half, k, fresh, false), inner(0, half, false, whole));
        } else {
          inOrder(context, inner(0, half, fresh, false), inner(half, k, false, whole));
        }
      }
    }
  }

  /**
   * Whether this is an odd block among those of its size in C, as on a chessboard. Neighbours begin
   * with different halves of the inner dimension: else all PEs would ask the owners of one half.
   */
  private boolean isOdd(long m, long n) {
    return (c.row() / m + c.column() / n) % 2 == 1;
  }

  private void both(TaskContext context, Multiply first, Multiply second) {
    Forked<Void> forked = context.fork(second); // ends with this task if it cannot be joined
    List<LocalizeRequest<LocalView>> ahead = second.ask(context, !fresh);
    try {
      first.execute(context);
      context.join(forked);
    } finally {
      ahead.forEach(LocalizeRequest::close);
    }
  }

  private static void inOrder(TaskContext context, Multiply first, Multiply second) {
    List<LocalizeRequest<LocalView>> ahead = second.ask(context, false); // C is here by then
    try {
      first.execute(context);
      second.execute(context);
    } finally {
      ahead.forEach(LocalizeRequest::close);
    }
  }

  /** Asks for the blocks that the smallest products of this one are going to localize. */
  private List<LocalizeRequest<LocalView>> ask(TaskContext context, boolean withC) {
    if (context.space().pes() == 1 || !plan.isAskedAhead(c.rows(), a.columns(), c.columns())) {
      return List.of();
    }
    List<LocalizeRequest<LocalView>> requests = new ArrayList<>();
    try {
      for (StoredMatrix matrix : withC ? List.of(a, b, c) : List.of(a, b)) {
        requests.add(matrix.localizeAsync(Access.READ));
      }
    } catch (RuntimeException | Error e) { // the task is cancelled
      requests.forEach(LocalizeRequest::close);
      throw e;
    }
    return requests;
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
    context.share(nanos / ChunkedProduct.SHARED_PART);
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
