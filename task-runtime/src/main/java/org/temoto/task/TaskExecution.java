package org.temoto.task;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.temoto.gas.Access;
import org.temoto.gas.GasException;
import org.temoto.gas.spi.JobAbortedException;
import org.temoto.gas.spi.RawMemory;
import org.temoto.task.depend.Waiters;
import org.temoto.task.marshal.RemoteFailure;
import org.temoto.task.marshal.TaskType;
import org.temoto.task.steal.TakenTask;

/**
 * Execution of tasks by a strand that has a worker: forks, joins of children that are here, and
 * what happens at a task's end. {@link Joins} does the rest.
 *
 * <p>The path of a fork, and of the join of a child that no other strand has and that no sibling
 * stands above, is short enough to be inlined into the task, and stores little: the task into its
 * frame, the frame's stamp, the top of the stack. That the stamp is the handle's says all at once:
 * same use of the frame, still there, never offered.
 */
abstract class TaskExecution extends StrandStack {
  final PeRuntime runtime;

  /** A constant, of which every check but one is done when a fork is compiled. */
  private static final VarHandle EXPECTED;

  static {
    try {
      EXPECTED =
          MethodHandles.lookup().findVarHandle(TaskExecution.class, "expectedWord", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The strand's; plain, for whatever another thread reads here is not itself. */
  Thread thread;

  /** The worker that the strand has; null while it waits. */
  Worker worker;

  /**
   * The worker that the strand has, or had last, in whose core's cache its stack is; at first the
   * one that it was started for.
   */
  Worker last;

  /** Address of the worker's steal word. */
  private long stealWord;

  /**
   * The steal word while a fork or join need not look further: no thief has asked, no view is open,
   * nothing has failed or is cancelled, and a task runs; else {@link Offers#SLOW_PATH}. So one
   * comparison is all that these cost. Others set it to SLOW_PATH by {@link #nudge}.
   */
  private long expectedWord = Offers.SLOW_PATH;

  /** Home of a task that has none. */
  private static final int ANYWHERE = -1;

  final Joins joins = new Joins(this);
  final DeferredForks deferred = new DeferredForks(this);
  final Cancellation cancellation = new Cancellation(this);

  /** Classes of tasks that need no preparation: the last two that were forked. */
  private Class<?> plain;

  private Class<?> otherPlain;

  /** True if what waits for the base task, and what that has waited for, is told to a checker. */
  private boolean isDeferred;

  final Steps steps;

  TaskExecution(PeRuntime runtime, Worker first) {
    this.runtime = runtime;
    this.last = first;
    this.steps = new Steps(runtime.strands);
  }

  @Override
  final Frame newFrame(int index) {
    return new FrameContext(this, index);
  }

  /** The strand has no task any more, though what it has run is still to be reported. */
  final void searches() {
    steps.show(); // others see that at once, and what was before
    worker.times.search(
        memory.communicationNanos(),
        worker.hasSuspended() ? WorkerTimes.Doing.WAIT : WorkerTimes.Doing.SEARCH);
  }

  /** Looks for other work until {@code child}, which a thief has, is done. */
  abstract void suspend(Frame child);

  /** Waits as for a lock: what is here may be begun meanwhile, on other strands. */
  public abstract void await(BooleanSupplier isOver);

  /** As {@link #await}, for cells or buffers of the worker. */
  abstract void awaitRoom(BooleanSupplier isOver);

  /**
   * Gives the worker to strands that can go on if the running task has kept them for long; comes
   * back when they have begun to wait, ended, or had it as long.
   */
  abstract void giveWay();

  /** The child that the strand is suspended for, or null. */
  abstract Frame awaited();

  // --- what the strand begins

  void runRoot(Frame root) {
    memory.begin(root.epoch);
    cancellation.begin(root);
    Deferrals.Origin run = worker.deferrals.run(); // what is detached cancels the root if it fails
    cancellation.begin(run.pe(), run.mark(), run.generation());
    Object watched = watchRoot(root);
    Frame base = runBase(root.task, watched);
    root.outcome = base.outcome;
    int end = base.completion();
    if (worker.deferrals.hasDetached()) {
      end = endDetached(root, end, watched);
    }
    memory.release(); // else the main strand would, of which no trace tells
    steps.show();
    root.complete(end);
  }

  /**
   * The root task has ended, and tasks have not that are detached, or one has failed: waits for
   * them; if the root task has failed they are cancelled, and what they threw is suppressed.
   *
   * @return end of the run
   */
  private int endDetached(Frame root, int end, Object watched) {
    // stands for the root task while others run
    final class AfterRoot implements Action {
      @Override
      public void compute(TaskContext context) {
        Frame own = (Frame) context;
        own.task = root.task; // for messages of failures, which name what has started the task
        Frame all = deferred.beginDetached(own);
        if (end != Frame.RETURNED) {
          worker.cancel(List.of(all));
        }
      }
    }
    memory.begin(memory.epoch());
    cancellation.begin(root);
    if (worker.hasHeardAlarms()) { // that of the time limit, too, which the root task has outlived
      cancellation.look(worker);
    }
    Frame base = runBase(new AfterRoot(), watched);
    worker.counts.tasks--;
    if (end == Frame.THREW && base.completion() == Frame.THREW) {
      Joins.suppress(
          ((TaskFailure) root.outcome).thrown(), ((TaskFailure) base.outcome).exception(root.task));
    }
    if (end == Frame.THREW || base.completion() == Frame.RETURNED) {
      return end;
    }
    root.outcome = base.outcome;
    return base.completion();
  }

  /** Runs a task claimed from a worker of this PE. */
  void runClaimed(Frame child, WorkerIdentity victim) {
    if (child.isCancelled()) {
      steps.show();
      child.complete(Frame.CANCELLED);
      victim.wake();
      return;
    }
    memory.begin(child.epoch);
    cancellation.begin(child);
    Frame base = runBase(child.task, child.watched);
    child.outcome = base.outcome;
    child.epoch = memory.epoch();
    steps.show();
    child.complete(base.completion());
    victim.wake();
    if (base.completion() == Frame.THREW) {
      runtime.alarm.raiseHere();
    }
  }

  /**
   * Runs {@code task}, which was {@code taken} from another PE, and reports its end there; there it
   * is told, too, that it is cancelled.
   */
  void runStolen(TakenTask taken, Task<?> task) {
    int pe = taken.pe(); // now: while the task waits, the worker may take others
    long cell = taken.cell();
    long generation = taken.generation();
    Deferrals.Origin origin = taken.isOfGroup() ? Deferrals.Origin.of(taken) : null;
    boolean hasHandle = origin != null && origin.handle() != 0;
    long waiters = hasHandle ? taken.waiters() : 0;
    worker.deferrals.goesOn(origin);
    Object watched = watch == null ? null : watch.task(taken.watched());
    memory.begin(0);
    // mutant: no-acquire-on-steal, no-acquire-on-start
    memory.acquire(); // what was released before the task was offered
    cancellation.begin(pe, taken.mark(), generation);
    if (worker.hasHeardAlarms()) { // one of them may have been for this task, on its way here
      cancellation.look(worker);
    }
    isDeferred = hasHandle;
    Waiters known = isDeferred ? worker.deferrals.expect(waiters) : null;
    Frame base = cancellation.isPending() ? notStarted(task) : runBase(task, watched);
    isDeferred = false;
    // mutant: no-release-on-complete, no-release-on-end
    memory.release(); // what the task has committed, before its end can be seen
    long start = worker.times.now();
    if (origin == null) {
      worker.completions.report(pe, cell, generation, base);
    } else {
      worker.deferrals.ended(origin, known, base);
    }
    worker.times.reported(start, pe);
  }

  /** The task was cancelled on its way here. */
  private Frame notStarted(Task<?> task) {
    memory.leave();
    cancellation.end();
    Frame base = FrameContext.ofRoot(task, memory.epoch());
    Throwable stop = new TaskCancelledException(TaskPath.text(task), runtime.rank);
    base.outcome = TaskFailure.of(stop, base, runtime.rank);
    base.complete(Frame.CANCELLED);
    return base;
  }

  /** Runs the task in the base frame, with its memory begun; leaves its outcome there. */
  private Frame runBase(Task<?> task, Object watched) {
    worker.counts.tasks++;
    worker.times.begin(memory.communicationNanos(), task);
    Frame base = pushBase(task);
    base.watched = watched;
    watchRunning(base);
    if (isDeferred) {
      watchAcquired();
    }
    int end = body(base);
    List<String> open = memory.leave();
    if (isDeferred) {
      watchReleased(); // with views that a failure has left open
    }
    watchResumed(null);
    if (!open.isEmpty() && end == Frame.RETURNED) {
      base.outcome = leftOpen(base, open);
      end = Frame.THREW;
    }
    base.complete(end);
    cancellation.end();
    dropBase();
    attend(); // a fork now would be by a context that is over
    return base;
  }

  /** Runs a task on the stack and joins what it has forked; its outcome is in its frame. */
  private int body(Frame frame) {
    try {
      frame.outcome = frame.task.run(frame);
      endChildren(frame);
      return Frame.RETURNED;
    } catch (Throwable thrown) {
      Throwable reason = reason(frame, thrown);
      frame.outcome = failure(frame, reason);
      return reason instanceof TaskCancelledException ? Frame.CANCELLED : Frame.THREW;
    }
  }

  /**
   * Failure to report for {@code thrown}: what a cancelled task throws because of that is no
   * failure of its own, but stands for that.
   */
  private Throwable reason(Frame frame, Throwable thrown) {
    TaskCancelledException stop = TaskCancelledException.in(thrown);
    return stop != null && cancellation.isCancelled(frame) ? stop : RemoteFailure.sound(thrown);
  }

  private void endChildren(Frame frame) {
    if (top != frame.base) {
      joins.sync(frame, frame.base);
    }
  }

  /** The task in {@code frame} threw; its children are ended. */
  private TaskFailure failure(Frame frame, Throwable thrown) {
    if (thrown instanceof JobAbortedException abort) {
      throw abort;
    }
    watchFailure(frame, thrown);
    if (thrown instanceof VirtualMachineError error) { // the runtime itself may have been cut short
      runtime.element.abort(error); // also if the program catches it
      throw error;
    }
    running = frame.index; // where a join was cut short
    if (memory.isHolding()) {
      memory.abandonHeld(); // children that are to be ended may wait for it
    }
    joins.cancelChildren(frame, thrown);
    return TaskFailure.of(thrown, frame, runtime.rank);
  }

  private TaskFailure leftOpen(Frame frame, List<String> open) {
    boolean isToBeFound = watch == null && isView(open.getLast());
    String message =
        "task %s ended with %s left open, %s: each is closed by the task that opened it%s"
            .formatted(
                frame.name(),
                open.size(),
                Stall.some("", open),
                isToBeFound ? "; temoto check names the line" : "");
    return TaskFailure.of(new GasException(message), frame, runtime.rank);
  }

  /** Tells whether {@code text} is of a view; else it is of what a task holds, as of a lock. */
  private static boolean isView(String text) {
    return Arrays.stream(Access.values()).anyMatch(each -> text.startsWith(each + " view "));
  }

  /**
   * Refuses threads to which a program has handed the context of {@code task}. Not asked where a
   * join only has to call the child, which it would make dearer by 4 %: its handle is from a fork,
   * which asks.
   */
  final void requireOwn(Frame task) {
    if (Thread.currentThread() != thread) {
      throw foreign(task);
    }
  }

  private static IllegalStateException foreign(Frame task) {
    return new IllegalStateException(
        "the context of task %s belongs to another strand than thread \"%s\""
            .formatted(task.name(), Thread.currentThread().getName()));
  }

  final void requireRunning(Frame parent) {
    requireOwn(parent);
    if (running != parent.index) {
      throw new IllegalStateException(
          "task "
              + parent.name()
              + " does not run: a context is used by its own task only, while that runs");
    }
  }

  /** A child might want what its joiner holds. */
  final void requireNoLock(Frame parent) {
    if (memory.isHolding()) {
      throw new IllegalStateException(
          "task %s joins and holds %s: it unlocks before, for its children may wait for it"
              .formatted(parent.name(), memory.held().getLast()));
    }
  }

  // --- forking

  final Frame fork(Frame parent, Task<?> task) {
    requireOwn(parent); // before it pushes: the stack is the strand's
    Frame child = push(task);
    // plain, as joins and attends look anew: at worst a loop of forks only is asked at its end
    if (stealWord() != expectedWord) {
      attendFork(parent, child, ANYWHERE);
    }
    return child;
  }

  /** As {@link #fork}; the task is sent to {@code pe} if that waits for one. */
  final Frame forkAt(Frame parent, Task<?> task, int pe) {
    requireOwn(parent);
    runtime.requirePe(pe);
    Frame child = push(Objects.requireNonNull(task, "task"));
    if (pe == runtime.rank) {
      child.markAtHome();
    }
    attendFork(parent, child, pe);
    return child;
  }

  /** Does what a fork does for thieves and cancellation. Views stay as they are. */
  final void attend(Frame task) {
    if (isCalled()) {
      requireRunning(task);
      giveWay();
      GasException stop = cancellation.stop(task);
      if (stop != null) {
        throw stop;
      }
      offer(null);
    }
  }

  private void attendFork(Frame parent, Frame child, int pe) {
    if (running != parent.index) {
      dropRefused(child);
      requireRunning(parent);
    }
    GasException stop = cancellation.stop(parent);
    if (stop != null) {
      dropRefused(child);
      throw stop;
    }
    if (memory.hasViews()) {
      memory.forked();
    }
    watchFork(child);
    try {
      if (pe != ANYWHERE && worker.offers.send(this, child, pe)) {
        steps.fork();
      } else {
        offer(child);
      }
    } catch (GasException refusal) {
      dropRefused(child);
      watchJoin(child); // of what has not been forked after all
      if (hasNoChildren(parent)) {
        memory.synced();
      }
      throw refusal;
    }
    giveWay();
  }

  private Frame push(Task<?> task) {
    Class<?> type = task.getClass();
    if (type != plain && type != otherPlain && isPrepared(type)) {
      // The handle has the task as it was given: its join must not run that.
      return push((Task<?>) TaskType.of(type).prepare(task), Frame.HERE);
    }
    return push(task, Frame.PENDING);
  }

  /** Tells whether tasks of the class have to be prepared at each fork; remembers if not. */
  private boolean isPrepared(Class<?> type) {
    if (TaskType.of(type).isPrepared()) {
      return true;
    }
    otherPlain = plain;
    plain = type;
    return false;
  }

  /**
   * Tells whether a join or attend has to look further. What it reads, as what a fork reads,
   * decides nothing that is not decided again by an atomic, in {@link Offers}.
   */
  private boolean isCalled() {
    // opaque: else both words may be read once for all rounds of a loop, which then never ends
    return stealWord() != (long) EXPECTED.getOpaque(this);
  }

  private long stealWord() {
    return RawMemory.ALL.get(ValueLayout.JAVA_LONG_UNALIGNED, stealWord);
  }

  /** Offers something if thieves want it; {@code forked} is being forked, or null. */
  final void offer(Frame forked) {
    if (forked == null) {
      steps.show();
    } else {
      steps.fork();
    }
    long word = worker.offers.offerIfAsked(this, forked);
    if (steps.isAlways() || memory.hasViews() || cancellation.isPending() || watch != null) {
      expectedWord = Offers.SLOW_PATH;
      return;
    }
    expectedWord = word;
    VarHandle.fullFence(); // either this strand sees an alarm, or its raiser nudges afterwards
    if (worker.hasAlarm()) {
      expectedWord = Offers.SLOW_PATH;
    }
  }

  /**
   * Offers what there is, and waits at most {@code nanos} for thieves to take so much of it that
   * the rest is on offer, where they need no help.
   *
   * @param task that runs
   */
  final void share(Frame task, long nanos) {
    if (nanos < 0) {
      throw new IllegalArgumentException("nanos=" + nanos + ": must be 0 or more");
    }
    if (runtime.isAlone() || runtime.options.exposure() == RuntimeOptions.Exposure.NEVER) {
      attend(task);
      return;
    }
    boolean wanted = worker.shared.isAsked();
    worker.offers.releases.noteShare();
    attend(task);
    worker.offers.offerUnasked(this);
    if (nanos > 0 && hasUnoffered()) {
      if (wanted) {
        worker.patience.reset();
      }
      if (awaitThieves(worker.patience.limit(nanos))) {
        worker.patience.reset();
      } else {
        worker.patience.waitedInVain();
      }
      attend(task); // an alarm ends the wait, too
    }
  }

  /** Tells whether within {@code nanos} all that is here was on offer, or taken. */
  private boolean awaitThieves(long nanos) {
    long start = runtime.element.clock().now();
    while (runtime.element.clock().now() - start < nanos && !worker.hasAlarm()) {
      runtime.strands.yield();
      runtime.element.checkAlive();
      offer(null);
      worker.offers.offerUnasked(this);
      if (!hasUnoffered()) {
        return true;
      }
    }
    return false;
  }

  /** Tells whether thieves need this strand to get at what is here. */
  private boolean hasUnoffered() {
    boolean asked = !runtime.offersElsewhere() && runtime.pes > 1; // this strand answers requests
    return oldestHere() != NONE || asked && worker.offers.isOnOffer();
  }

  /** From now on the strand has {@code next}. */
  final void take(Worker next) {
    worker = next;
    last = next;
    stealWord = next.stealWordAddress();
    watch = memory.watch();
    expectedWord = Offers.SLOW_PATH;
    next.heldBy(this);
  }

  /** As {@link #attend}, by any strand of the PE. */
  final void nudge() {
    EXPECTED.setOpaque(this, Offers.SLOW_PATH); // opaque: the alarm that it is for is volatile
  }

  /** Has the next fork and join look closer. */
  final void attend() {
    expectedWord = Offers.SLOW_PATH;
  }

  /** Forks the last task first: so thieves, which take the oldest, begin at the far end. */
  void forkJoin(Frame parent, Task<?>... tasks) {
    requireNoLock(parent);
    for (Task<?> task : Objects.requireNonNull(tasks, "tasks")) {
      Objects.requireNonNull(task, "task"); // before any of them is forked
    }
    int handles = top;
    for (int i = tasks.length - 1; i > 0; i--) {
      fork(parent, tasks[i]);
    }
    if (tasks.length > 0) {
      Frame first = push(tasks[0]);
      if (memory.hasViews()) {
        memory.forked();
      }
      watchFork(first);
      parent.endingFrom = parent.base;
      try {
        if (!worker.hasHeardAlarms() || !joins.beginEnding(parent, parent.base)) {
          runInPlace(parent, first); // else the sync cancels it
        }
      } catch (Throwable refusal) { // the sync, which ends the children, is left out
        parent.stopEnding();
        throw refusal;
      }
    }
    sync(parent, handles);
  }

  // --- joining

  long joinLong(Frame parent, Frame child, long stamp, LongTask task) {
    if (!isOnTop(child, stamp)) {
      return (Long) joins.join(parent, child, stamp);
    }
    boolean viewed = start(parent, child, stamp);
    long result;
    try {
      result = task.compute(child);
      endChildrenAbove(child);
    } catch (Throwable thrown) {
      throw failed(parent, child, viewed, thrown);
    }
    end(parent, child, viewed);
    return result;
  }

  double joinDouble(Frame parent, Frame child, long stamp, DoubleTask task) {
    if (!isOnTop(child, stamp)) {
      return (Double) joins.join(parent, child, stamp);
    }
    boolean viewed = start(parent, child, stamp);
    double result;
    try {
      result = task.compute(child);
      endChildrenAbove(child);
    } catch (Throwable thrown) {
      throw failed(parent, child, viewed, thrown);
    }
    end(parent, child, viewed);
    return result;
  }

  @SuppressWarnings("unchecked") // the outcome of a Task<R> that returned, or its marshalled copy
  <R> R join(Frame parent, Frame child, long stamp, Task<R> task) {
    if (!isOnTop(child, stamp)) {
      return (R) joins.join(parent, child, stamp);
    }
    boolean viewed = start(parent, child, stamp);
    R result;
    try {
      result = task.run(child);
      endChildrenAbove(child);
    } catch (Throwable thrown) {
      throw failed(parent, child, viewed, thrown);
    }
    end(parent, child, viewed);
    return result;
  }

  /**
   * Tells whether the child is on top of the stack as it was forked. Then the task that forked it
   * is the one that runs: one that runs and has no child here has itself on top, or a sibling that
   * has ended.
   */
  private boolean isOnTop(Frame child, long stamp) {
    return child.stamp == stamp && child.index == top - 1;
  }

  /** Starts a child that is on top; whether any views are open. */
  private boolean start(Frame parent, Frame child, long stamp) {
    child.start(stamp);
    running = child.index;
    return isCalled() && attendStart(parent, child, stamp);
  }

  private boolean attendStart(Frame parent, Frame child, long stamp) {
    running = parent.index;
    child.unstart(stamp);
    GasException stop = cancellation.stop(parent);
    if (stop != null) {
      throw stop;
    }
    requireNoLock(parent);
    child.start(stamp);
    running = child.index;
    return begin(child);
  }

  private boolean begin(Frame child) {
    offer(null); // a long row of siblings feeds thieves after its last fork, too
    boolean viewed = memory.hasViews() || watch != null;
    if (viewed) {
      memory.enter();
    }
    watchRunning(child);
    giveWay();
    return viewed;
  }

  private void endChildrenAbove(Frame child) {
    if (top != child.index + 1) {
      joins.sync(child, child.base);
    }
  }

  private void end(Frame parent, Frame child, boolean viewed) {
    running = parent.index;
    top = child.index;
    if (viewed || expectedWord == Offers.SLOW_PATH && memory.hasViews()) {
      endViews(parent, child, viewed, Frame.RETURNED);
    }
  }

  /** The end of a task that began when views were open, or left one open itself. */
  private void endViews(Frame parent, Frame child, boolean viewed, int end) {
    List<String> open = viewed ? memory.leave() : memory.abandon();
    watchResumed(parent);
    watchJoin(child);
    GasException failure =
        open.isEmpty() || end == Frame.THREW ? null : leftOpen(child, open).exception(child.task);
    if (hasNoChildren(parent)) {
      try {
        memory.synced();
      } catch (GasException noRoom) {
        if (failure != null) {
          Joins.suppress(noRoom, failure);
        }
        throw noRoom;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private RuntimeException failed(Frame parent, Frame child, boolean viewed, Throwable thrown) {
    GasException failure = failure(child, reason(child, thrown)).exception(child.task);
    running = parent.index;
    top = child.index;
    try {
      endViews(parent, child, viewed, Frame.THREW);
    } catch (GasException noRoom) {
      Joins.suppress(noRoom, failure);
      return noRoom;
    }
    return failure;
  }

  /**
   * Runs a child of {@code parent} that has not been started and that siblings may stand above; its
   * outcome stays in its frame.
   */
  void runInPlace(Frame parent, Frame child) {
    child.startBelow(top);
    running = child.index;
    boolean viewed = begin(child);
    int end = body(child);
    running = parent.index;
    List<String> open = viewed ? memory.leave() : memory.hasViews() ? memory.abandon() : List.of();
    watchResumed(parent);
    if (!open.isEmpty() && end == Frame.RETURNED) {
      child.outcome = leftOpen(child, open);
      end = Frame.THREW;
    }
    joins.ended(parent, child, end);
  }

  void sync(Frame parent, int handles) {
    if (top != parent.base) {
      joins.sync(parent, handles);
    } else {
      joins.syncAgain(parent);
    }
  }

  /** Passes on what has been counted since the last time, before the worker goes elsewhere. */
  void passCounts() {
    long forks = takeForks();
    worker.counts.forks += forks;
    worker.counts.tasks += forks - joins.takeNotRunHere();
  }
}
