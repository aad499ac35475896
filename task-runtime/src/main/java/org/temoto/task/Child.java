package org.temoto.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A forked task, from its fork to its join, on the PE of its forker. The strand that has the forker's worker uses it, and,
 * while the task is claimed by a thief of this PE, that thief; {@link #complete} and {@link #isComplete} hand it back.
 *
 * <p>States: PENDING, in the deque or claimed; RETURNED; THREW; CANCELLED, never started because a sibling failed.
 */
final class Child<R> implements Forked<R> {
  static final int PENDING = 0;
  static final int RETURNED = 1;
  static final int THREW = 2;
  static final int CANCELLED = 3;

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Child.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final Task<R> task;
  final Child<?> parent;

  /** Until the task starts, its forker's epoch; when it has ended on this PE, the epoch that a joiner takes over. */
  long epoch;

  /** The result, or a {@link Failure}. */
  Object outcome;

  int state;

  /** The join cell that it has been given, plus 1; 0 for none. */
  int cellPlusOne;

  /** Its place among its worker's claimed children. */
  int claimedIndex;

  /** Whether its forker has taken note of its end: it is no longer outstanding. */
  boolean joined;

  /** Whether another PE ran it. */
  boolean remote;

  Child(Task<R> task, Child<?> parent, long epoch) {
    this.task = task;
    this.parent = parent;
    this.epoch = epoch;
  }

  /** Ends the task; called by the thief of this PE that ran it. */
  void complete(int end) {
    STATE.setRelease(this, end); // release: outcome and epoch before the state
  }

  /** Whether a thief of this PE has completed it. */
  boolean isComplete() {
    return (int) STATE.getAcquire(this) != PENDING; // acquire: outcome and epoch after the state
  }

  /** For messages. */
  String name() {
    return task.getClass().getName();
  }

  /** Why a task failed, and where. */
  record Failure(Throwable thrown, int pe) {}
}
