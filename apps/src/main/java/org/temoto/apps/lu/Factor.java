package org.temoto.apps.lu;

import org.temoto.gas.Access;
import org.temoto.gas.LocalView;
import org.temoto.task.Action;
import org.temoto.task.TaskContext;

/**
 * Task that factors A = L U in place, without pivoting, by halving (Toledo, 1997): the upper left
 * quarter first, then the two beside it in parallel, then what is left of the fourth.
 *
 * @param block on the diagonal
 */
record Factor(TiledMatrix matrix, Block block) implements Action {
  @Override
  public void compute(TaskContext context) {
    if (block.height() == 1) {
      factorTile(context);
      return;
    }
    Block first = block.upper().leftHalf();
    Block last = block.lower().rightHalf();
    Block right = block.upper().rightHalf();
    Block below = block.lower().leftHalf();
    new Factor(matrix, first).compute(context);
    context.forkJoin(new SolveLower(matrix, first, right), new SolveUpper(matrix, first, below));
    new Update(matrix, below, right, last).compute(context);
    new Factor(matrix, last).compute(context);
  }

  private void factorTile(TaskContext context) {
    matrix.take(block.top(), block.left(), context.pe());
    try (LocalView tile = matrix.localize(block.top(), block.left(), Access.READ_WRITE)) {
      TileMath.factor(tile.segment(), matrix.side());
      context.charge(TileMath.solveNanos(matrix.side()));
      tile.commit();
    }
  }
}
