package org.temoto.task;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.StrandMemory;
import org.temoto.gas.spi.Strands;
import org.temoto.task.deque.SharedPart;
import org.temoto.task.join.JoinCells;
import org.temoto.task.marshal.Marshaller;
import org.temoto.task.steal.OwnChannelWords;
import org.temoto.task.steal.RequestWord;
import org.temoto.task.steal.SlotLayout;
import org.temoto.task.steal.WorkerLayout;

/**
 * Identity of a worker: its number, words and cells in the symmetric heap, channel and counts, and
 * what others of its PE see of it. One strand has it at a time and alone uses it, except where a
 * member says otherwise; it goes from strand to strand when a join has to wait.
 */
abstract class WorkerIdentity {
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  final PeRuntime runtime;
  final int index;

  /** The place where its block stands in the heap of its PE. */
  final long block;

  final Channel channel;

  /** Offer to thieves of any PE. */
  final SharedPart<Offered> shared;

  /**
   * Offer to workers of this PE only: neither marshalled nor released; null where {@link #shared}
   * is so, or where there are no others.
   */
  final SharedPart<Frame> near;

  final JoinCells cells;
  final ClaimedChildren claimed = new ClaimedChildren();
  final Marshaller marshaller;
  final HeldTasks held;
  final MemorySegment scratch;
  final WorkerCounts counts = new WorkerCounts();
  final WorkerTimes times;

  /** The run that the worker works for, or has last worked for. */
  long run;

  /**
   * The strand that waits for something to steal, or null. Read by others of the PE, to wake it.
   */
  private final AtomicReference<Strands.Strand> sleeper = new AtomicReference<>();

  private final AtomicBoolean atWork = new AtomicBoolean();

  /** Volatile: others of the PE give away what it would have taken. */
  private volatile boolean beginsNone;

  /** The strand that waits for the next run, or null. Volatile: the main strand wakes it. */
  private volatile Strands.Strand resting;

  /**
   * Volatile: a worker that starts a collective wakes another one, or this one sees that it has.
   */
  volatile boolean mover;

  /**
   * The last run after which the worker has come to rest. Volatile: publishes all that it did to
   * the main strand.
   */
  private volatile long restedAfter;

  WorkerIdentity(PeRuntime runtime, int index) {
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
    this.held = new HeldTasks(channel, marshaller);
    this.scratch = Arena.ofAuto().allocate(SlotLayout.BYTES, WorkerLayout.LINE);
    this.times = new WorkerTimes(runtime.element.clock(), runtime.traces.open(index));
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
    zero(WorkerLayout.RUN_CELL, WorkerLayout.BYTES); // not other cells: their generations go on
    if (runtime.offersElsewhere()) {
      zero(WorkerLayout.SLOTS, WorkerLayout.CELLS); // only so they are in memory when a thief waits
    }
  }

  private void zero(int from, int end) {
    runtime.heap.asSlice(block + from, end - from).fill((byte) 0);
  }

  /** The place where this process has the steal word. */
  final long stealWordAddress() {
    return runtime.heap.address() + block + WorkerLayout.STEAL_WORD;
  }

  /** Has the strand that has the worker look closer at its next fork or join; by any strand. */
  abstract void nudge();

  /**
   * The worker has run the same task for {@code nanos}: has that give way, at its next fork or
   * join, to strands that can go on, if there are any; by the main strand.
   */
  abstract void keeps(long nanos);

  /** The memory of the strand that has the worker. */
  abstract StrandMemory memory();

  /** Tells whether there is something more urgent than to try the next victim. */
  abstract boolean isCalled();

  // --- what other workers of the PE see

  /** Tells whether the worker runs a task, as far as it has told. */
  final boolean isAtWork() {
    return atWork.getOpaque(); // opaque: it decides nothing but which worker refuses
  }

  final void beginWork() {
    atWork.setOpaque(true); // opaque: see isAtWork
  }

  /** Tells whether the worker has nothing to do and begins what there is. */
  final boolean isFree() {
    return !isAtWork() && !beginsNone;
  }

  /** Tells whether the worker begins no task, as too many of its strands wait. */
  final boolean beginsNone() {
    return beginsNone;
  }

  /** From now on it begins none, or begins some again. */
  final void beginsNone(boolean isFull) {
    if (beginsNone != isFull) { // a store is dearer than a look
      beginsNone = isFull;
    }
  }

  final void endWork() {
    atWork.setOpaque(false); // opaque: see isAtWork
  }

  /** {@code strand} is about to wait for something to steal. */
  final void fallAsleep(Strands.Strand strand) {
    sleeper.set(strand); // volatile, as wake's read: a missed wake-up costs one pause
  }

  /** Tells whether {@code strand} waits and has not been woken. */
  final boolean isAsleep(Strands.Strand strand) {
    return sleeper.getOpaque() == strand; // opaque: a wake-up that is seen late is only late
  }

  final void awaken() {
    sleeper.setOpaque(null); // opaque: a late wake-up is harmless
  }

  /** Wakes the worker if it waits for something to steal; by any strand of the PE. */
  final boolean wake() {
    Strands.Strand strand = sleeper.get(); // volatile: see fallAsleep
    if (strand == null || !sleeper.compareAndSet(strand, null)) { // one waker is enough
      return false;
    }
    runtime.strands.unpark(strand);
    return true;
  }

  // --- what PE 0 sees of it, to tell whether anything is to come

  /** The worker begins, resumes, leaves or has ended a task, or has cancelled some. */
  final void turns() {
    increase(WorkerLayout.TURNS, 1);
  }

  /** Changes with each of these; for any strand of the PE. */
  final long turnsSoFar() {
    return (long) LONG.getOpaque(runtime.heap, block + WorkerLayout.TURNS); // opaque: a count
  }

  /** Since it last had a turn it has tasks that others could begin, but for what they lack. */
  final void lacks(long lack) {
    long word = block + WorkerLayout.LACK;
    // opaque: the look in vain that comes next tells of it
    LONG.setOpaque(runtime.heap, word, turnsSoFar() * WorkerLayout.LACKS + lack);
  }

  /** It has looked in vain. */
  final void countVain(long look) {
    increase(WorkerLayout.VAIN, look);
  }

  private void increase(int place, long by) {
    long word = block + place;
    long count = (long) LONG.getOpaque(runtime.heap, word);
    LONG.setRelease(runtime.heap, word, count + by); // release: what the round has found before
  }

  // --- between runs

  /** {@code strand} waits for the run after {@code run}. */
  final void beginRest(Strands.Strand strand, long run) {
    resting = strand;
    restedAfter = run;
  }

  final void endRest() {
    resting = null;
  }

  final long restedAfter() {
    return restedAfter;
  }

  /** Wakes the worker if it rests; whether it does. */
  final boolean unparkResting() {
    Strands.Strand strand = resting;
    if (strand != null) {
      runtime.strands.unpark(strand);
    }
    return strand != null;
  }

  /**
   * Tells whether the worker rests and moves collectives on; it sees by itself that there are more.
   */
  final boolean isMover() {
    return mover;
  }
}
