package org.temoto.apps.jacobi;

import org.temoto.task.Action;
import org.temoto.task.TaskContext;

/** One step on the rows [{@code first}, {@code end}): halved down to {@code cutoff} rows. */
record Band(Grid from, Grid to, int first, int end, int cutoff) implements Action {
  @Override
  public void compute(TaskContext context) {
    int rows = end - first;
    if (rows <= cutoff) {
      Stencil.step(from, to, first, end);
      context.charge(Stencil.nanos(rows, from.n()));
    } else {
      int middle = first + rows / 2;
      context.forkJoin(
          new Band(from, to, first, middle, cutoff), new Band(from, to, middle, end, cutoff));
    }
  }
}
