package org.temoto.task;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.LockWaits;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.Strands;
import org.temoto.task.depend.DependencyRecords;
import org.temoto.task.join.OverflowArena;
import org.temoto.task.marshal.Marshaller;
import org.temoto.task.steal.Inbox;

/**
 * Environment of one PE's workers: its space, heap and transport, the options of the runtime, and
 * what its workers share.
 */
final class PeRuntime {
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
  private static final long ROOM_PARK_NANOS = 20_000;

  /** Time for which an outcome waits for room that what waits for others may keep for ever. */
  private static final long ROOM_PATIENCE_NANOS = 3_000_000_000L;

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

  /** All there before the first run. */
  final WorkerIdentity[] workers;

  final Alarm alarm;
  final Inbox inbox;
  final DependencyRecords records;

  /** Workers that are at work and wait for room in the overflow area. */
  final AtomicInteger wantRoom = new AtomicInteger();

  /** Tasks that can start and are at home here, oldest first; any worker of the PE takes them. */
  final Deque<HeldTask> atHome = new ConcurrentLinkedDeque<>();

  final TraceLogs traces;
  private final ClassLoader loader;

  PeRuntime(
      GlobalAddressSpace space, RuntimeOptions options, RuntimeLayout layout, TraceLogs traces) {
    this.space = space;
    this.support = RuntimeSupport.of(space);
    this.element = support.processingElement();
    this.strands = element.strands();
    this.options = options;
    this.traces = traces;
    this.layout = layout;
    this.heap = element.heap().segment();
    this.rank = element.rank();
    this.pes = element.count();
    this.overflow =
        new OverflowArena(
            heap, rank, layout.overflow(), layout.overflowBytes(), RuntimeLayout.OUTCOME_RESERVE);
    this.workers = new WorkerIdentity[layout.workers()];
    this.alarm = new Alarm(heap, layout, rank, pes, workers);
    this.inbox = new Inbox(heap, rank, layout.inbox());
    inbox.reset();
    long used = (long) LONG.getAcquire(heap, layout.usedRecords());
    this.records = new DependencyRecords(heap, rank, layout.records(), layout.recordBytes(), used);
    this.loader = loader();
  }

  /** Loader of the classes of the program's tasks. */
  private static ClassLoader loader() {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    return context != null ? context : PeRuntime.class.getClassLoader();
  }

  Marshaller newMarshaller() {
    return new Marshaller(support::memory, loader, Math.toIntExact(overflow.capacity()));
  }

  /**
   * An overflow buffer for an outcome, for which it waits; or {@link OverflowArena#NONE}.
   *
   * <p>It does not wait for ever: what is on offer its forker takes back, and what has been taken
   * or has arrived is read, without this outcome; but tasks that wait, and failures of groups that
   * have not ended, may stay until it is told, so it is given up where these leave too little for a
   * while in which no other worker of the PE does anything but wait for room, too.
   *
   * @param lasting true if it is a failure of a group
   * @param meanwhile what the caller does for others that wait for it
   */
  long awaitRoom(long bytes, boolean lasting, Channel channel, Runnable meanwhile) {
    long since = element.clock().now();
    long buffer = overflow.allocateForOutcome(bytes, lasting, channel);
    while (buffer == OverflowArena.NONE) {
      element.checkAlive();
      meanwhile.run();
      long now = element.clock().now();
      if (overflow.hasRoomBesideLasting(bytes) || atWork() > wantRoom.get()) {
        since = now;
      } else if (now - since >= ROOM_PATIENCE_NANOS) {
        return OverflowArena.NONE;
      }
      strands.park(ROOM_PARK_NANOS);
      buffer = overflow.allocateForOutcome(bytes, lasting, channel);
    }
    return buffer;
  }

  // --- victims

  /** Tells whether there is no other worker, of any PE: neither a victim nor a thief. */
  boolean isAlone() {
    return pes == 1 && workers.length == 1;
  }

  /** Tells whether there are others, which may get what is forked here. */
  boolean mayOffer() {
    return !isAlone() && options.exposure() != RuntimeOptions.Exposure.NEVER;
  }

  /** Tells whether tasks are put where thieves of other PEs can take them. */
  boolean offersElsewhere() {
    return pes > 1 && options.policy() == RuntimeOptions.StealPolicy.ONE_SIDED;
  }

  /** Tells whether thieves take several tasks of another PE at once. */
  boolean takesHalf() {
    return offersElsewhere() && options.amount() == RuntimeOptions.StealAmount.HALF;
  }

  // --- tasks that wait for others

  /**
   * Tells whether run {@code number} has any, which may be sent here when what they wait for ends.
   */
  boolean isDeferring(long number) {
    long word = layout.deferring();
    return (long) LONG.getOpaque(heap, word) == number; // opaque: it decides how eagerly to look
  }

  /** Description of the strands that wait for locks and semaphores; empty if none does. */
  List<String> lockWaits() {
    String all = support.attachment() instanceof LockWaits waits ? waits.describe() : "";
    return all.isEmpty() ? List.of() : List.of(all);
  }

  /** Number of tasks that can start and are at home here, at most {@code most} of each kind. */
  int waitingAtHome(int most) {
    int waiting = inbox.arrived();
    Iterator<HeldTask> all = atHome.iterator();
    for (int i = 0; i < most && all.hasNext(); i++) { // a size would count all
      all.next();
      waiting++;
    }
    return waiting;
  }

  /** Another PE may look at the records that are in use. */
  synchronized void publishUsedRecords() { // so none publishes fewer after another
    LONG.setRelease(heap, layout.usedRecords(), (long) records.used());
  }

  /** Refuses a PE that the job does not have. */
  void requirePe(int pe) {
    if (pe < 0 || pe >= pes) {
      throw new IndexOutOfBoundsException("pe=" + pe + " is none of the job's " + pes + " PEs");
    }
  }

  /** Frees the records of runs that are over, of this runtime or the last; between runs. */
  void resetRecords(Channel channel) {
    if (records.used() > 0) {
      records.reset(channel);
      publishUsedRecords();
      channel.swap(rank, layout.promises(), 0);
    }
  }

  /** Run {@code number} has some: tells all PEs. */
  void defer(long number, Channel channel) {
    if (!isDeferring(number)) {
      for (int pe = 0; pe < pes; pe++) {
        channel.set(pe, layout.deferring(), number);
      }
    }
  }

  // --- all workers of the PE

  boolean isAnyIdle() {
    return atWork() < workers.length;
  }

  /** Tells whether a worker is idle and begins what there is. */
  boolean isAnyFree() {
    for (WorkerIdentity worker : workers) {
      if (worker.isFree()) {
        return true;
      }
    }
    return false;
  }

  boolean isAnyAtWork() {
    return atWork() > 0;
  }

  private int atWork() {
    int count = 0;
    for (WorkerIdentity worker : workers) {
      count += worker.isAtWork() ? 1 : 0;
    }
    return count;
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

  void unparkResting() {
    for (WorkerIdentity worker : workers) {
      worker.unparkResting();
    }
  }

  /** Sums of what the workers have counted, in the order of {@link TaskRuntime.Statistics}. */
  long[] counts() {
    long[] sums = WorkerCounts.none();
    for (WorkerIdentity worker : workers) {
      worker.counts.addTo(sums);
    }
    return sums;
  }

  long tasks() {
    return WorkerCounts.statistics(counts()).tasks();
  }
}
