package org.temoto.task.steal;

import org.temoto.task.deque.SharedPart;
import org.temoto.task.join.CellLayout;

/**
 * Layout of a worker's words, slots and cells within its block of the symmetric heap.
 *
 * <pre>
 *    0  steal word                (a line of its own: thieves add to it)
 *  128  acknowledgements, area 0  (added to by thieves)
 *  136  acknowledgements, area 1
 *  256  mailbox: a request        (swapped in by thieves, out by the owner)
 *  384  reply                     (set by the victim of this worker's request)
 *  392  how often the worker has begun or left a task      (written by the owner)
 *  400  rounds in which it has looked for one in vain      (written by the owner)
 *  408  what tasks lack that others could begin            (written by the owner)
 *  512  steal word and acknowledgements of what only workers of the PE may take
 *  768  the task that came with the reply
 *       slots: area 0, area 1     (written by the owner, got by thieves)
 *       join cells                (put by thieves, polled by the owner)
 *       a long per cell: the generation whose task is cancelled  (set by the owner)
 *       two longs per cell, for tasks that end in it together: those that are to end, and whether
 *       one has failed       (atomics of those that run them)
 * </pre>
 */
public final class WorkerLayout {
  /** Two cache lines: adjacent lines are fetched together. */
  public static final int LINE = 128;

  public static final int STEAL_WORD = 0;
  public static final int ACKNOWLEDGED = STEAL_WORD + LINE;
  public static final int MAILBOX = ACKNOWLEDGED + LINE;
  public static final int REPLY = MAILBOX + LINE;
  public static final int TURNS = REPLY + Long.BYTES;
  public static final int VAIN = TURNS + Long.BYTES;

  /** In the word at {@link #VAIN}: a look for tasks and for strands that can go on, in vain. */
  public static final long VAIN_LOOK = 1;

  /** The same for strands only, of a worker that begins no task; in the upper half. */
  public static final long VAIN_FULL_LOOK = 1L << Integer.SIZE;

  public static final int LACK = VAIN + Long.BYTES;

  /** In the word at {@link #LACK}, beside so many times the one at {@link #TURNS}. */
  public static final long LACKS = 4;

  public static final long LACK_NOTHING = 0;

  /** Tasks that others could begin lack a join cell. */
  public static final long LACK_CELL = 1;

  /** They lack room in the overflow area. */
  public static final long LACK_ROOM = 2;

  public static final int NEAR = REPLY + LINE;
  public static final int REPLY_SLOT = NEAR + MAILBOX;
  public static final int SLOTS = REPLY_SLOT + SlotLayout.BYTES;
  public static final int CELLS = SLOTS + SharedPart.SLOTS * SlotLayout.BYTES;
  public static final int RUN_CELL = CELLS + CellLayout.RUN * CellLayout.BYTES;
  public static final int MARKS = RUN_CELL + CellLayout.BYTES;
  public static final int COUNTS = MARKS + CellLayout.COUNT * Long.BYTES;
  private static final int END = COUNTS + 2 * CellLayout.COUNT * Long.BYTES;
  public static final int BYTES = Math.ceilDiv(END, LINE) * LINE;

  private WorkerLayout() {}

  /**
   * The word that counts the acknowledged claims of {@code area}, in the block at {@code block}.
   */
  public static long acknowledged(long block, int area) {
    return block + ACKNOWLEDGED + (long) area * Long.BYTES;
  }

  public static long slot(long block, int slot) {
    return block + SLOTS + (long) slot * SlotLayout.BYTES;
  }

  public static long cell(long block, int cell) {
    return block + CELLS + (long) cell * CellLayout.BYTES;
  }

  /**
   * The place where the owner marks the task whose end is to be reported to {@code cell} as
   * cancelled.
   */
  public static long mark(long block, int cell) {
    return block + MARKS + (long) cell * Long.BYTES;
  }

  /** The word that counts tasks that end together in {@code cell}. */
  public static long count(long block, int cell) {
    return block + COUNTS + 2L * cell * Long.BYTES;
  }

  /**
   * The word that says that one of them has failed: the first one's failure is in the cell, and
   * larger words than 1 say in which buffer of which PE the last one's is.
   */
  public static long failed(long block, int cell) {
    return count(block, cell) + Long.BYTES;
  }
}
