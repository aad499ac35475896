package org.temoto.apps.lu;

import org.temoto.gas.Access;
import org.temoto.gas.LocalView;
import org.temoto.task.Action;
import org.temoto.task.TaskContext;

/**
 * Task that computes C -= A B: the longer side of C is halved, and the halves are computed in
 * parallel, down to a tile of C, which then takes all products.
 *
 * @param a as high as {@code c}
 * @param b as wide as {@code c}, and as high as {@code a} is wide
 */
record Update(TiledMatrix matrix, Block a, Block b, Block c) implements Action {
  @Override
  public void compute(TaskContext context) {
    if (c.height() == 1 && c.width() == 1) {
      updateTile(context);
    } else if (c.height() >= c.width()) {
      context.forkJoin(
          new Update(matrix, a.upper(), b, c.upper()), new Update(matrix, a.lower(), b, c.lower()));
    } else {
      context.forkJoin(
          new Update(matrix, a, b.leftHalf(), c.leftHalf()),
          new Update(matrix, a, b.rightHalf(), c.rightHalf()));
    }
  }

  private void updateTile(TaskContext context) {
    matrix.take(c.top(), c.left(), context.pe());
    try (LocalView target = matrix.localize(c.top(), c.left(), Access.READ_WRITE)) {
      for (int k = 0; k < a.width(); k++) {
        try (LocalView one = matrix.localize(a.top(), a.left() + k, Access.READ);
            LocalView other = matrix.localize(b.top() + k, b.left(), Access.READ)) {
          TileMath.subtractProduct(one.segment(), other.segment(), target.segment(), matrix.side());
        }
      }
      context.charge(a.width() * TileMath.productNanos(matrix.side()));
      target.commit();
    }
  }
}
