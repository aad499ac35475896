package org.temoto.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.temoto.gas.GlobalAddressSpace;

/**
 * A task from its fork to its join, on the PE of its forker; and, while it runs, what it sees of
 * its runtime. The strand that has the forker's worker uses it, and, while the task is claimed by a
 * thief of this PE, that thief; {@link #complete} and {@link #isComplete} hand it back.
 *
 * <p>A task's state is here and not with the strand that runs it, because the collector's card
 * marks make stores into old objects that lie near each other costly when several workers store at
 * once.
 *
 * <p>States: PENDING, in the deque, claimed or running; RETURNED; THREW; CANCELLED, never started
 * because a sibling failed.
 */
final class Child<R> implements Forked<R>, TaskContext {
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

  /** The strand that runs it, while it runs. */
  private TaskExecution execution;

  /**
   * Until the task starts, its forker's epoch; when it has ended on this PE, the epoch that a
   * joiner takes over.
   */
  long epoch;

  /** The result, or a {@link Failure}. */
  Object outcome;

  int state;

  /** How many of its own children it has not joined. */
  int outstanding;

  /** The join cell that it has been given, plus 1; 0 for none. */
  int cellPlusOne;

  /** Its place among its worker's claimed children. */
  int claimedIndex;

  /** Whether its forker has taken note of its end: it is no longer outstanding. */
  boolean joined;

  /** Whether it has been found too large for any overflow buffer, so that its PE runs it. */
  boolean tooLarge;

  /** Whether another PE ran it. */
  boolean remote;

  Child(Task<R> task, Child<?> parent, long epoch) {
    this.task = task;
    this.parent = parent;
    this.epoch = epoch;
  }

  /** Runs the task's own code; children that it does not join are still outstanding afterwards. */
  void run(TaskExecution strand) {
    execution = strand;
    outcome = task.run(this);
  }

  /** The task has ended: from now on it is no context any more. */
  void ended() {
    execution = null;
  }

  /** Ends the task; called by the thief of this PE that ran it. */
  void complete(int end) {
    STATE.setRelease(this, end); // release: outcome and epoch before the state
  }

  /** Whether a thief of this PE has completed it. */
  boolean isComplete() {
    return (int) STATE.getAcquire(this) != PENDING; // acquire: outcome and epoch after the state
  }

  /** For messages; the root as other PEs see it has no task. */
  String name() {
    return task == null ? "(root)" : task.getClass().getName();
  }

  private TaskExecution execution() {
    TaskExecution strand = execution;
    if (strand == null) {
      throw new IllegalStateException(
          "task "
              + name()
              + " does not run: a context is used by its own task only, while that runs");
    }
    return strand;
  }

  @Override
  public <T> Forked<T> fork(Task<T> child) {
    return execution().fork(this, child);
  }

  @Override
  public <T> T join(Forked<T> child) {
    return execution().join(this, (Child<T>) child);
  }

  @Override
  public void sync() {
    execution().sync(this);
  }

  @Override
  public void forkJoin(Task<?>... tasks) {
    execution().forkJoin(this, tasks);
  }

  @Override
  public int pe() {
    return execution().site.rank;
  }

  @Override
  public int worker() {
    return execution().worker.index;
  }

  @Override
  public GlobalAddressSpace space() {
    return execution().site.space;
  }

  /** Why a task failed, and where. */
  record Failure(Throwable thrown, int pe) {}
}
