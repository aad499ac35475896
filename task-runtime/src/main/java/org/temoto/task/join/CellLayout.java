package org.temoto.task.join;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/**
 * A join cell: how a task run by another PE ended. The thief puts everything behind the flag,
 * fences, and sets the flag.
 *
 * <pre>
 *   0  long  flag: the generation for which the cell was given out, once the rest has arrived
 *   8  int   bytes of the marshalled result or failure
 *  12  int   1 if it is a failure, else 0
 *  16  int   PE that ran the task
 *  20  int   (unused)
 *  24  long  offset of the overflow buffer, on that PE, that holds the bytes, or 0: they are here
 *  32        the marshalled result or failure
 * 256
 * </pre>
 */
public final class CellLayout {
  public static final int FLAG = 0;
  public static final int LENGTH = FLAG + Long.BYTES;
  public static final int FAILED = LENGTH + Integer.BYTES;
  public static final int PE = FAILED + Integer.BYTES;
  public static final int OVERFLOW = PE + 2 * Integer.BYTES;
  public static final int PAYLOAD = OVERFLOW + Long.BYTES;
  public static final int BYTES = 256;
  public static final int CAPACITY = BYTES - PAYLOAD;

  /**
   * Cells per worker for children: so many may be claimed and not yet collected before a worker
   * offers no more.
   */
  public static final int CHILDREN = 256;

  /**
   * Those for groups of children that end together, which get one at once or not at all: children
   * may wait for what the forker does next.
   */
  public static final int GROUPS = 128;

  /** The one for tasks that are detached, which all end in that of the first worker of PE 0. */
  public static final int RUN = CHILDREN + GROUPS;

  /** Cells per worker. */
  public static final int COUNT = RUN + 1;

  private CellLayout() {}

  /** Writes all but flag and payload. */
  public static void write(
      MemorySegment memory, long cell, int length, boolean failed, int pe, long overflow) {
    memory.set(JAVA_INT, cell + LENGTH, length);
    memory.set(JAVA_INT, cell + FAILED, failed ? 1 : 0);
    memory.set(JAVA_INT, cell + PE, pe);
    memory.set(JAVA_LONG, cell + OVERFLOW, overflow);
  }

  public static int length(MemorySegment memory, long cell) {
    return memory.get(JAVA_INT, cell + LENGTH);
  }

  public static boolean failed(MemorySegment memory, long cell) {
    return memory.get(JAVA_INT, cell + FAILED) != 0;
  }

  public static int pe(MemorySegment memory, long cell) {
    return memory.get(JAVA_INT, cell + PE);
  }

  public static long overflow(MemorySegment memory, long cell) {
    return memory.get(JAVA_LONG, cell + OVERFLOW);
  }
}
