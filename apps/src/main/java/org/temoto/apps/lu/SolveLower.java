package org.temoto.apps.lu;

import org.temoto.gas.Access;
import org.temoto.gas.LocalView;
import org.temoto.task.Action;
import org.temoto.task.TaskContext;

/**
 * Task that computes X of L X = B, in the place of B. Columns are independent; rows are solved from
 * the top.
 *
 * @param factors has L below its diagonal, of ones
 * @param block B
 */
record SolveLower(TiledMatrix matrix, Block factors, Block block) implements Action {
  @Override
  public void compute(TaskContext context) {
    if (block.width() > 1) {
      context.forkJoin(
          new SolveLower(matrix, factors, block.leftHalf()),
          new SolveLower(matrix, factors, block.rightHalf()));
    } else if (block.height() > 1) {
      Block first = factors.upper().leftHalf();
      new SolveLower(matrix, first, block.upper()).compute(context);
      new Update(matrix, factors.lower().leftHalf(), block.upper(), block.lower()).compute(context);
      new SolveLower(matrix, factors.lower().rightHalf(), block.lower()).compute(context);
    } else {
      solveTile(context);
    }
  }

  private void solveTile(TaskContext context) {
    matrix.take(block.top(), block.left(), context.pe());
    try (LocalView lower = matrix.localize(factors.top(), factors.left(), Access.READ);
        LocalView tile = matrix.localize(block.top(), block.left(), Access.READ_WRITE)) {
      TileMath.solveLower(lower.segment(), tile.segment(), matrix.side());
      context.charge(TileMath.solveNanos(matrix.side()));
      tile.commit();
    }
  }
}
