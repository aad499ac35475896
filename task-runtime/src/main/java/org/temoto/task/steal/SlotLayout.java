package org.temoto.task.steal;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/**
 * A task slot: a task on offer, as a thief on another PE gets it with one get.
 *
 * <pre>
 *   0  int   bytes of the marshalled task
 *   4  int   join cell; its complement if the task is one of several that end in the cell together
 *   8  long  generation of the join cell
 *  16  long  offset of the overflow buffer that holds the task, or 0: it is here
 *  24  long  offset of the block of the worker that forked the task
 *  32  int   PE of that worker, which has overflow buffer and join cell
 *  36  int   number of the task for a checker, or 0
 *  40        the marshalled task; of several that end together after two longs: the handle of each,
 *            or 0, and what was known to wait for it when it became ready
 * 512
 * </pre>
 *
 * <p>Forked here or not: a thief may offer again what it has taken.
 */
public final class SlotLayout {
  public static final int LENGTH = 0;
  public static final int CELL = LENGTH + Integer.BYTES;
  public static final int GENERATION = CELL + Integer.BYTES;
  public static final int OVERFLOW = GENERATION + Long.BYTES;
  public static final int BLOCK = OVERFLOW + Long.BYTES;
  public static final int PE = BLOCK + Long.BYTES;
  public static final int WATCHED = PE + Integer.BYTES;
  public static final int PAYLOAD = WATCHED + Integer.BYTES;
  public static final int BYTES = 512;
  public static final int CAPACITY = BYTES - PAYLOAD;

  /** The place, of a task with a handle, of what was known to wait for it. */
  public static final int WAITERS = PAYLOAD + Long.BYTES;

  /** The place of the marshalled task behind its handle. */
  public static final int DEFERRED_PAYLOAD = PAYLOAD + 2 * Long.BYTES;

  private SlotLayout() {}

  /** Writes all but the payload and whose it is. */
  public static void write(
      MemorySegment memory, long slot, int length, int cell, long generation, long overflow) {
    memory.set(JAVA_INT, slot + LENGTH, length);
    memory.set(JAVA_INT, slot + CELL, cell);
    memory.set(JAVA_LONG, slot + GENERATION, generation);
    memory.set(JAVA_LONG, slot + OVERFLOW, overflow);
  }

  /** Writes that the worker at {@code block} on {@code pe} has forked the task. */
  public static void forker(MemorySegment memory, long slot, int pe, long block) {
    memory.set(JAVA_LONG, slot + BLOCK, block);
    memory.set(JAVA_INT, slot + PE, pe);
  }

  /** Writes the task's number for a checker. */
  public static void watched(MemorySegment memory, long slot, int number) {
    memory.set(JAVA_INT, slot + WATCHED, number);
  }

  /** Writes that the task with this handle is one of several that end in the slot's cell. */
  public static void deferred(MemorySegment memory, long slot, long handle) {
    memory.set(JAVA_INT, slot + CELL, ~memory.get(JAVA_INT, slot + CELL));
    memory.set(JAVA_LONG, slot + PAYLOAD, handle);
  }

  /** Writes what is known to wait for it. */
  public static void waiters(MemorySegment memory, long slot, long word) {
    memory.set(JAVA_LONG, slot + WAITERS, word);
  }

  public static long overflow(MemorySegment memory, long slot) {
    return memory.get(JAVA_LONG, slot + OVERFLOW);
  }
}
