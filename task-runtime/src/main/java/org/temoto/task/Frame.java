package org.temoto.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.temoto.gas.GlobalAddressSpace;

/**
 * Frame of a task from its fork to its join, on the {@link FrameStack} of its forker's strand; and,
 * while it runs there, the context that it sees of its runtime. A frame is used by one task after
 * the other. All is used by the strand alone, except that a thief of this PE that has claimed the
 * task reads it, runs it in the base frame of its own strand, and hands the end back by {@link
 * #complete}.
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
 *  KEPT       forked, and too large to be offered: never to be
 *  OFFERED    on offer, perhaps claimed already
 *  CLAIMED    claimed by a thief, its end not taken note of
 *  RUNNING    in this frame
 *  RETURNED, THREW, CANCELLED (because a sibling failed: not started, or stopped): ended, not joined
 *
 *  PENDING | HERE -> OFFERED -> CLAIMED -> RETURNED | THREW | CANCELLED
 *                    OFFERED -> HERE
 *  PENDING | HERE -> KEPT
 *  PENDING | HERE | KEPT -> RUNNING | CANCELLED       RUNNING -> RETURNED | THREW | CANCELLED
 *  RETURNED | THREW | CANCELLED -> FREE               any, off the stack -> PENDING
 * </pre>
 *
 * <p>A child that is joined when nothing is above it and no thief has asked for it leaves the stack
 * as RUNNING: what is not on the stack has no state.
 */
final class Frame implements TaskContext, Offered {
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

  /** What a stamp grows by from one fork of a strand to the next. */
  static final long GENERATION = 1 << STATE_BITS;

  static final int NONE_ENDING = Integer.MAX_VALUE;

  /** What {@link #completion} is until the task has ended elsewhere. */
  private static final int OPEN = 0;

  private static final VarHandle COMPLETION;

  static {
    try {
      COMPLETION = MethodHandles.lookup().findVarHandle(Frame.class, "completion", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final TaskExecution strand;
  final int index;
  Task<?> task;
  long stamp;

  /** The task as a checker knows it; null where there is none. */
  Object watched;

  // --- as a parent; these two are for what joins out of order leave on the stack

  /** Where the frames of its children begin: {@code index + 1} unless siblings stand above it. */
  int base;

  /** How many of its children on the stack have ended; they are joined or to be joined. */
  int ended;

  /** How many of its children on the stack threw, and it has not been told. */
  int failed;

  /** Its children from this frame on are being ended, all of them; or {@link #NONE_ENDING}. */
  int endingFrom = NONE_ENDING;

  /** Whether of these only those of a scope end together. */
  boolean endingScope;

  // --- as a child that was not simply joined in place

  /** Until a thief has it, its forker's epoch; then the epoch that a joiner takes over. */
  long epoch;

  /** The result, or a {@link Failure}. */
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
  int cellPlusOne;

  /** Its place among its worker's claimed children. */
  int claimedIndex;

  /** Whether another PE ran it. */
  boolean remote;

  /**
   * Whether its thief shall end it soon. Volatile: a thief of this PE reads what the forker set.
   */
  private volatile boolean cancelled;

  /** The stamp of the parent that keeps it after a sync; the frame is off the stack then. */
  private long keeper;

  private Frame keeperFrame;

  Frame(TaskExecution strand, int index) {
    this.strand = strand;
    this.index = index;
    this.base = index + 1;
  }

  /** A frame on no stack, which brings the root task to a strand and its outcome back. */
  static Frame ofRoot(Task<?> task, long epoch) {
    Frame root = new Frame(null, 0);
    root.task = task;
    root.epoch = epoch;
    return root;
  }

  int state() {
    return (int) (stamp & STATE_MASK);
  }

  void state(int next) {
    stamp = stamp & ~STATE_MASK | next;
  }

  boolean isSameGeneration(long other) {
    return (stamp ^ other) >>> STATE_BITS == 0;
  }

  /** Whether the task is here and has not been started. */
  boolean isHere() {
    return state() >= KEPT;
  }

  boolean isOfferable() {
    return state() >= HERE;
  }

  boolean hasEnded() {
    return state() <= CANCELLED;
  }

  // --- a child that a scope ends

  /** The child whose handle has stamp {@code use} ends together with others of its scope. */
  void endsInScope(long use) {
    scoped = use;
  }

  boolean isInScope() {
    return isSameGeneration(scoped);
  }

  /** Its task is at home on this PE. */
  void markAtHome() {
    atHome = stamp;
  }

  boolean isAtHome() {
    return isSameGeneration(atHome);
  }

  // --- a task that ends elsewhere

  /** The task is about to be offered, by a strand that is at {@code now}. */
  void offer(long now) {
    epoch = now;
    completion = OPEN;
    remote = false;
    cancelled = false;
    state(OFFERED);
  }

  /** Its thief, if that is of this PE, shall end it soon. */
  void cancel() {
    cancelled = true;
  }

  boolean isCancelled() {
    return cancelled;
  }

  /** Ends the task; called by the thief of this PE that ran it. */
  void complete(int end) {
    COMPLETION.setRelease(this, end); // release: outcome and epoch before the end
  }

  /** How the task ended elsewhere, or 0. */
  int completion() {
    return (int) COMPLETION.getAcquire(this); // acquire: outcome and epoch after the end
  }

  boolean isComplete() {
    return completion() != OPEN;
  }

  // --- a child that outlives the stack

  /** Takes an ended child off the stack; {@code parent} may still join it. */
  void keepFor(Frame parent) {
    keeperFrame = parent;
    keeper = parent.stamp;
  }

  boolean isKeptFor(Frame parent) {
    return keeperFrame == parent && keeper == parent.stamp;
  }

  /** What the task says of itself. */
  String describe() {
    return TaskPath.text(task);
  }

  /** For messages; the root as other PEs see it has no task. */
  String name() {
    return name(task);
  }

  static String name(Task<?> task) {
    return task == null ? "(root)" : task.getClass().getName();
  }

  // --- the context

  @Override
  public <T> Forked<T> fork(Task<T> child) {
    return new Forked<>(this, strand.fork(this, child), strand.stamps, child);
  }

  @Override
  public ForkedLong fork(LongTask child) {
    return new ForkedLong(this, strand.fork(this, child), strand.stamps, child);
  }

  @Override
  public ForkedDouble fork(DoubleTask child) {
    return new ForkedDouble(this, strand.fork(this, child), strand.stamps, child);
  }

  @Override
  public <T> Forked<T> forkAt(int pe, Task<T> child) {
    return new Forked<>(this, strand.forkAt(this, child, pe), strand.stamps, child);
  }

  @Override
  public <T> T join(Forked<T> child) {
    return child.parent == this
        ? strand.join(this, child.frame, child.stamp, child.task)
        : foreign(child.task);
  }

  @Override
  public long join(ForkedLong child) {
    return child.parent == this
        ? strand.joinLong(this, child.frame, child.stamp, child.task)
        : foreign(child.task);
  }

  @Override
  public double join(ForkedDouble child) {
    return child.parent == this
        ? strand.joinDouble(this, child.frame, child.stamp, child.task)
        : foreign(child.task);
  }

  private <T> T foreign(Task<T> task) {
    throw Joins.notAChild(this, task);
  }

  @Override
  public void sync() {
    running().sync(this, strand.top);
  }

  @Override
  public void forkJoin(Task<?>... tasks) {
    running().forkJoin(this, tasks);
  }

  @Override
  public void attend() {
    running().attend(this);
  }

  @Override
  public void charge(long nanos) {
    strand.requireOwn(this);
    strand.steps.charge(nanos);
  }

  @Override
  public void share(long nanos) {
    running().share(this, nanos);
  }

  @Override
  public int pe() {
    return running().runtime.rank;
  }

  @Override
  public int worker() {
    return running().worker.index;
  }

  @Override
  public GlobalAddressSpace space() {
    return running().runtime.space;
  }

  private TaskExecution running() {
    strand.requireRunning(this);
    return strand;
  }

  /**
   * The frame of the task that forked the one in this frame, which runs or is claimed; null for the
   * root, and for what another PE forked. Another strand of this PE may ask while the task is
   * claimed: then what is below stays as it is.
   */
  Frame forker() {
    if (strand == null) {
      return null;
    }
    if (index != 0) {
      return strand.parentOf(this);
    }
    Frame claimed = strand.cancellation.origin();
    return claimed == null ? null : claimed.forker();
  }

  /**
   * Record of why a task failed, and where.
   *
   * @param path null for what passes on to joiners as it is: a {@link TaskException} from further
   *     down, which has one, and what is no task's own failure
   */
  record Failure(Throwable thrown, int pe, TaskPath path) {
    static Failure of(Throwable thrown, Frame frame, int pe) {
      boolean passing =
          thrown instanceof TaskException
              || thrown instanceof TaskCancelledException
              || thrown instanceof RunTimeoutException;
      return new Failure(thrown, pe, passing ? null : TaskPath.of(frame));
    }
  }
}
