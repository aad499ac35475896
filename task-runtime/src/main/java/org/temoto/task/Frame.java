package org.temoto.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.temoto.gas.GasException;

/**
 * Frame of a task from its fork to its join, on the {@link FrameStack} of its forker's strand: the
 * state of the task, with all its transitions; and, while it runs there, its context. A frame is
 * used by one task after the other. All is used by the strand alone, except that a thief of this PE
 * that has claimed the task reads it, runs it in the base frame of its own strand, and hands the
 * end back by {@link #complete}.
 *
 * <p>The stamp tells which fork of its strand the frame is used for, and the state of its task:
 *
 * <pre>
 *  63                                        4 3      0
 * +-------------------------------------------+--------+
 * |              number of the fork           | state  |
 * +-------------------------------------------+--------+
 *
 *  FREE       joined: the frame may be used again
 *  PENDING    forked, as the handle knows it
 *  HERE       forked, but a copy is to be run, or it has been on offer and is here again
 *  KEPT       forked, and too large to be offered, or not to be marshalled: never to be
 *  OFFERED    on offer, perhaps claimed already
 *  CLAIMED    claimed by a thief, its end not taken note of
 *  RUNNING    in this frame
 *  RETURNED, THREW, CANCELLED (because a sibling failed: not started, or stopped): ended, not joined
 *
 *  PENDING | HERE -> OFFERED -> CLAIMED -> RETURNED | THREW | CANCELLED
 *                    OFFERED -> HERE
 *  PENDING | HERE -> KEPT, which another strand of the worker may claim (KEPT -> OFFERED -> CLAIMED)
 *  PENDING | HERE | KEPT -> RUNNING | CANCELLED       RUNNING -> RETURNED | THREW | CANCELLED
 *  RETURNED | THREW | CANCELLED -> FREE               any, off the stack -> PENDING
 * </pre>
 *
 * <p>A child that is joined when nothing is above it and no thief has asked for it leaves the stack
 * as RUNNING: what is not on the stack has no state.
 */
abstract non-sealed class Frame implements TaskContext, Offered {
  /** Way in which children end that have not. */
  enum Ending {
    /** They run to their ends, unless one of them fails. */
    RUN,
    /** They are not started, or stopped. */
    CANCEL
  }

  static final int FREE = 0;
  static final int RETURNED = 1;
  static final int THREW = 2;
  static final int CANCELLED = 3;
  static final int RUNNING = 4;
  static final int OFFERED = 5;
  static final int CLAIMED = 6;
  static final int KEPT = 13;
  static final int HERE = 14;
  static final int PENDING = 15;

  static final int STATE_BITS = 4;
  static final long STATE_MASK = (1 << STATE_BITS) - 1;

  /** Amount by which a stamp grows from one fork of a strand to the next. */
  static final long GENERATION = 1 << STATE_BITS;

  static final int NONE_ENDING = Integer.MAX_VALUE;

  /** Value of {@link #completion} until the task has ended elsewhere. */
  private static final int OPEN = 0;

  private static final VarHandle COMPLETION;

  static {
    try {
      COMPLETION = MethodHandles.lookup().findVarHandle(Frame.class, "completion", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Stack that it is on; null for the root's. */
  final FrameStack stack;

  final int index;
  Task<?> task;
  long stamp;

  /** The task as a checker knows it; null where there is none. */
  Object watched;

  // --- as a parent; these two are for what joins out of order leave on the stack

  /**
   * Index at which the frames of its children begin: {@code index + 1} unless siblings stand above
   * it.
   */
  int base;

  /** Number of its children on the stack that have ended; they are joined or to be joined. */
  int ended;

  /** Number of its children on the stack that threw, and of which it has not been told. */
  int failed;

  /** Its children from this frame on are being ended, all of them; or {@link #NONE_ENDING}. */
  int endingFrom = NONE_ENDING;

  /** True if only those of a scope end together. */
  boolean endingScope;

  // --- as a child that was not simply joined in place

  /** Until a thief has it, its forker's epoch; then the epoch that a joiner takes over. */
  long epoch;

  /** The result, or a {@link TaskFailure}. */
  Object outcome;

  /** RETURNED or THREW once it has ended elsewhere than on top of its forker. */
  @SuppressWarnings("unused") // through COMPLETION
  private int completion;

  /** Its number among the failures of its strand; 0 once the task that forked it has been told. */
  int failureNumber;

  /** The stamp of the use in which it is one of those that a scope ends; the state aside. */
  private long scoped;

  /** The stamp of the use in which its task is at home on this PE; the state aside. */
  private long atHome;

  /** The join cell that it has been given, plus 1; 0 for none. */
  private int cellPlusOne;

  /** Its place among its worker's claimed children. */
  int claimedIndex;

  /** True if another PE ran it. */
  boolean remote;

  /**
   * True if its thief shall end it soon. Volatile: a thief of this PE reads what the forker set.
   */
  private volatile boolean cancelled;

  /** The stamp of the parent that keeps it after a sync; the frame is off the stack then. */
  private long keeper;

  private Frame keeperFrame;

  Frame(FrameStack stack, int index) {
    this.stack = stack;
    this.index = index;
    this.base = index + 1;
  }

  final int state() {
    return (int) (stamp & STATE_MASK);
  }

  final boolean isSameGeneration(long other) {
    return (stamp ^ other) >>> STATE_BITS == 0;
  }

  /** Tells whether the task is here and has not been started. */
  final boolean isHere() {
    return state() >= KEPT;
  }

  final boolean isOfferable() {
    return state() >= HERE;
  }

  final boolean hasEnded() {
    return state() <= CANCELLED;
  }

  // --- as a child: from its fork to its join

  /** A fork puts {@code child} here; {@code use} is the stamp with the state that it begins in. */
  final void fork(Task<?> child, long use) {
    task = child;
    stamp = use;
  }

  /** A PENDING task, whose joiner has its stamp, is run here. */
  final void start(long use) {
    stamp = use - (PENDING - RUNNING);
  }

  /** It is not run yet after all. */
  final void unstart(long use) {
    stamp = use;
  }

  /** The task is run here; the frames of its children begin at {@code above}. */
  final void startBelow(int above) {
    state(RUNNING);
    base = above;
  }

  /** The task is here again, or its join has to look further. */
  final void demote() {
    state(HERE);
  }

  /** The task is too large to be offered. */
  final void retain() {
    state(KEPT);
  }

  /** The task is about to be offered, by a strand that is at {@code now}. */
  final void offer(long now) {
    epoch = now;
    completion = OPEN;
    remote = false;
    cancelled = false;
    state(OFFERED);
  }

  /** A thief has claimed the offered task. */
  final void claim() {
    state(CLAIMED);
  }

  /** The task has been joined. */
  final void free() {
    outcome = null;
    state(FREE);
  }

  /** The frame goes off the stack, with its use over. */
  final void drop() {
    outcome = null;
    ended = 0;
    base = index + 1;
  }

  private void state(int next) {
    stamp = stamp & ~STATE_MASK | next;
  }

  // --- as a parent: what becomes of its children

  /**
   * Takes note that {@code child} has ended; if it threw, as failure {@code number} of the strand.
   */
  final void noteEnd(Frame child, int end, int number) {
    child.state(end);
    child.base = child.index + 1;
    if (end == THREW) {
      child.failureNumber = number;
      failed++;
    }
    ended++;
  }

  /** The task is told of the child's failure, if it failed. */
  final void tell(Frame child) {
    if (child.isUntold()) {
      child.failureNumber = 0;
      failed--;
    }
  }

  /** Tells whether the task failed and its parent has not been told. */
  final boolean isUntold() {
    return failureNumber != 0;
  }

  /** Tells whether {@code child} is one of those that the task is ending together. */
  final boolean endsTogether(Frame child) {
    return child.index >= endingFrom && (!endingScope || child.isInScope());
  }

  /** No children are ended together any more. */
  final void stopEnding() {
    endingFrom = NONE_ENDING;
    endingScope = false;
  }

  /** The frames of its children go off the stack. */
  final void dropChildren() {
    ended = 0;
    failed = 0;
    endingFrom = NONE_ENDING;
  }

  // --- the join cell, for a thief of another PE

  final boolean hasCell() {
    return cellPlusOne != 0;
  }

  final int cell() {
    return cellPlusOne - 1;
  }

  final void giveCell(int cell) {
    cellPlusOne = cell + 1;
  }

  /** The cell, which it has no more. */
  final int takeCell() {
    int cell = cell();
    cellPlusOne = 0;
    return cell;
  }

  // --- a group of children

  /** The group that it is the frame of; null if it is a task's. */
  final DeferredGroup group() {
    return task instanceof DeferredGroup group ? group : null;
  }

  // --- a child that a scope ends

  /** The child whose handle has stamp {@code use} ends together with others of its scope. */
  final void endsInScope(long use) {
    scoped = use;
  }

  final boolean isInScope() {
    return isSameGeneration(scoped);
  }

  final void markAtHome() {
    atHome = stamp;
  }

  final boolean isAtHome() {
    return isSameGeneration(atHome);
  }

  // --- a task that ends elsewhere

  /** Its thief, if that is of this PE, shall end it soon. */
  final void cancel() {
    cancelled = true;
  }

  final boolean isCancelled() {
    return cancelled;
  }

  /** Ends the task; called by the thief of this PE that ran it. */
  final void complete(int end) {
    COMPLETION.setRelease(this, end); // release: outcome and epoch before the end
  }

  /** End of the task elsewhere, or 0. */
  final int completion() {
    return (int) COMPLETION.getAcquire(this); // acquire: outcome and epoch after the end
  }

  final boolean isComplete() {
    return completion() != OPEN;
  }

  // --- a child that outlives the stack

  /** Takes an ended child off the stack; {@code parent} may still join it. */
  final void keepFor(Frame parent) {
    keeperFrame = parent;
    keeper = parent.stamp;
  }

  final boolean isKeptFor(Frame parent) {
    return keeperFrame == parent && keeper == parent.stamp;
  }

  /** For messages; the root as other PEs see it has no task. */
  final String name() {
    return name(task);
  }

  static String name(Task<?> task) {
    return task == null ? "(root)" : task.getClass().getName();
  }

  // --- what only its strand can tell or do

  /**
   * The frame of the task that forked the one in this frame, which runs or is claimed; null for the
   * root, and for what another PE forked. Another strand of this PE may ask while the task is
   * claimed: then what is below stays as it is.
   */
  abstract Frame forker();

  /** A thief has ended its task, which failed: its parent may have to cancel others. */
  abstract void failedElsewhere();

  /** As {@link Handle#stop}, for the task in this frame. */
  abstract GasException stop();

  /** As {@link Handle#finish}, for a child of the task in this frame. */
  abstract void finish(Frame child, long use, Ending ending);

  /** Tells whether the task in this frame has forked {@code child} and not joined it. */
  abstract boolean isUnjoined(Frame child, long use);

  /** Refuses what a join by the task in this frame would be refused for now. */
  abstract void requireJoining();
}
