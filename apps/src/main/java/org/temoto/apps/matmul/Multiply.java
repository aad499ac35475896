package org.temoto.apps.matmul;

import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.Access;
import org.temoto.gas.LocalView;
import org.temoto.gas.Request;
import org.temoto.gas.array.GlobalMatrix;
import org.temoto.task.Action;
import org.temoto.task.Forked;
import org.temoto.task.TaskContext;

/**
 * Task that computes C += A * B, or C = A * B, for matrices of any shapes that fit: the largest
 * dimension is halved until a block suits the caches (Frigo et al., 1999). Halves of C are computed
 * in parallel, halves of the inner dimension one after the other.
 *
 * @param fresh whether what C had is replaced, and not added to
 * @param whole whether C is complete after this, and not only a part of the inner dimension added
 * @param worker the first of the workers, counted over all PEs, between which C is divided
 * @param workers how many these are; 0 if C is not divided between workers, and tasks go where
 *     thieves take them
 */
public record Multiply(
    StoredMatrix a,
    StoredMatrix b,
    StoredMatrix c,
    MultiplyPlan plan,
    boolean fresh,
    boolean whole,
    int worker,
    int workers)
    implements Action {
  /** C += A * B. */
  public Multiply(StoredMatrix a, StoredMatrix b, StoredMatrix c, MultiplyPlan plan) {
    this(a, b, c, plan, false, true, 0, 0);
  }

  /** C = A * B, whatever C had; does not fetch C. */
  static Multiply fresh(StoredMatrix a, StoredMatrix b, StoredMatrix c, MultiplyPlan plan) {
    return new Multiply(a, b, c, plan, true, true, 0, 0);
  }

  /** C += A * B of matrices that are stored row by row. */
  public Multiply(GlobalMatrix a, GlobalMatrix b, GlobalMatrix c, MultiplyPlan plan) {
    this(StoredMatrix.of(a), StoredMatrix.of(b), StoredMatrix.of(c), plan);
  }

  @Override
  public void compute(TaskContext context) {
    if (workers > 1 && cut() != MultiplyPlan.Cut.NONE) {
      Multiply second = second();
      int pe = second.worker / context.space().options().workers();
      Forked<Void> forked = context.forkAt(pe, second); // ends with this task if it is not joined
      first().compute(context);
      context.join(forked);
      return;
    }
    (workers > 1 ? by(worker, 1) : this).multiply(context); // too small to be divided, or alone
  }

  private void multiply(TaskContext context) {
    switch (cut()) {
      case NONE -> {
        boolean away = context.space().pes() > 1;
        if (away && plan.prefetch() && plan.method() == MatmulMethod.CHUNKED) {
          new ChunkedProduct(a, b, c, plan, fresh).run(context);
        } else {
          long nanos =
              ProductCosts.product(c.rows(), c.columns(), a.columns(), plan.type(), plan.kernel());
          multiplyHere(context, nanos);
        }
        if (away && whole) {
          // The bytes travel while this task does others: joins of these would send them.
          context.space().releaseFenceAsync();
        }
      }
      case ROWS, COLUMNS -> {
        Multiply second = second();
        Forked<Void> forked =
            workers == 0 ? context.fork(second) : context.forkAt(context.space().pe(), second);
        List<Request<LocalView>> ahead = askAfter(context, second, !fresh);
        try {
          first().compute(context);
          context.join(forked);
        } finally {
          ahead.forEach(Request::close);
        }
      }
      case INNER -> {
        Multiply second = second();
        List<Request<LocalView>> ahead = askAfter(context, second, false); // C is here
        try {
          first().compute(context);
          second.compute(context);
        } finally {
          ahead.forEach(Request::close);
        }
      }
    }
  }

  /** Between workers C is divided, into a tile for each, so that they share no element of C. */
  private MultiplyPlan.Cut cut() {
    return workers > 1
        ? plan.cut(c.rows(), 1, c.columns())
        : plan.cut(c.rows(), a.columns(), c.columns());
  }

  /** The half that is begun with. */
  private Multiply first() {
    long m = c.rows();
    long n = c.columns();
    long k = a.columns();
    return switch (cut()) {
      case NONE -> this;
      case ROWS -> rows(0, plan.part(m, m, workers)).byFirst();
      case COLUMNS -> columns(0, plan.part(n, c.width(), workers)).byFirst();
      case INNER -> {
        long half = MultiplyPlan.half(k, a.width());
        yield isBackwards() ? inner(half, k, fresh, false) : inner(0, half, fresh, false);
      }
    };
  }

  private Multiply second() {
    long m = c.rows();
    long n = c.columns();
    long k = a.columns();
    return switch (cut()) {
      case NONE -> this;
      case ROWS -> rows(plan.part(m, m, workers), m).bySecond();
      case COLUMNS -> columns(plan.part(n, c.width(), workers), n).bySecond();
      case INNER -> {
        long half = MultiplyPlan.half(k, a.width());
        yield isBackwards() ? inner(0, half, false, whole) : inner(half, k, false, whole);
      }
    };
  }

  /**
   * Order of the halves of the inner dimension: backwards in some tiles, by their numbers, since
   * all PEs would ask the same owners at once otherwise.
   */
  private boolean isBackwards() {
    long tile =
        c.rows() == 0 || c.columns() == 0 ? 0 : 2 * (c.row() / c.rows()) + c.column() / c.columns();
    long blocks = Math.ceilDiv(a.columns(), plan.depth());
    return (tile >> (63 - Long.numberOfLeadingZeros(blocks - 1)) & 1) == 1;
  }

  private Multiply byFirst() {
    return workers > 1 ? by(worker, workers / 2) : this;
  }

  private Multiply bySecond() {
    return workers > 1 ? by(worker + workers / 2, workers - workers / 2) : this;
  }

  /** The same by {@code count} workers from {@code first} on. */
  Multiply by(int first, int count) {
    return new Multiply(a, b, c, plan, fresh, whole, first, count);
  }

  private List<Request<LocalView>> askAfter(TaskContext context, Multiply second, boolean withC) {
    return context.space().pes() == 1 || !plan.prefetch() || isAskedAhead()
        ? List.of()
        : second.leading().ask(withC);
  }

  private boolean isAskedAhead() {
    return plan.isAskedAhead(c.rows(), a.columns(), c.columns());
  }

  /** The part that is computed first, of those whose blocks are asked for together. */
  private Multiply leading() {
    Multiply part = this;
    while (!part.isAskedAhead() && part.cut() != MultiplyPlan.Cut.NONE) {
      part = part.first();
    }
    return part;
  }

  /** Asks for the blocks that the smallest products of this one are going to localize. */
  private List<Request<LocalView>> ask(boolean withC) {
    if (!isAskedAhead()) {
      return List.of();
    }
    List<Request<LocalView>> requests = new ArrayList<>();
    try {
      for (StoredMatrix matrix : withC ? List.of(a, b, c) : List.of(a, b)) {
        requests.add(matrix.localizeAsync(Access.READ));
      }
    } catch (RuntimeException | Error e) { // the task is cancelled
      requests.forEach(Request::close);
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
        whole,
        worker,
        workers);
  }

  private Multiply columns(long from, long to) {
    return new Multiply(
        a,
        b.block(0, from, b.rows(), to - from),
        c.block(0, from, c.rows(), to - from),
        plan,
        fresh,
        whole,
        worker,
        workers);
  }

  private Multiply inner(long from, long to, boolean first, boolean last) {
    return new Multiply(
        a.block(0, from, a.rows(), to - from),
        b.block(from, 0, to - from, b.columns()),
        c,
        plan,
        first,
        last,
        worker,
        workers);
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
