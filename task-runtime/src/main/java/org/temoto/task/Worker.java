package org.temoto.task;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.temoto.gas.spi.StrandMemory;
import org.temoto.gas.spi.Strands;
import org.temoto.task.collective.engine.IdleStrategy;
import org.temoto.task.collective.engine.WaitPolicy;
import org.temoto.task.steal.Backoff;
import org.temoto.task.steal.WorkerLayout;

/**
 * Worker that strands run tasks with: listens to alarms for its strands, resumes those whose child
 * has ended, pauses while there is nothing to steal, and rests between runs.
 */
final class Worker extends WorkerIdentity {
  private static final VarHandle MARK = ValueLayout.JAVA_LONG.varHandle();

  /** So many suspended strands are looked at between two victims. */
  private static final int LOOKED_AT = 8;

  /** Strands that a worker gets tasks from while it waits for locks. */
  private static final int MOST_SUSPENDED = 256;

  /** Time for which a worker that moves collectives on does not look for anything else. */
  private static final long COLLECTIVES_NANOS = 100_000;

  private final Runs runs;
  private final CollectiveMovers collectives;
  final Backoff backoff;
  private final IdleStrategy waiting;
  final ThiefPatience patience = new ThiefPatience();
  final Completions completions;
  final Offers offers;
  final Deferrals deferrals;
  final Thief thief;

  /** The strand that has the worker. Volatile: it is told, or sees for itself, of every alarm. */
  private volatile TaskExecution holder;

  /** The alarms of the PE that have been listened to. */
  private long heard;

  /**
   * Strands that wait for a child that a thief of this worker has claimed, or for a lock; before
   * these, those that have given way and can go on.
   */
  private final List<WorkerStrand> suspended = new ArrayList<>();

  /** Number of those that have given way; the last of them did so first. */
  private int givenWay;

  /** Number of all. Volatile: the main strand asks. */
  private volatile int suspendedCount;

  /**
   * Time for which the worker has run the same task while strands waited, as far as the main strand
   * has seen; 0 once that has been looked at. Volatile: the main strand tells.
   */
  private volatile long keptNanos;

  /** Copy of a mark of another PE. */
  private final MemorySegment seenMark = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG);

  Worker(PeRuntime runtime, Runs runs, CollectiveMovers collectives, int index) {
    super(runtime, index);
    this.runs = runs;
    this.collectives = collectives;
    this.backoff = new Backoff(runtime.strands, runtime.element.clock());
    this.waiting = new IdleStrategy(runtime.element);
    this.completions = new Completions(this);
    this.offers = new Offers(this, completions);
    this.deferrals = new Deferrals(this, completions);
    this.thief = new Thief(this, offers, deferrals);
  }

  // --- alarms

  /** From now on {@code strand} has the worker. */
  void heldBy(TaskExecution strand) {
    holder = strand;
  }

  @Override
  StrandMemory memory() {
    return holder.memory;
  }

  @Override
  void nudge() {
    TaskExecution strand = holder;
    if (strand != null) {
      strand.nudge();
    }
  }

  /** Tells whether there have been alarms in this run, as far as the worker has listened. */
  boolean hasHeardAlarms() {
    return heard != runs.pastAlarms();
  }

  boolean hasAlarm() {
    return runtime.alarm.raised() != heard;
  }

  /** Looks, after an alarm, whether it concerns the tasks of this worker's strands. */
  void listen() {
    long raised = runtime.alarm.raised();
    if (raised == heard) {
      return;
    }
    heard = raised;
    runtime.element.checkAlive();
    offers.takeBack(); // only so it is known which have been claimed
    completions.collectArrived();
    holder.cancellation.look(this);
    for (WorkerStrand strand : suspended) {
      strand.cancellation.look(this);
    }
    lookAfterGroups();
    tellFailures(null);
  }

  /** Ends what waits in groups that have been cancelled. */
  private void lookAfterGroups() {
    for (int i = 0; i < claimed.size(); i++) {
      DeferredGroup group = claimed.get(i).group();
      if (group != null) {
        deferrals.lookAfter(group);
      }
    }
  }

  /** Tells {@code strand}, or all if that is null, which claimed children have failed. */
  void tellFailures(TaskExecution strand) {
    for (int i = claimed.size() - 1; i >= 0; i--) { // from the end: it may be removed
      Frame child = claimed.get(i);
      boolean meant = strand == null || child.stack == strand;
      if (meant && child.completion() == Frame.THREW) {
        child.failedElsewhere();
      }
    }
  }

  /** Tells thieves to end {@code children}, which they have claimed. */
  void cancel(List<Frame> children) {
    boolean news = false;
    holder.steps.show();
    for (Frame child : children) {
      if (!child.isCancelled() && !child.isComplete()) {
        news = true;
        child.cancel();
        if (child.hasCell()) {
          markCancelled(child.cell());
        }
      }
    }
    if (news) {
      lookAfterGroups();
      runtime.alarm.raiseHere();
      runtime.alarm.raiseElsewhere(channel);
    }
  }

  private void markCancelled(int cell) {
    // release: before the alarm, after which it is looked at
    MARK.setRelease(runtime.heap, WorkerLayout.mark(block, cell), cells.generation(cell));
  }

  /** The worker has found a strand or a task to go on with: it asks for no more. */
  void toWork() {
    beginsNone(false);
    beginWork();
    thief.remote.leave();
  }

  /**
   * Mark at {@code place} of {@code pe}; by a get, since an atomic of the network may write back a
   * word that the CPU of its PE changes.
   */
  long markOf(int pe, long place) {
    channel.get(pe, place, seenMark, 0, Long.BYTES);
    return seenMark.get(ValueLayout.JAVA_LONG, 0);
  }

  // --- suspended strands

  void suspend(WorkerStrand strand) {
    suspended.add(strand);
    suspendedCount = suspended.size();
  }

  /**
   * {@code strand}, which can go on, does so when all others that can have had the worker, or after
   * as long as it had it: others may wake each other for ever.
   */
  void suspendBehindOthers(WorkerStrand strand) {
    suspended.addFirst(strand);
    givenWay++;
    suspendedCount = suspended.size();
  }

  @Override
  void keeps(long nanos) {
    if (suspendedCount != 0) {
      keptNanos = nanos;
      nudge();
    }
  }

  /** Tells whether a strand can go on that the running task has kept for {@code nanos} or more. */
  boolean hasKept(long nanos) {
    long kept = keptNanos;
    if (kept == 0) {
      return false;
    }
    keptNanos = 0;
    return kept >= nanos && hasReady(suspended.size());
  }

  /** Tells whether strands wait for what thieves of this worker have. */
  boolean hasSuspended() {
    return !suspended.isEmpty();
  }

  /** Tells whether so many strands wait that no more are to be made that may. */
  boolean isFull() {
    return suspended.size() >= MOST_SUSPENDED;
  }

  /**
   * The strand that has the worker has looked for something to do in vain.
   *
   * @param look {@link WorkerLayout#VAIN_LOOK}, {@link WorkerLayout#VAIN_FULL_LOOK} or both
   */
  void looksInVain(long look) {
    if (!collectives.hasWork()) { // whose end may be what a task waits for
      countVain(look);
    }
  }

  /** A task that a strand forked before it began to wait for a lock; or null. */
  Stolen leftBehind() {
    for (WorkerStrand strand : suspended) {
      Stolen left = strand.leftBehind(this);
      if (left != null) {
        return left;
      }
    }
    return null;
  }

  /**
   * The strand that waits for a lock longest of those that have left tasks, but for {@code passed}
   * that wait longer; or null.
   */
  WorkerStrand withLeft(int passed) {
    int before = passed;
    for (WorkerStrand strand : suspended) {
      if (strand.hasLeft() && before-- == 0) {
        return strand;
      }
    }
    return null;
  }

  /** A suspended strand whose child is done, no longer among the suspended; or null. */
  WorkerStrand nextReady() {
    if (givenWay != 0 && suspended.get(givenWay - 1).hasWaited(LongTurns.SLICE_NANOS)) {
      return resume(givenWay - 1);
    }
    for (int i = suspended.size() - 1; i >= 0; i--) {
      if (suspended.get(i).isReady(completions)) {
        return resume(i);
      }
    }
    return null;
  }

  private WorkerStrand resume(int index) {
    WorkerStrand strand = suspended.get(index);
    // mutant: resume-twice
    suspended.remove(index);
    givenWay -= index < givenWay ? 1 : 0;
    suspendedCount = suspended.size();
    keptNanos = 0;
    return strand;
  }

  /**
   * Tells whether one of the youngest of the suspended strands can go on: for a look between two
   * victims and before a pause, which is to cost little however many wait.
   */
  boolean hasReady() {
    return hasReady(LOOKED_AT);
  }

  /** Tells whether one of so many of the youngest can. */
  private boolean hasReady(int youngest) {
    for (int i = suspended.size() - 1; i >= Math.max(0, suspended.size() - youngest); i--) {
      if (suspended.get(i).isReady(completions)) {
        return true;
      }
    }
    return false;
  }

  @Override
  boolean isCalled() {
    return hasReady()
        || isRunOver()
        || runtime.isDeferring(run) && !isFull() && runtime.inbox.hasArrived();
  }

  boolean isRunOver() {
    return runs.isOver(run);
  }

  // --- waiting for something to steal

  /** Pauses {@code strand}; it may be woken early by {@link #wake}. */
  void pause(Strands.Strand strand) {
    if (backoff.isPatient()) {
      completions.collectArrived(); // not only what is awaited: thieves may wait for its room
      channel.quiet(); // acknowledgements, before no strand looks after them
      fallAsleep(strand);
      if (collectives.hasWork()) {
        moveCollectives(strand);
      } else {
        waiting.reset();
        backoff.pause(awaits());
      }
      awaken();
    } else {
      backoff.pause(awaits());
    }
  }

  /** Moves collectives on, without waiting; whether there was anything. */
  boolean progress() {
    boolean any = collectives.progress(WaitPolicy.NONE);
    if (any) {
      waiting.reset();
    }
    return any;
  }

  /** Moves collectives on, for a while or until it is woken. */
  private void moveCollectives(Strands.Strand strand) {
    long end = runtime.element.clock().now() + COLLECTIVES_NANOS;
    while (isAsleep(strand) && collectives.hasWork() && runtime.element.clock().now() < end) {
      runtime.element.checkAlive();
      if (collectives.progress(waiting.patience())) {
        waiting.reset();
      } else {
        waiting.pause();
      }
    }
  }

  private Backoff.For awaits() {
    if (runtime.isDeferring(run)) {
      return Backoff.For.SENT;
    }
    return !suspended.isEmpty() || thief.remote.isAwaiting()
        ? Backoff.For.CHILD
        : Backoff.For.TASKS;
  }

  /** Waits up to the option's patience for thieves to claim all that is on offer. */
  void awaitClaims() {
    long patience = runtime.options.patienceNanos();
    if (patience == 0 || runtime.isAlone()) {
      return;
    }
    long start = runtime.element.clock().now();
    while (offers.isOnOffer() && runtime.element.clock().now() - start < patience && !hasAlarm()) {
      runtime.element.checkAlive();
      runtime.strands.yield();
    }
  }

  // --- between runs

  /** Rests until the next run; false if there will be none. */
  boolean rest(WorkerStrand strand) {
    runs.aboutToRest();
    if (!offers.hasForked()) {
      offers.takeBack(); // held tasks that thieves have claimed: nothing else ends that offer
    }
    checkNothingLeft(strand);
    strand.passCounts();
    strand.clear();
    channel.quiet();
    times.end();
    beginRest(strand.handle(), run);
    runs.rested(run);
    while (runs.startedRun() == run && !runs.isClosing()) {
      runtime.element.checkAlive();
      sleep();
    }
    endRest();
    stopMoving();
    if (runs.isClosing()) {
      return false;
    }
    run = runs.startedRun();
    heard = runs.pastAlarms();
    times.begin(runs.runStart());
    shared.startHungry();
    if (near != null) {
      near.startHungry();
      near.clearReferences();
    }
    strand.take(this);
    shared.clearReferences();
    backoff.reset();
    return true;
  }

  /**
   * Parks until something happens, or, if it is to, moves collectives on; where the next run is
   * about to start, looks for it.
   */
  private void sleep() {
    if (collectives.progress(waiting.patience())) {
      waiting.reset();
    } else if (remainsMover()) {
      waiting.pause();
    } else if (runs.isExpecting()) {
      runtime.strands.yield();
    } else {
      waiting.reset();
      collectives.arrive();
      runtime.strands.park();
    }
  }

  /** Tells whether the worker, which rests, is one of those that move collectives on. */
  private boolean remainsMover() {
    if (!collectives.hasWork()) {
      stopMoving();
    }
    if (!isMover() && collectives.hasWork() && collectives.join()) { // looked at again: see isMover
      mover = true;
    }
    return isMover();
  }

  private void stopMoving() {
    if (isMover()) {
      mover = false;
      collectives.leave();
    }
  }

  private void checkNothingLeft(WorkerStrand strand) {
    int[] left = {
      shared.offered(), strand.top, claimed.size(), held.size(), suspended.size(), cells.inUse()
    };
    if (IntStream.of(left).anyMatch(count -> count != 0)) {
      throw new IllegalStateException(
          "worker %s of PE %s rests and leaves behind %s tasks on offer, frames, tasks claimed, tasks held, strands, join cells"
              .formatted(index, runtime.rank, Arrays.toString(left)));
    }
  }
}
