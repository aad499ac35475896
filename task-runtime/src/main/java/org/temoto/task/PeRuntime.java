package org.temoto.task;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.Strands;
import org.temoto.task.collective.CollectiveRuntime;
import org.temoto.task.collective.WaitPolicy;
import org.temoto.task.join.OverflowArena;
import org.temoto.task.marshal.Marshaller;
import org.temoto.task.steal.Inbox;
import org.temoto.task.trace.TraceBuffer;

/** State that the workers and strands of one PE share. */
final class PeRuntime {
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
  private static final long WATCH_NANOS = 5_000_000;

  /** The same while collectives are under way. */
  private static final long COLLECTIVES_NANOS = 50_000;

  /** PEs that come together meet in less; workers do not look longer for the run. */
  private static final long EXPECTED_NANOS = 50_000;

  private static final int LOOKS_IN_VAIN = 4;
  private static final long ROOM_PARK_NANOS = 20_000;

  final GlobalAddressSpace space;
  final RuntimeSupport support;
  final ProcessingElement element;
  final Strands strands;
  final RuntimeOptions options;
  final RuntimeLayout layout;
  final MemorySegment heap;
  final OverflowArena overflow;
  final int rank;
  final int pes;
  final Worker[] workers;
  final Alarm alarm;
  final Inbox inbox;
  final StrandPool pool;
  private final ClassLoader loader;

  /** The strand of the SPMD program, which waits while the workers work. */
  private final Strands.Strand main;

  /** The number of the run that has been started last. Volatile: it publishes the root task. */
  private volatile long startedRun;

  /** The main strand is about to start a run; 0 if not. Volatile: workers that rest look. */
  private volatile long expectedUntil;

  private volatile boolean closing;

  /** Null until the program asks for them. Volatile: workers look. */
  volatile CollectiveRuntime collectives;

  /** Of the main strand, for collectives that no other strand looks after. */
  private int looksInVain;

  /** Workers that rest and move collectives on meanwhile. */
  private final AtomicInteger movers = new AtomicInteger();

  /** The alarms of all runs before the last one started; published by {@link #startedRun}. */
  private long pastAlarms;

  /** When the run that has been started last was; published by {@link #startedRun}. */
  private long runStart;

  private Frame root;

  /** Volatile: it publishes the root's outcome. */
  private volatile boolean rootDone;

  PeRuntime(GlobalAddressSpace space, RuntimeOptions options, RuntimeLayout layout) {
    this.space = space;
    this.support = RuntimeSupport.of(space);
    this.element = support.processingElement();
    this.strands = element.strands();
    this.options = options;
    this.layout = layout;
    this.heap = element.heap().segment();
    this.rank = element.rank();
    this.pes = element.count();
    this.overflow = new OverflowArena(heap, rank, layout.overflow(), layout.overflowBytes());
    this.alarm = new Alarm(heap, layout, rank, pes);
    this.inbox = new Inbox(heap, rank, layout.inbox());
    inbox.reset();
    this.main = strands.current();
    this.loader = loader();
    this.pool = new StrandPool(this);
    this.workers = new Worker[layout.workers()];
    for (int i = 0; i < workers.length; i++) {
      workers[i] = new Worker(this, i);
    }
  }

  /** Where the classes of the program's tasks are. */
  private static ClassLoader loader() {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    return context != null ? context : PeRuntime.class.getClassLoader();
  }

  /** Where worker {@code index} records what it does; null if that is not wanted. */
  TraceBuffer newTrace(int index) {
    long events = options.traceEvents() / ((long) pes * layout.workers());
    return options.traces() ? new TraceBuffer(index, Math.max(1, events)) : null;
  }

  Marshaller newMarshaller() {
    return new Marshaller(support::memory, loader, Math.toIntExact(overflow.capacity()));
  }

  /** Whether there is no other worker, of any PE: neither a victim nor a thief. */
  boolean isAlone() {
    return pes == 1 && workers.length == 1;
  }

  /** Whether tasks are put where thieves of other PEs can take them. */
  boolean offersElsewhere() {
    return pes > 1 && options.policy() == RuntimeOptions.StealPolicy.ONE_SIDED;
  }

  /** Whether thieves take several tasks of another PE at once. */
  boolean takesHalf() {
    return offersElsewhere() && options.amount() == RuntimeOptions.StealAmount.HALF;
  }

  /** Whether a worker of this PE runs no task. */
  boolean isAnyIdle() {
    for (Worker worker : workers) {
      if (!worker.isAtWork()) {
        return true;
      }
    }
    return false;
  }

  /** Whether any worker of this PE runs a task. */
  boolean isAnyAtWork() {
    for (Worker worker : workers) {
      if (worker.isAtWork()) {
        return true;
      }
    }
    return false;
  }

  /** Wakes up to {@code count} workers that wait for something to steal. */
  void wake(int count) {
    int left = count;
    for (int i = 0; i < workers.length && left > 0; i++) {
      if (workers[i].wake()) {
        left--;
      }
    }
  }

  // --- collectives

  /**
   * A strand that has nothing else to do moves collectives on; whether there was anything.
   *
   * @param patience what it may wait for
   */
  boolean progress(WaitPolicy patience) {
    CollectiveRuntime opened = collectives;
    return opened != null && opened.isForWorkers() && opened.progress(patience);
  }

  /**
   * What has been issued for collectives arrives, for the strand that issued it looks no further.
   */
  void arriveCollectives() {
    CollectiveRuntime opened = collectives;
    if (opened != null && opened.isForWorkers()) {
      opened.arrive();
    }
  }

  /** Whether idle workers should look for what they can move on again soon. */
  boolean hasCollectives() {
    CollectiveRuntime opened = collectives;
    return opened != null && opened.isForWorkers() && opened.isBusy();
  }

  /** A collective has been started: one more worker that has nothing to do looks after it. */
  void wakeForCollectives() {
    if (!wakeForCollectives(false)) {
      wakeForCollectives(true);
    }
  }

  /** Wakes one that has nothing to do and, if not {@code any}, moves nothing; whether it has. */
  private boolean wakeForCollectives(boolean any) {
    for (Worker worker : workers) {
      if ((any || !worker.isMover()) && (worker.wake() || worker.unparkResting())) {
        return true;
      }
    }
    return false;
  }

  /** Whether a worker that rests is to move collectives on: as many as there are collectives. */
  boolean joinsMovers() {
    int count = movers.get();
    while (count < collectives.underWay()) {
      if (movers.compareAndSet(count, count + 1)) {
        return true;
      }
      count = movers.get();
    }
    return false;
  }

  void leavesMovers() {
    movers.decrementAndGet();
  }

  /** The main strand looks after collectives where all workers compute; whether it should again. */
  private boolean looksAfterCollectives() {
    CollectiveRuntime opened = collectives;
    if (opened == null || !opened.isForWorkers() || !opened.isPending()) {
      return false;
    }
    if (!opened.isBusy()) {
      opened.arrive();
    } else if (!isEachAtWork() || opened.progress(WaitPolicy.ENDING)) {
      looksInVain = 0;
    } else if (++looksInVain == LOOKS_IN_VAIN) {
      opened.arrive(); // what workers have issued before they went to work
    }
    return opened.isPending();
  }

  private boolean isEachAtWork() {
    for (Worker worker : workers) {
      if (!worker.isAtWork()) {
        return false;
      }
    }
    return true;
  }

  // --- runs

  long startedRun() {
    return startedRun;
  }

  long runStart() {
    return runStart;
  }

  long pastAlarms() {
    return pastAlarms;
  }

  /**
   * Whatever alarms there are concern runs that are over. Between the barriers that end one run and
   * begin the next: later ones may be the next run's.
   */
  void forgetAlarms() {
    alarm.poll(workers);
    pastAlarms = alarm.raised();
  }

  boolean isClosing() {
    return closing;
  }

  /** Whether run {@code number} is over: PE 0 has said so. */
  boolean isOver(long number) {
    return (long) LONG.getAcquire(heap, layout.runOver())
        >= number; // acquire: an idle worker touches nothing of the run after it
  }

  /**
   * The workers wake up while the PEs meet, and look for the run, for a while: to be woken takes as
   * long as a barrier.
   */
  void expectRun() {
    if (pes > 1 && !strands.isCrowded()) {
      expectedUntil = element.clock().now() + EXPECTED_NANOS;
      unparkResting();
      expectedUntil = element.clock().now() + EXPECTED_NANOS; // for those that were woken first
    }
  }

  /** Whether a worker that rests had better look for the next run than park. */
  boolean isExpectingRun() {
    long until = expectedUntil;
    return until != 0 && element.clock().now() < until && !strands.isCrowded();
  }

  /**
   * Sets the workers to work, for the run after the last; {@code task} is null on all PEs but one.
   */
  void startRun(long number, Frame task) {
    root = task;
    rootDone = false;
    runStart = element.clock().now();
    startedRun = number;
    expectedUntil = 0;
    unparkResting();
  }

  private void unparkResting() {
    for (Worker worker : workers) {
      worker.unparkResting();
    }
  }

  /** The root task, for the one worker that runs it, or null. */
  Frame takeRoot(Worker worker) {
    if (worker.index != 0) {
      return null;
    }
    Frame task = root;
    root = null;
    return task;
  }

  /**
   * The root task has ended on {@code worker}, and with it the run. The main strand publishes the
   * result while the workers come to rest; no PE reads it before a barrier.
   */
  void rootDone(Worker worker) {
    rootDone = true;
    if (pes > 1) { // else the last worker that rests wakes it
      strands.unpark(main);
    }
    endRun(worker.run, worker.channel);
  }

  /** Tells all PEs that run {@code number} is over. */
  private void endRun(long number, Channel channel) {
    for (int pe = 0; pe < pes; pe++) {
      channel.set(pe, layout.runOver(), number);
    }
    channel.quiet();
    wake(workers.length);
  }

  /** The main strand waits until the root task has ended, or is stopped by its limit. */
  void awaitRoot(TimeLimit limit) {
    while (!rootDone) {
      limit.look();
      look();
    }
    limit.ended();
  }

  /**
   * The main strand's watch while workers run tasks, every few milliseconds: costs a thousandth of
   * a core, and tasks that compute for long hear of what ends them.
   */
  private void look() {
    element.checkAlive();
    alarm.poll(workers);
    strands.park(looksAfterCollectives() ? COLLECTIVES_NANOS : WATCH_NANOS);
  }

  /** The tasks that this PE's strands are at, each with its line; by any thread. */
  List<String> whereabouts() {
    return pool.whereabouts();
  }

  /** Tasks that this PE has run. */
  long tasks() {
    return WorkerCounts.statistics(WorkerCounts.sums(workers)).tasks();
  }

  /** The main strand waits until all workers rest after run {@code number}. */
  void awaitRest(long number) {
    while (!isResting(number)) {
      if (isOver(number)) { // they are about to: to be woken takes longer
        strands.yield();
      } else {
        look();
      }
    }
  }

  /**
   * A worker is about to rest after the run: the others, and the main strand, wake up meanwhile.
   */
  void aboutToRest() {
    if (pes > 1) {
      wake(workers.length);
      if (!strands.isCrowded()) {
        strands.unpark(main);
      }
    }
  }

  private boolean isResting(long number) {
    for (Worker worker : workers) {
      if (worker.restedAfter() < number) {
        return false;
      }
    }
    return true;
  }

  /**
   * An overflow buffer for the main strand, between runs: all tasks have ended, so what others have
   * still to free they are about to.
   */
  long awaitRoom(long bytes, Channel channel) {
    long buffer = overflow.allocate(bytes, channel);
    while (buffer == OverflowArena.NONE) {
      element.checkAlive();
      strands.park(ROOM_PARK_NANOS);
      buffer = overflow.allocate(bytes, channel);
    }
    return buffer;
  }

  /** A worker rests after run {@code number}: the last one wakes the main strand. */
  void rested(long number) {
    if (isResting(number)) {
      strands.unpark(main);
    }
  }

  void close() {
    closing = true;
    unparkResting();
    pool.close();
  }
}
