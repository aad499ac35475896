package org.temoto.task.join;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Stress test of a join cell: an owner that sees its flag sees all of the outcome; a flag of an
 * earlier use says nothing.
 */
@JCStressTest
@Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "not done")
@Outcome(id = "1, 8, 7", expect = Expect.ACCEPTABLE, desc = "done, with length and bytes")
@State
public class JoinCellStress {
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  private final MemorySegment heap =
      MemorySegment.ofArray(new long[CellLayout.COUNT * CellLayout.BYTES / Long.BYTES]);
  private final JoinCells cells = new JoinCells(heap, 0);
  private final int cell;

  /** The cell has been used before. */
  public JoinCellStress() {
    int before = cells.allocate();
    LONG.setVolatile(heap, cells.offset(before), cells.generation(before));
    cells.release(before);
    cell = cells.allocate();
  }

  /** Writes the cell as the transport delivers a put, and after a fence a set. */
  @Actor
  public void thief() {
    long at = cells.offset(cell);
    CellLayout.write(heap, at, 8, false, 1, 0);
    heap.set(ValueLayout.JAVA_LONG, at + CellLayout.PAYLOAD, 7);
    LONG.setRelease(heap, at + CellLayout.FLAG, cells.generation(cell));
  }

  @Actor
  public void owner(III_Result r) {
    if (cells.isDone(cell)) {
      r.r1 = 1;
      r.r2 = CellLayout.length(heap, cells.offset(cell));
      r.r3 = (int) heap.get(ValueLayout.JAVA_LONG, cells.offset(cell) + CellLayout.PAYLOAD);
    }
  }
}
