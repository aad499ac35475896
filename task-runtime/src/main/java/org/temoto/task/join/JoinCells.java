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

  /** Those for children from the beginning, those for groups from where these may reach. */
  private final int[] free = new int[CellLayout.COUNT];

  private int frees;
  private int groupFrees;

  /**
   * @param heap this PE's heap
   * @param base where the first cell stands in it; generations continue from the flags that an
   *     earlier user has left there
   */
  public JoinCells(MemorySegment heap, long base) {
    this.heap = heap;
    this.base = base;
    for (int cell = CellLayout.RUN - 1; cell >= 0; cell--) {
      generations[cell] = flag(cell);
      release(cell);
    }
  }

  /** Gives out a cell for a child, until {@link #release}, or returns {@link #NONE}. */
  public int allocate() {
    return frees == 0 ? NONE : given(free[--frees]);
  }

  /** Tells whether {@link #allocate} would give out one. */
  public boolean hasFree() {
    return frees != 0;
  }

  /** The same for a group. */
  public int allocateForGroup() {
    return groupFrees == 0 ? NONE : given(free[CellLayout.CHILDREN + --groupFrees]);
  }

  private int given(int cell) {
    generations[cell]++;
    return cell;
  }

  /** Gives out the cell for what is detached in run {@code number}, which is its generation. */
  public int allocateForRun(long number) {
    generations[CellLayout.RUN] = number;
    return CellLayout.RUN;
  }

  /** Takes back a cell whose outcome has been read, or that no thief has seen. */
  public void release(int cell) {
    if (cell < CellLayout.CHILDREN) {
      free[frees++] = cell;
    } else if (cell != CellLayout.RUN) {
      free[CellLayout.CHILDREN + groupFrees++] = cell;
    }
  }

  public int inUse() {
    return CellLayout.RUN - frees - groupFrees;
  }

  /** The flag that says that the present use of {@code cell} is complete. */
  public long generation(int cell) {
    return generations[cell];
  }

  public long offset(int cell) {
    return base + (long) cell * CellLayout.BYTES;
  }

  /** Tells whether the outcome has arrived. */
  public boolean isDone(int cell) {
    // mutant: old-flag
    return flag(cell) == generations[cell];
  }

  private long flag(int cell) {
    // acquire: the result is read after its flag
    return (long) LONG.getAcquire(heap, offset(cell) + CellLayout.FLAG);
  }
}
