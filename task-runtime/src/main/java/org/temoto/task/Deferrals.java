package org.temoto.task;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.GasException;
import org.temoto.gas.RefusedException;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.JobAbortedException;
import org.temoto.task.depend.DependencyRecords;
import org.temoto.task.depend.DependencyRecords.Awaited;
import org.temoto.task.depend.HandleBits;
import org.temoto.task.depend.Waiters;
import org.temoto.task.join.CellLayout;
import org.temoto.task.join.OverflowArena;
import org.temoto.task.join.OverflowLayout;
import org.temoto.task.steal.Inbox;
import org.temoto.task.steal.SlotLayout;
import org.temoto.task.steal.TakenTask;
import org.temoto.task.steal.WorkerLayout;

/**
 * A worker's part in tasks that wait for others: forks them, and when a task ends sets those to
 * work that waited for it last.
 *
 * <p>A task that waits is in a {@linkplain DependencyRecords record} and on no strand. The worker
 * that ends the last of its dependencies takes it and sends it home, or holds it as it holds tasks
 * that it has taken from other PEs: so it is run next, or offered. From there it is one of these,
 * which is acquired for, run, released and reported; but what is told of its end is its handle
 * first and its {@linkplain DeferredGroup group} then.
 *
 * <p>A task that is detached has no handle, and all of a run are one group, whose count is on PE 0:
 * of the root task, of each detached one that has not ended, and of what workers have in reserve. A
 * worker gives each task that it detaches 1 of its reserve, and gets 1 for each that it runs; so
 * the count is asked only by a worker that has nothing in reserve, and told when it finds no task,
 * or goes on with one that has waited. It cannot be 0 before all have ended: the root task's part
 * is taken off when that has ended; a task is detached by one that runs, whose own part, or that of
 * a detached task that waits for it, is there still; and a part is there before the task can be
 * seen.
 */
final class Deferrals implements DependencyRecords.Receiver {
  /** Home of a task that has none. */
  static final int ANYWHERE = -1;

  /** The root task's part in the count of detached tasks. */
  static final long ROOT = 1L << 62;

  /** Part that a worker takes in reserve. */
  private static final long RESERVE = 1L << 40;

  /** Failures of a group: only the one in its cell; a larger word says where a later one is. */
  private static final long FIRST = 1;

  /** Gathered parts in each other that are looked through at most for the name of a task. */
  private static final int MOST_PARTS = 64;

  private static final long ROOM_BYTES = 64 << 10;

  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  private final PeRuntime runtime;
  private final WorkerIdentity worker;
  private final Completions completions;
  private final Channel channel;

  /**
   * Tasks that cannot run, whose forkers have not been told; read at once, as what is told of one
   * may want the room of others.
   */
  private final ArrayDeque<HeldTask> doomed = new ArrayDeque<>();

  /** Tasks that are to be sent home. */
  private final List<Inbox.Parcel> outgoing = new ArrayList<>();

  /** A group of which tasks have ended that have not been counted, and how many; or null. */
  private Origin uncounted;

  private long uncountedEnds;

  /** Part in the count of detached tasks that this worker has in reserve. */
  private long reserve;

  /** Memory for detached tasks, and how much of it is used. */
  private MemorySegment room = MemorySegment.NULL;

  private long used;

  /** True while these are told of: more of them are queued. */
  private boolean telling;

  Deferrals(WorkerIdentity worker, Completions completions) {
    this.runtime = worker.runtime;
    this.worker = worker;
    this.completions = completions;
    this.channel = worker.channel;
  }

  /** The place where a task that has been started tells of its end. */
  record Origin(long handle, int pe, long block, int cell, long generation) {
    static Origin of(TakenTask taken) {
      return new Origin(
          taken.handle(), taken.pe(), taken.block(), taken.cellNumber(), taken.generation());
    }

    /** Origin of tasks that are detached in run {@code number}. */
    static Origin ofRun(PeRuntime runtime, long number) {
      return new Origin(0, 0, runtime.layout.worker(0), CellLayout.RUN, number);
    }

    boolean isSameGroup(Origin other) {
      return other != null
          && pe == other.pe
          && block == other.block
          && cell == other.cell
          && generation == other.generation;
    }

    long count() {
      return WorkerLayout.count(block, cell);
    }

    long failed() {
      return WorkerLayout.failed(block, cell);
    }

    long mark() {
      return WorkerLayout.mark(block, cell);
    }

    long cellPlace() {
      return WorkerLayout.cell(block, cell);
    }
  }

  // --- groups

  /** Prepares the words of a group that begins in {@code cell}. */
  void begin(int cell) {
    channel.swap(runtime.rank, WorkerLayout.count(worker.block, cell), 0);
    channel.swap(runtime.rank, WorkerLayout.failed(worker.block, cell), 0);
  }

  /** No more are forked for the group: it ends when those that there are have ended. */
  void seal(DeferredGroup group) {
    if (group.sealed) {
      return;
    }
    group.sealed = true;
    if (isMarked(group)) {
      cancelWaiting(group);
    }
    Origin own = new Origin(0, runtime.rank, worker.block, group.cell, group.generation);
    count(own, group.size);
  }

  /** The forker has joined the group, whose frame is {@code child}. */
  void joined(DeferredGroup group, Frame child) {
    long place = WorkerLayout.failed(worker.block, group.cell);
    long failed = (long) LONG.getAcquire(runtime.heap, place);
    List<Throwable> others = readOthers(failed);
    if (child.outcome instanceof TaskFailure first) {
      for (Throwable each : others) {
        if (each instanceof TaskException passing) {
          passing.continueBy(TaskPath.of(child));
        }
        Joins.suppress(first.thrown(), each);
      }
    }
    if (isMarked(group) || failed != 0) {
      runtime.records.told(group);
    }
  }

  /** The failures after a group's first, in their order, which have come to {@code last}. */
  private List<Throwable> readOthers(long last) {
    ArrayDeque<Throwable> others = new ArrayDeque<>();
    for (long next = last; next > FIRST; ) {
      int pe = (int) (next % runtime.pes);
      long buffer = next / runtime.pes;
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment header = arena.allocate(2L * Long.BYTES, Long.BYTES);
        channel.get(pe, buffer + OverflowLayout.EARLIER, header, 0, 2 * Long.BYTES);
        int length = header.get(ValueLayout.JAVA_INT, Long.BYTES);
        MemorySegment bytes = arena.allocate(length);
        channel.get(pe, buffer + OverflowLayout.PAYLOAD + Long.BYTES, bytes, 0, length);
        OverflowArena.free(channel, pe, buffer);
        others.addFirst(worker.marshaller.readFailure(bytes, 0, length));
        next = header.get(ValueLayout.JAVA_LONG, 0);
      }
    }
    return List.copyOf(others);
  }

  /** Tells whether the group has been cancelled, by its forker or by one of them that failed. */
  private boolean isMarked(DeferredGroup group) {
    long mark = WorkerLayout.mark(worker.block, group.cell);
    return (long) LONG.getAcquire(runtime.heap, mark) == group.generation; // acquire: as an alarm
  }

  /** Ends those of a cancelled group that wait still. */
  void lookAfter(DeferredGroup group) {
    if (isMarked(group)) {
      cancelWaiting(group);
    }
  }

  private void cancelWaiting(DeferredGroup group) {
    List<TakenTask> cancelled = new ArrayList<>();
    runtime.records.cancel(channel, group, cancelled::add);
    cancelled.forEach(this::cancelled);
    tellDoomed();
    worker.turns();
  }

  private void cancelled(TakenTask task) {
    freeOverflow(task);
    Origin origin = Origin.of(task);
    runtime.records.fail(channel, origin.handle(), this);
    count(origin, -1);
  }

  private void freeOverflow(TakenTask task) {
    if (!task.isInSlot()) {
      runtime.overflow.release(task.overflow());
    }
  }

  // --- forking

  /**
   * Puts {@code task}, prepared, into a record, where it waits for {@code dependencies}.
   *
   * @return its handle
   */
  long fork(
      StrandStack strand,
      DeferredGroup group,
      Task<?> task,
      int watched,
      int home,
      List<TaskHandle> dependencies) {
    int most = DependencyRecords.mostDependencies();
    List<TaskHandle> all = new ArrayList<>(dependencies);
    List<TaskHandle> parts = new ArrayList<>();
    try {
      while (all.size() > most) { // tasks that only wait for some of them
        List<TaskHandle> some = List.copyOf(all.subList(0, most));
        parts.add(new TaskHandle(forkAfterFew(strand, group, Gather.PART, 0, ANYWHERE, some)));
        all.subList(0, most).clear();
        all.add(parts.getLast());
      }
      return forkAfterFew(strand, group, task, watched, home, all);
    } catch (JobAbortedException abort) {
      throw abort;
    } catch (RuntimeException refusal) {
      for (TaskHandle part : parts.reversed()) {
        withdraw(group, part.bits());
      }
      tellDoomed();
      send();
      throw refusal;
    }
  }

  /** As {@link #fork}, of a task whose dependencies fit into its record. */
  private long forkAfterFew(
      StrandStack strand,
      DeferredGroup group,
      Task<?> task,
      int watched,
      int home,
      List<TaskHandle> all) {
    // mutant: no-release-on-defer
    strand.memory.release(); // what the forker has committed, before anyone can see the task
    int index = take(group);
    long handle = runtime.records.handle(index);
    boolean written = false;
    try {
      write(group, task, watched, index, handle);
      written = true;
    } finally {
      if (!written) {
        runtime.records.giveBack(index);
      }
    }
    group.size++;
    runtime.records.open(channel, index, home, all.size());
    int ended = 1; // the fork itself
    int failed = 0;
    TaskHandle unknown = null;
    for (int i = 0; i < all.size(); i++) {
      Awaited found = runtime.records.await(channel, index, i, all.get(i).bits());
      ended += found == Awaited.PENDING ? 0 : 1;
      failed += found == Awaited.FAILED ? 1 : 0;
      unknown = found == Awaited.UNKNOWN ? all.get(i) : unknown;
    }
    if (unknown != null) {
      withdraw(group, handle);
    }
    runtime.records.settle(channel, index, ended, failed, this);
    tellDoomed();
    send();
    if (unknown != null) {
      throw unknown.notOfThisRun();
    }
    return handle;
  }

  /**
   * Takes back a task that is refused and whose handle nobody has: the others of its group go on.
   */
  private void withdraw(DeferredGroup group, long handle) {
    runtime.records.withdraw(
        channel,
        group,
        handle,
        task -> {
          freeOverflow(task);
          runtime.records.fail(channel, task.handle(), this);
          group.size--; // it is of none that are counted
        });
  }

  private int take(Object owner) {
    int index = runtime.records.take(channel, owner);
    if (index == DependencyRecords.NONE) {
      throw RefusedException.byOption(
          "heapBytes",
          "%s tasks that this PE has forked wait or run, or are promises: no more fit into the records, a 64th part of the symmetric heap"
              .formatted(runtime.records.capacity()));
    }
    runtime.publishUsedRecords();
    return index;
  }

  // --- detached tasks

  /** No task has been detached in the run that begins; between barriers, on each PE. */
  static void beginRun(PeRuntime runtime, Channel channel) {
    Origin run = Origin.ofRun(runtime, 0);
    if ((long) LONG.getAcquire(runtime.heap, run.count()) != ROOT) {
      channel.swap(runtime.rank, run.count(), ROOT);
      channel.swap(runtime.rank, run.failed(), 0);
    }
  }

  /** The place where the end of detached tasks is told. */
  Origin run() {
    return Origin.ofRun(runtime, worker.run);
  }

  /**
   * Tells whether tasks that are detached have not ended, or one has failed; on PE 0, when the root
   * task has ended.
   */
  boolean hasDetached() {
    goesOn(null);
    Origin run = run();
    // acquire: a failure is there before its task's part is given back
    return (long) LONG.getAcquire(runtime.heap, run.count()) != ROOT
        || (long) LONG.getAcquire(runtime.heap, run.failed()) != 0;
  }

  /** Starts {@code task}, prepared, which is at home at {@code home} or {@link #ANYWHERE}. */
  void detach(StrandStack strand, Task<?> task, int watched, int home) {
    // mutant: no-release-on-detach
    strand.memory.release(); // what the forker has committed, before anyone can see the task
    MemorySegment slot = worker.scratch;
    int length =
        worker.marshaller.write(
            task,
            slot,
            SlotLayout.DEFERRED_PAYLOAD,
            SlotLayout.BYTES - SlotLayout.DEFERRED_PAYLOAD);
    boolean isLarge = length < 0 || worker.marshaller.isSpilled();
    Origin run = run();
    SlotLayout.write(
        slot, 0, isLarge ? 0 : length, run.cell(), run.generation(), OverflowArena.NONE);
    SlotLayout.forker(slot, 0, run.pe(), run.block());
    SlotLayout.watched(slot, 0, watched);
    SlotLayout.deferred(slot, 0, 0);
    MemorySegment own = room(TakenTask.of(slot).bytes());
    TakenTask taken = TakenTask.of(own.copyFrom(slot.asSlice(0, own.byteSize())));
    if (reserve == 0) {
      // mutant: detached-uncounted
      channel.fetchAdd(run.pe(), run.count(), RESERVE); // acts before the task can be seen
      reserve = RESERVE;
    }
    reserve--;
    if (isLarge) {
      worker.held.add(taken, task);
      return;
    }
    if (home != ANYWHERE) {
      runtime.defer(run.generation(), channel); // so PEs look out for it
    }
    ready(taken, home);
    send();
  }

  /** Memory for a detached task; many are in one piece, as to free one costs more than a task. */
  private MemorySegment room(long bytes) {
    if (used + bytes > room.byteSize()) {
      room = Arena.ofAuto().allocate(ROOM_BYTES, WorkerLayout.LINE);
      used = 0;
    }
    MemorySegment own = room.asSlice(used, bytes);
    used += bytes + Long.BYTES - 1 & -Long.BYTES;
    return own;
  }

  // --- promises

  /** Makes a promise; returns its handle. */
  long promise(String place) {
    int index = take(place);
    long handle = runtime.records.handle(index);
    channel.fetchAdd(runtime.rank, runtime.layout.promises(), 1);
    runtime.records.openPromise(channel, index, place);
    return handle;
  }

  /** Refuses what cannot be a handle of this job, whose PEs have equally many records. */
  void requireMade(TaskHandle handle, String rule) {
    handle.requireMade(runtime.pes, rule);
    if (!runtime.records.has(handle.bits())) {
      throw handle.notOfThisRun();
    }
  }

  /** Fulfils a promise, with what comes before it released. */
  void fulfil(long handle) {
    fulfil(handle, -1);
  }

  /** The same with a value. */
  void fulfil(long handle, Object value) {
    int most = DependencyRecords.valueCapacity();
    int length =
        worker.marshaller.write(value, worker.scratch, DependencyRecords.valuePlace(), most);
    if (length < 0 || worker.marshaller.isSpilled()) {
      throw new RefusedException(
          "the value of a promise, %s, has %s bytes or more marshalled: at most %s; a larger one is put into global memory, and the value says where"
              .formatted(value.getClass().getName(), length < 0 ? ~length : length, most));
    }
    fulfil(handle, length);
  }

  private void fulfil(long handle, int length) {
    runtime.records.fulfil(channel, handle, worker.scratch, length, this);
    tellDoomed();
    send();
    channel.add(HandleBits.pe(handle), runtime.layout.promises(), -1);
    channel.quiet();
  }

  /** The value of a promise. */
  Object value(TaskHandle promise) {
    MemorySegment bytes = runtime.records.value(channel, promise.bits());
    if (bytes == null) {
      throw new IllegalStateException(
          "handle 0x%x: is of no promise that this task comes after and that was fulfilled with a value"
              .formatted(promise.bits()));
    }
    return worker.marshaller.read(bytes, 0, Math.toIntExact(bytes.byteSize()));
  }

  /**
   * Task that waits for others, for one that joins or one that waits for many.
   *
   * @param joiner end of the name of the first's class; empty for the second
   */
  record Gather(String joiner) implements Action {
    static final Gather PART = new Gather("");

    /** Characters, of whatever script, that fit into a record with the rest. */
    private static final int MOST_CHARACTERS = 32;

    static Gather joinedBy(Task<?> task) {
      return joinedBy(Frame.name(task));
    }

    static Gather joinedBy(String name) {
      int from = Math.max(name.lastIndexOf('.') + 1, name.length() - MOST_CHARACTERS);
      return new Gather(name.substring(from));
    }

    @Override
    public void compute(TaskContext context) {}

    /** For messages about what waits. */
    @Override
    public String toString() {
      return joiner.isEmpty()
          ? "some of the handles that another waits for"
          : "a join of a handle by " + joiner;
    }
  }

  private void write(DeferredGroup group, Task<?> task, int watched, int index, long handle) {
    long slot = runtime.records.slot(index);
    int length =
        worker.marshaller.write(
            task,
            runtime.heap,
            slot + SlotLayout.DEFERRED_PAYLOAD,
            DependencyRecords.slotCapacity());
    if (length < 0) {
      throw runtime.layout.tooLarge(
          "task " + Frame.name(task), ~length, runtime.overflow.capacity());
    }
    long overflow = OverflowArena.NONE;
    if (worker.marshaller.isSpilled()) {
      overflow = runtime.overflow.allocate(length, true, channel);
      if (overflow == OverflowArena.NONE) { // offers and outcomes that have arrived need not stay
        completions.makeRoom();
        overflow = runtime.overflow.allocate(length, true, channel);
      }
      if (overflow == OverflowArena.NONE) {
        throw runtime.layout.tooLarge(
            "task " + Frame.name(task) + ", with others that wait,",
            length,
            runtime.overflow.capacity());
      }
      worker.marshaller.copySpill(runtime.heap, overflow + OverflowLayout.PAYLOAD);
    }
    SlotLayout.write(runtime.heap, slot, length, group.cell, group.generation, overflow);
    SlotLayout.forker(runtime.heap, slot, runtime.rank, worker.block);
    SlotLayout.watched(runtime.heap, slot, watched);
    SlotLayout.deferred(runtime.heap, slot, handle);
  }

  // --- what waits no more

  @Override
  public void doomed(TakenTask task) {
    doomed.add(new HeldTask(task, worker.held.read(task)));
  }

  /**
   * A task that was too large for its record, but is not for a slot, goes on in one: so others can
   * have it.
   */
  @Override
  public void ready(TakenTask found, int home) {
    TakenTask task = found.fitsIntoSlot() ? found.into(room(found.slotBytes()), channel) : found;
    if (home == runtime.rank) {
      if (runtime.strands.isStepped()) {
        runtime.strands.charge(0); // others of the PE see it now, and not before
      }
      runtime.atHome.add(worker.held.of(task)); // read, so it holds no room while it stands there
      runtime.wake(1);
      return;
    }
    if (isSent(task, home)) {
      outgoing.add(new Inbox.Parcel(task, home));
    } else {
      worker.held.add(task);
    }
  }

  /** Sends home what has become ready, all at once. */
  private void send() {
    if (!outgoing.isEmpty()) {
      runtime.inbox.send(channel, outgoing).forEach(left -> worker.held.add(left.task()));
      outgoing.clear();
    }
  }

  /**
   * Tells whether a task goes home. Those in overflow buffers do not, as in {@link Offers#send}.
   */
  private boolean isSent(TakenTask task, int home) {
    return home != ANYWHERE
        && runtime.options.exposure() != RuntimeOptions.Exposure.NEVER
        && task.isInSlot();
  }

  // --- ends

  /** Begins to read what waits for a task that is about to run. */
  Waiters expect(long seen) {
    return runtime.records.expect(channel, seen);
  }

  /**
   * A task has ended, with its commits released.
   *
   * @param known what was found to wait for it
   */
  void ended(Origin origin, Waiters known, Frame task) {
    int end = task.completion();
    if (end == Frame.THREW) {
      GasException failure = ((TaskFailure) task.outcome).exception(task.task);
      fail(origin, task.task, failure);
    }
    if (origin.handle() == 0) {
      reserve++; // after a failure has been told, as the run may be over when this is given back
      return;
    }
    if (end == Frame.RETURNED) {
      runtime.records.end(channel, origin.handle(), known, this);
    } else {
      runtime.records.fail(channel, origin.handle(), this);
    }
    tellDoomed();
    send();
    goesOn(origin);
    uncounted = origin; // last: after it is counted the run may be over
    uncountedEnds++;
  }

  /**
   * The worker is to run a task of {@code next}, or null: then ends of tasks of another group are
   * counted. Those of its own are counted at once when the worker has no more of it. Its reserve is
   * given back when it has no task.
   */
  void goesOn(Origin next) {
    if (uncounted != null && !uncounted.isSameGroup(next)) {
      Origin group = uncounted;
      uncounted = null;
      long ends = uncountedEnds;
      uncountedEnds = 0;
      count(group, -ends);
      worker.turns(); // after it, as a look for a stall may have come since the tasks ended
    }
    if (next == null && reserve != 0) {
      long all = reserve;
      reserve = 0;
      // mutant: reserve-kept
      count(run(), -all);
      worker.turns(); // as above
    }
  }

  /** Ends the tasks that wait for what has failed, and those that wait for these. */
  private void tellDoomed() {
    if (telling) {
      return;
    }
    telling = true;
    try {
      for (HeldTask each = doomed.poll(); each != null; each = doomed.poll()) {
        Origin origin = Origin.of(each.taken());
        Task<?> task = each.task();
        if (!Gather.PART.equals(task)) { // else what waits for it is told, too, which has a name
          String reason = reason(task, each.taken());
          failFirst(origin, task, new TaskException(reason, null, runtime.rank));
        }
        runtime.records.fail(channel, origin.handle(), this);
        count(origin, -1);
      }
    } finally {
      telling = false;
    }
  }

  /** Message for a task that was not started. */
  private String reason(Task<?> task, TakenTask doomed) {
    String failed = awaited(doomed.waiters());
    return task instanceof Gather
        ? failed + ", which a task waits for, has failed or was cancelled: its forker is told why"
        : "task %s was not started: %s, which it was to wait for, has failed or was cancelled"
            .formatted(TaskPath.text(task), failed);
  }

  /** Description of what a task waited for that has failed. */
  private String awaited(long handle) {
    TakenTask found = runtime.records.peek(channel, handle);
    for (int part = 0; found != null && part < MOST_PARTS; part++) {
      Object task;
      try {
        task = found.peek(worker.marshaller);
      } catch (GasException unreadable) {
        break;
      }
      if (!Gather.PART.equals(task)) {
        return task == null ? "a task" : "task " + TaskPath.text((Task<?>) task);
      }
      found = runtime.records.peek(channel, found.waiters());
    }
    return "a task";
  }

  /**
   * The first failure of a group is the group's, and cancels the others. Others are told beside it,
   * as far as half of the overflow area here has room: none waits for that, which the join has to
   * free.
   */
  private void fail(Origin origin, Task<?> task, GasException failure) {
    if (!failFirst(origin, task, failure)) {
      failAfterOthers(origin, task, failure);
    }
  }

  /** False if the group has failed before. */
  private boolean failFirst(Origin origin, Task<?> task, GasException failure) {
    if (channel.compareAndSwap(origin.pe(), origin.failed(), 0, FIRST) != 0) {
      return false;
    }
    completions.putFailure(origin.pe(), origin.cellPlace(), failed(task, failure));
    channel.fence();
    channel.set(origin.pe(), origin.mark(), origin.generation());
    channel.quiet();
    runtime.alarm.raiseHere();
    runtime.alarm.raiseElsewhere(channel);
    return true;
  }

  private Frame failed(Task<?> task, GasException failure) {
    Frame failed = FrameContext.ofRoot(task, 0);
    failed.outcome = TaskFailure.of(failure, failed, runtime.rank);
    failed.complete(Frame.THREW);
    return failed;
  }

  private void failAfterOthers(Origin origin, Task<?> task, GasException failure) {
    MemorySegment nowhere = worker.scratch.asSlice(0, 0);
    Frame failed = failed(task, failure);
    int length = Outcomes.write(runtime, worker.marshaller, failed, nowhere, 0, 0).length();
    long buffer = runtime.overflow.allocateBeside(Long.BYTES + length, channel);
    if (buffer == OverflowArena.NONE) {
      return;
    }
    runtime.heap.set(ValueLayout.JAVA_INT, buffer + OverflowLayout.PAYLOAD, length);
    worker.marshaller.copySpill(runtime.heap, buffer + OverflowLayout.PAYLOAD + Long.BYTES);
    long own = buffer * runtime.pes + runtime.rank;
    long earlier = channel.fetch(origin.pe(), origin.failed());
    while (true) {
      runtime.heap.set(ValueLayout.JAVA_LONG, buffer + OverflowLayout.EARLIER, earlier);
      VarHandle.releaseFence(); // all of it before what leads to it
      long seen = channel.compareAndSwap(origin.pe(), origin.failed(), earlier, own);
      if (seen == earlier) {
        return;
      }
      earlier = seen;
    }
  }

  /** Adds to the tasks of a group that are to end; without any it has ended. */
  private void count(Origin origin, long by) {
    if (channel.fetchAdd(origin.pe(), origin.count(), by) + by != 0) {
      return;
    }
    boolean failed = channel.fetch(origin.pe(), origin.failed()) != 0;
    if (!failed) {
      Frame ended = FrameContext.ofRoot(null, 0);
      ended.complete(Frame.RETURNED);
      completions.put(origin.pe(), origin.cellPlace(), ended);
    }
    completions.flag(origin.pe(), origin.cellPlace(), origin.generation());
    if (failed) {
      completions.alarm(origin.pe());
    }
    if (origin.pe() == runtime.rank) {
      runtime.wake(runtime.workers.length);
    }
  }
}
