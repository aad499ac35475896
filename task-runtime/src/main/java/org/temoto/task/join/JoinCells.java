package org.temoto.task.join;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The join cells of one worker. A cell is given out with a generation, which the thief sets as the
 * flag: so a cell needs no clearing, and a flag of an earlier use says nothing. Used by the strand
 * that has the worker's identity.
 */
public final class JoinCells {
  /** Result of {@link #allocate} when all cells are in use. */
  public static final int NONE = -1;

  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  private final MemorySegment heap;
  private final long base;
  private final long[] generations = new long[CellLayout.COUNT];
  private final int[] free = new int[CellLayout.COUNT];
  private int frees;

  /**
   * @param heap this PE's heap
   * @param base where the first cell stands in it; generations continue from the flags that an
   *     earlier user has left there
   */
  public JoinCells(MemorySegment heap, long base) {
    this.heap = heap;
    this.base = base;
    for (int cell = CellLayout.COUNT - 1; cell >= 0; cell--) {
      generations[cell] = flag(cell);
      free[frees++] = cell;
    }
  }

  /** Gives out a cell, until {@link #release}, or returns {@link #NONE}. */
  public int allocate() {
    if (frees == 0) {
      return NONE;
    }
    int cell = free[--frees];
    generations[cell]++;
    return cell;
  }

  /** Takes back a cell whose outcome has been read, or that no thief has seen. */
  public void release(int cell) {
    free[frees++] = cell;
  }

  public int inUse() {
    return CellLayout.COUNT - frees;
  }

  /** The flag that says that the present use of {@code cell} is complete. */
  public long generation(int cell) {
    return generations[cell];
  }

  /** The offset of {@code cell} in the heap. */
  public long offset(int cell) {
    return base + (long) cell * CellLayout.BYTES;
  }

  /** Tells whether the outcome has arrived. */
  public boolean isDone(int cell) {
    // mutant: old-flag
    return flag(cell) == generations[cell];
  }

  private long flag(int cell) {
    return (long)
        LONG.getAcquire(
            heap, offset(cell) + CellLayout.FLAG); // acquire: the result is read after its flag
  }
}
