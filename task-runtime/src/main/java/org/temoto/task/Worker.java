package org.temoto.task;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.spi.Channel;
import org.temoto.task.collective.IdleStrategy;
import org.temoto.task.collective.WaitPolicy;
import org.temoto.task.deque.SharedPart;
import org.temoto.task.join.JoinCells;
import org.temoto.task.marshal.Marshaller;
import org.temoto.task.steal.Backoff;
import org.temoto.task.steal.OwnChannelWords;
import org.temoto.task.steal.RequestWord;
import org.temoto.task.steal.SlotLayout;
import org.temoto.task.steal.WorkerLayout;

/**
 * A worker's identity: its deque, words, cells, channel and counts. One strand has it at a time and
 * alone uses it, except where a member says otherwise; it goes from strand to strand when a join
 * has to wait.
 */
final class Worker {
  private static final VarHandle MARK = ValueLayout.JAVA_LONG.varHandle();
  private static final VarHandle SLEEPER;
  private static final VarHandle AT_WORK;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      SLEEPER = lookup.findVarHandle(Worker.class, "sleeper", WorkerStrand.class);
      AT_WORK = lookup.findVarHandle(Worker.class, "atWork", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** So many suspended strands are looked at between two victims. */
  private static final int LOOKED_AT = 8;

  /** How long a worker that moves collectives on does not look for anything else. */
  private static final long COLLECTIVES_NANOS = 100_000;

  final PeRuntime runtime;
  final int index;
  final long block;
  final Channel channel;

  /** What thieves of any PE may take. */
  final SharedPart<Offered> shared;

  /**
   * What only workers of this PE may take: neither marshalled nor released; null where {@link
   * #shared} is so, or where there are no others.
   */
  final SharedPart<Offered> near;

  final JoinCells cells;
  final ClaimedChildren claimed = new ClaimedChildren();
  final HeldTasks held = new HeldTasks();
  final Marshaller marshaller;
  final MemorySegment scratch;
  final Backoff backoff;
  private final IdleStrategy waiting;
  final ThiefPatience patience = new ThiefPatience();
  final Offers offers;
  final Completions completions;
  final Answers answers;
  final Thief thief;
  final WorkerCounts counts = new WorkerCounts();
  final WorkerTimes times;

  /** The strand that has the worker. Volatile: it is told, or sees for itself, of every alarm. */
  private volatile TaskExecution holder;

  /** The alarms of the PE that have been listened to. */
  private long heard;

  /** Strands that wait for a child that a thief of this worker has claimed. */
  private final List<WorkerStrand> suspended = new ArrayList<>();

  /** The run that the worker works for, or has last worked for. */
  long run;

  /**
   * The strand that waits for something to steal, or null. Read by others of the PE, to wake it.
   */
  @SuppressWarnings("unused") // through SLEEPER
  private WorkerStrand sleeper;

  @SuppressWarnings("unused") // through AT_WORK
  private boolean atWork;

  /** The strand that waits for the next run, or null. Volatile: the main strand wakes it. */
  private volatile WorkerStrand resting;

  /**
   * Volatile: a worker that starts a collective wakes another one, or this one sees that it has.
   */
  private volatile boolean mover;

  /**
   * The last run after which the worker has come to rest. Volatile: publishes all that it did to
   * the main strand.
   */
  private volatile long restedAfter;

  Worker(PeRuntime runtime, int index) {
    this.runtime = runtime;
    this.index = index;
    this.block = runtime.layout.worker(index);
    this.channel = runtime.element.transport().openChannel();
    resetWords();
    this.shared =
        new SharedPart<>(
            new OwnChannelWords(channel, runtime.rank, runtime.heap, block),
            runtime.options.exposure() == RuntimeOptions.Exposure.EAGER);
    this.near =
        runtime.offersElsewhere() && runtime.workers.length > 1
            ? new SharedPart<>(
                new OwnChannelWords(channel, runtime.rank, runtime.heap, block + WorkerLayout.NEAR),
                runtime.options.exposure() == RuntimeOptions.Exposure.EAGER)
            : null;
    this.cells = new JoinCells(runtime.heap, WorkerLayout.cell(block, 0));
    this.marshaller = runtime.newMarshaller();
    this.scratch = Arena.ofAuto().allocate(SlotLayout.BYTES, WorkerLayout.LINE);
    this.times = new WorkerTimes(runtime.element.clock(), runtime.newTrace(index));
    this.backoff = new Backoff(runtime.strands, runtime.element.clock());
    this.waiting = new IdleStrategy(runtime.element);
    this.completions = new Completions(runtime, this);
    this.offers = new Offers(runtime, this);
    this.answers = new Answers(runtime, this);
    this.thief = new Thief(runtime, this);
  }

  /** Where this process has the steal word. */
  long stealWordAddress() {
    return runtime.heap.address() + block + WorkerLayout.STEAL_WORD;
  }

  /** An earlier runtime may have used the block. */
  private void resetWords() {
    channel.swap(runtime.rank, block + WorkerLayout.STEAL_WORD, 0);
    channel.swap(runtime.rank, WorkerLayout.acknowledged(block, 0), 0);
    channel.swap(runtime.rank, WorkerLayout.acknowledged(block, 1), 0);
    long near = block + WorkerLayout.NEAR;
    channel.swap(runtime.rank, near + WorkerLayout.STEAL_WORD, 0);
    channel.swap(runtime.rank, WorkerLayout.acknowledged(near, 0), 0);
    channel.swap(runtime.rank, WorkerLayout.acknowledged(near, 1), 0);
    channel.swap(runtime.rank, block + WorkerLayout.MAILBOX, RequestWord.NONE);
    channel.swap(runtime.rank, block + WorkerLayout.REPLY, 0);
    if (index == 0) {
      channel.swap(runtime.rank, runtime.layout.mailbox(), RequestWord.NONE);
    }
    zero(WorkerLayout.MARKS, WorkerLayout.BYTES); // not the cells: their generations go on
    if (runtime.offersElsewhere()) {
      zero(WorkerLayout.SLOTS, WorkerLayout.CELLS); // only so they are in memory when a thief waits
    }
  }

  private void zero(int from, int end) {
    runtime.heap.asSlice(block + from, end - from).fill((byte) 0);
  }

  // --- alarms

  /** From now on {@code strand} has the worker. */
  void heldBy(TaskExecution strand) {
    holder = strand;
  }

  /** Has the strand that has the worker look closer; by any strand of the PE. */
  void nudge() {
    TaskExecution strand = holder;
    if (strand != null) {
      strand.nudge();
    }
  }

  /** Whether there have been alarms in this run, as far as the worker has listened. */
  boolean hasHeardAlarms() {
    return heard != runtime.pastAlarms();
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
    tellFailures(null);
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
      runtime.alarm.raiseHere(runtime.workers);
      runtime.alarm.raiseElsewhere(channel);
    }
  }

  private void markCancelled(int cell) {
    MARK.setRelease( // release: before the alarm, after which it is looked at
        runtime.heap, WorkerLayout.mark(block, cell), cells.generation(cell));
  }

  // --- what other workers of the PE see

  /** Whether the worker runs a task, as far as it has told. */
  boolean isAtWork() {
    return (boolean) AT_WORK.getOpaque(this); // opaque: it decides nothing but which worker refuses
  }

  void atWork(boolean now) {
    AT_WORK.setOpaque(this, now); // opaque: see isAtWork
  }

  /** The worker has found a strand or a task to go on with: it asks for no more. */
  void toWork() {
    atWork(true);
    thief.leave();
  }

  // --- suspended strands

  void suspend(WorkerStrand strand) {
    suspended.add(strand);
  }

  /** Whether strands wait for what thieves of this worker have. */
  boolean hasSuspended() {
    return !suspended.isEmpty();
  }

  /** A suspended strand whose child is done, no longer among the suspended; or null. */
  WorkerStrand nextReady() {
    for (int i = suspended.size() - 1; i >= 0; i--) {
      WorkerStrand strand = suspended.get(i);
      if (completions.poll(strand.awaited())) {
        // mutant: resume-twice
        suspended.remove(i);
        return strand;
      }
    }
    return null;
  }

  /**
   * Whether one of the youngest of the suspended strands can go on: for a look between two victims
   * and before a pause, which is to cost little however many wait.
   */
  boolean hasReady() {
    for (int i = suspended.size() - 1; i >= Math.max(0, suspended.size() - LOOKED_AT); i--) {
      if (completions.poll(suspended.get(i).awaited())) {
        return true;
      }
    }
    return false;
  }

  /** Whether there is something more urgent than to try the next victim. */
  boolean isCalled() {
    return hasReady() || runtime.isOver(run);
  }

  // --- waiting for something to steal

  /** Pauses {@code strand}; it may be woken early by {@link #wake}. */
  void pause(WorkerStrand strand) {
    if (backoff.isPatient()) {
      completions.collectArrived(); // not only what is awaited: thieves may wait for its room
      channel.quiet(); // acknowledgements, before no strand looks after them
      SLEEPER.setVolatile(
          this,
          strand); // volatile, as wake's read: a wake-up that is missed all the same costs one
      // pause
      if (runtime.hasCollectives()) {
        moveCollectives(strand);
      } else {
        waiting.reset();
        backoff.pause(isAwaiting());
      }
      SLEEPER.setOpaque(this, null); // opaque: a late wake-up is harmless
    } else {
      backoff.pause(isAwaiting());
    }
  }

  /** Moves collectives on, without waiting; whether there was anything. */
  boolean progress() {
    boolean any = runtime.progress(WaitPolicy.NONE);
    if (any) {
      waiting.reset();
    }
    return any;
  }

  /** Moves collectives on, for a while or until it is woken. */
  private void moveCollectives(WorkerStrand strand) {
    long end = runtime.element.clock().now() + COLLECTIVES_NANOS;
    while (SLEEPER.getOpaque(this) == strand // opaque: a wake-up that is seen late is only late
        && runtime.hasCollectives()
        && runtime.element.clock().now() < end) {
      runtime.element.checkAlive();
      if (runtime.progress(waiting.patience())) {
        waiting.reset();
      } else {
        waiting.pause();
      }
    }
  }

  private boolean isAwaiting() {
    return !suspended.isEmpty() || thief.isAwaiting();
  }

  /** Wakes the worker if it waits for something to steal; by any strand of the PE. */
  boolean wake() {
    WorkerStrand strand = (WorkerStrand) SLEEPER.getVolatile(this); // volatile: see pause
    if (strand == null || !SLEEPER.compareAndSet(this, strand, null)) { // one waker is enough
      return false;
    }
    strand.unpark();
    return true;
  }

  // --- between runs

  /** Rests until the next run; false if there will be none. */
  boolean rest(WorkerStrand strand) {
    runtime.aboutToRest();
    if (!offers.hasForked()) {
      offers.takeBack(); // held tasks that thieves have claimed: nothing else ends that offer
    }
    checkNothingLeft(strand);
    strand.passCounts();
    strand.clear();
    channel.quiet();
    times.end();
    resting = strand;
    restedAfter = run;
    runtime.rested(run);
    while (runtime.startedRun() == run && !runtime.isClosing()) {
      runtime.element.checkAlive();
      sleep();
    }
    resting = null;
    stopMoving();
    if (runtime.isClosing()) {
      return false;
    }
    run = runtime.startedRun();
    heard = runtime.pastAlarms();
    times.begin(runtime.runStart());
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
    if (runtime.progress(waiting.patience())) {
      waiting.reset();
    } else if (remainsMover()) {
      waiting.pause();
    } else if (runtime.isExpectingRun()) {
      runtime.strands.yield();
    } else {
      waiting.reset();
      runtime.arriveCollectives();
      runtime.strands.park();
    }
  }

  /** Whether the worker, which rests, is one of those that move collectives on. */
  private boolean remainsMover() {
    if (!runtime.hasCollectives()) {
      stopMoving();
    }
    if (!mover
        && runtime.hasCollectives()
        && runtime.joinsMovers()) { // looked at again: see isMover
      mover = true;
    }
    return mover;
  }

  private void stopMoving() {
    if (mover) {
      mover = false;
      runtime.leavesMovers();
    }
  }

  /** Whether the worker rests and moves collectives on; it sees by itself that there are more. */
  boolean isMover() {
    return mover;
  }

  private void checkNothingLeft(WorkerStrand strand) {
    boolean clean =
        strand.top == 0
            && shared.offered() == 0
            && claimed.size() == 0
            && held.isEmpty()
            && suspended.isEmpty()
            && cells.inUse() == 0;
    if (!clean) {
      throw new IllegalStateException(
          String.format(
              "worker %d of PE %d rests and leaves behind %d tasks on offer, %d frames, %d claimed, %d held, %d strands, %d join cells",
              index,
              runtime.rank,
              shared.offered(),
              strand.top,
              claimed.size(),
              held.size(),
              suspended.size(),
              cells.inUse()));
    }
  }

  long restedAfter() {
    return restedAfter;
  }

  /** Wakes the worker if it rests; whether it does. */
  boolean unparkResting() {
    WorkerStrand strand = resting;
    if (strand != null) {
      strand.unpark();
    }
    return strand != null;
  }
}
