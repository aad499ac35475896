package org.temoto.apps.lu;

import org.temoto.gas.Access;
import org.temoto.gas.LocalView;
import org.temoto.task.Action;
import org.temoto.task.TaskContext;

/**
 * Task that computes X of X U = B, in the place of B. Rows are independent; columns are solved from
 * the left.
 *
 * @param factors has U on and above its diagonal
 * @param block B
 */
record SolveUpper(TiledMatrix matrix, Block factors, Block block) implements Action {
  @Override
  public void compute(TaskContext context) {
    if (block.height() > 1) {
      context.forkJoin(
          new SolveUpper(matrix, factors, block.upper()),
          new SolveUpper(matrix, factors, block.lower()));
    } else if (block.width() > 1) {
      Block first = factors.upper().leftHalf();
      new SolveUpper(matrix, first, block.leftHalf()).compute(context);
      new Update(matrix, block.leftHalf(), factors.upper().rightHalf(), block.rightHalf())
          .compute(context);
      new SolveUpper(matrix, factors.lower().rightHalf(), block.rightHalf()).compute(context);
    } else {
      solveTile(context);
    }
  }

  private void solveTile(TaskContext context) {
    matrix.take(block.top(), block.left(), context.pe());
    try (LocalView upper = matrix.localize(factors.top(), factors.left(), Access.READ);
        LocalView tile = matrix.localize(block.top(), block.left(), Access.READ_WRITE)) {
      TileMath.solveUpper(upper.segment(), tile.segment(), matrix.side());
      context.charge(TileMath.solveNanos(matrix.side()));
      tile.commit();
    }
  }
}
