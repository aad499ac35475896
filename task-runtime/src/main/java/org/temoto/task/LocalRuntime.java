package org.temoto.task;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.temoto.gas.GasException;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProgramCall;
import org.temoto.gas.spi.ProgramLines;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.StrandMemory;
import org.temoto.gas.spi.SymmetricHeap;
import org.temoto.task.collective.CollectiveOptions;
import org.temoto.task.collective.Collectives;
import org.temoto.task.collective.engine.CollectiveRuntime;
import org.temoto.task.collective.engine.KeptAreas;
import org.temoto.task.deque.StealWord;
import org.temoto.task.join.OverflowArena;
import org.temoto.task.join.OverflowLayout;
import org.temoto.task.marshal.Marshaller;
import org.temoto.task.steal.WorkerLayout;

/** One PE's part of a task runtime: starts the workers, and takes them through run after run. */
final class LocalRuntime implements TaskRuntime {
  private static final KeptAreas<RuntimeLayout> FREE = new KeptAreas<>();

  private final GlobalAddressSpace space;
  private final PeRuntime runtime;
  private final CollectiveMovers movers;
  private final Runs runs;
  private final StrandPool pool;
  private final Supplier<List<String>> whereabouts;
  private final Worker[] workers;
  private final RuntimeLayout layout;
  private final Channel channel;
  private final Marshaller marshaller;
  private long resultBuffer = OverflowArena.NONE;
  private long lastRun;
  private boolean closed;

  private LocalRuntime(GlobalAddressSpace space, PeRuntime runtime) {
    this.space = space;
    this.runtime = runtime;
    this.movers = new CollectiveMovers(runtime);
    this.runs = new Runs(runtime, movers);
    this.pool = new StrandPool(runtime, runs);
    this.whereabouts = pool::whereabouts;
    this.workers = new Worker[runtime.workers.length];
    for (int i = 0; i < workers.length; i++) {
      workers[i] = new Worker(runtime, runs, movers, i);
      runtime.workers[i] = workers[i];
    }
    this.layout = runtime.layout;
    this.channel = runtime.support.mainChannel();
    this.marshaller = runtime.newMarshaller();
  }

  static LocalRuntime start(GlobalAddressSpace space, RuntimeOptions options) {
    try (var _ = RuntimeSupport.of(space).enter(ProgramCall.START_RUNTIME)) {
      return started(space, options);
    }
  }

  private static LocalRuntime started(GlobalAddressSpace space, RuntimeOptions options) {
    TraceLogs traces = new TraceLogs(space, options);
    traces.createFolder();
    space.barrier();
    int workers = space.options().workers();
    StealWord.requireWidth((long) space.pes() * workers);
    RuntimeLayout layout = layout(space, workers);
    traces.compareClocks();
    PeRuntime shared = new PeRuntime(space, options, layout, traces);
    LocalRuntime runtime = new LocalRuntime(space, shared);
    runtime.channel.swap(space.pe(), layout.runOver(), 0);
    runtime.channel.swap(space.pe(), layout.deferring(), 0);
    space.barrier(); // no PE steals from words that are still being reset
    for (Worker worker : runtime.workers) {
      runtime.pool.continueWith(worker, null);
    }
    for (Worker worker : runtime.workers) { // not before all have theirs
      runtime.pool.prepare(worker);
    }
    runtime.runtime.support.opened(
        runtime, "its task runtime, started at " + ProgramLines.ofCaller() + ",");
    runtime.runtime.element.calls().asks(runtime.whereabouts);
    return runtime;
  }

  /** A part of the heap for a runtime of {@code workers} workers per PE. Collective. */
  private static RuntimeLayout layout(GlobalAddressSpace space, int workers) {
    RuntimeLayout kept = FREE.take(space, _ -> true);
    if (kept != null) {
      return kept;
    }
    SymmetricHeap heap = RuntimeSupport.of(space).processingElement().heap();
    long bytes = RuntimeLayout.of(0, workers, heap.size()).bytes();
    return RuntimeLayout.of(heap.allocate(bytes, WorkerLayout.LINE), workers, heap.size());
  }

  @Override
  public <R> R run(Task<R> root) {
    try (var _ =
        runtime.support.enter(ProgramCall.RUN)) { // refuses a task, which would wait for itself
      requireOpen();
      requireNoLock();
      return ran(root);
    }
  }

  private void requireOpen() {
    if (closed) {
      throw ClosedRuntime.refusal();
    }
  }

  private void requireNoLock() {
    StrandMemory program = runtime.support.currentStrand();
    if (program.isHolding()) {
      throw new IllegalStateException(
          "the program of PE %s runs tasks and holds %s: it unlocks before, for they may wait for it"
              .formatted(runtime.rank, program.held().getLast()));
    }
  }

  @SuppressWarnings("unchecked") // the outcome of a Task<R> that returned, or its marshalled copy
  private <R> R ran(Task<R> root) {
    runs.forgetAlarms();
    runtime.resetRecords(channel);
    Deferrals.beginRun(runtime, channel);
    runs.expect();
    space.barrier();
    releaseResult();
    boolean here = runtime.rank == 0;
    Frame child = FrameContext.ofRoot(here ? root : null, runtime.support.currentStrand().epoch());
    long number = ++lastRun;
    long tasksBefore = runtime.tasks();
    Optional<RunEvent> event = FlightEvents.beginRun();
    if (here) {
      TimeLimit.limitTurns(runtime, tasksBefore); // before a task has one
    }
    runs.start(number, here ? child : null);
    try {
      awaitEnd(child, number, tasksBefore);
    } catch (RuntimeException | Error failure) {
      runtime.element.abort(failure); // else the workers wait for ever for the end of the run
      runtime.alarm.raiseHere(); // those that do not wait notice it as they listen
      throw failure;
    }
    FlightEvents.endRun(event, runtime, number, tasksBefore);
    space.barrier();
    if (!here) {
      readResult(child);
    }
    if (child.completion() != Frame.RETURNED) { // on every PE
      passTrace();
    }
    TimeLimit.requireInTime(runtime, child, tasksBefore);
    return (R) result(child);
  }

  /**
   * PE 0 passes on what has been recorded; the others wait, for their failure may end the job. If
   * it cannot be passed on, that is what ends the job, and not the failure of the run, which the
   * others would be first to throw after a barrier.
   */
  private void passTrace() {
    if (!runtime.options.traces()) {
      return;
    }
    try {
      runtime.traces.failed();
      space.barrier();
      if (runtime.rank == 0) {
        runtime.options.failedTrace().accept(runtime.traces.read());
      }
    } catch (RuntimeException | Error failure) {
      runtime.element.abort(failure);
      throw failure;
    }
    space.barrier();
  }

  private void awaitEnd(Frame root, long number, long tasksBefore) {
    if (runtime.rank == 0) {
      runs.awaitRoot(
          new TimeLimit(runtime, root, tasksBefore),
          new Stall(runtime, channel, marshaller, root, number));
      publishResult(root);
    }
    runs.awaitRest(number);
    if (!runtime.atHome.isEmpty()) {
      throw new IllegalStateException(
          "run " + number + " is over and leaves tasks behind that are at home: " + runtime.atHome);
    }
  }

  // --- the root's outcome

  private static Object result(Frame root) {
    if (root.completion() != Frame.RETURNED) {
      throw ((TaskFailure) root.outcome).exception(root.task);
    }
    return root.outcome;
  }

  /** Leaves the outcome where the other PEs get it after the barrier. */
  private void publishResult(Frame root) {
    if (runtime.pes == 1) {
      checkResult(root);
      return;
    }
    if (root.completion() == Frame.RETURNED && root.outcome == null) { // an action's, mostly
      publish(Outcomes.Written.NOTHING);
      return;
    }
    if (root.outcome instanceof TaskFailure failure) {
      name(root, failure);
    }
    Outcomes.Written written = write(root);
    if (written.failed()
        && !(root.outcome instanceof TaskFailure failure
            && failure.thrown() == written.failure())) {
      name(root, TaskFailure.of(written.failure(), root, runtime.rank)); // refused on every PE
      root.complete(Frame.THREW);
      written = write(root);
    }
    // All tasks have ended: what others have still to free they are about to.
    do {
      resultBuffer = runtime.awaitRoom(written.length(), false, channel, () -> {});
    } while (resultBuffer == OverflowArena.NONE);
    marshaller.copySpill(runtime.heap, resultBuffer + OverflowLayout.PAYLOAD);
    publish(written);
  }

  /** Makes the failure one that names the root task, which other PEs do not know. */
  private void name(Frame root, TaskFailure failure) {
    root.outcome = TaskFailure.of(failure.exception(root.task), root, runtime.rank);
  }

  private Outcomes.Written write(Frame root) {
    MemorySegment nowhere = runtime.heap.asSlice(layout.result(), 0);
    return Outcomes.write(runtime, marshaller, root, nowhere, 0, 0);
  }

  /** Tells other PEs of the bytes in {@link #resultBuffer}. */
  private void publish(Outcomes.Written written) {
    MemorySegment header = runtime.heap.asSlice(layout.result(), RuntimeLayout.RESULT_BYTES);
    header.set(JAVA_INT, RuntimeLayout.RESULT_LENGTH, written.length());
    header.set(JAVA_INT, RuntimeLayout.RESULT_FAILED, written.failed() ? 1 : 0);
    header.set(JAVA_LONG, RuntimeLayout.RESULT_OFFSET, resultBuffer);
  }

  /** Refuses on one PE what would be refused on several. */
  private void checkResult(Frame root) {
    if (root.completion() == Frame.RETURNED) {
      try {
        Marshaller.check(root.outcome);
      } catch (GasException e) {
        root.complete(Frame.THREW);
        root.outcome = TaskFailure.of(e, root, runtime.rank);
      }
    }
  }

  /** Another PE learns how the root ended. */
  private void readResult(Frame root) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment header = arena.allocate(RuntimeLayout.RESULT_BYTES, Long.BYTES);
      channel.get(0, layout.result(), header, 0, RuntimeLayout.RESULT_BYTES);
      int length = header.get(JAVA_INT, RuntimeLayout.RESULT_LENGTH);
      boolean failed = header.get(JAVA_INT, RuntimeLayout.RESULT_FAILED) != 0;
      long buffer = header.get(JAVA_LONG, RuntimeLayout.RESULT_OFFSET);
      if (length == 0) {
        root.complete(Frame.RETURNED);
        return;
      }
      MemorySegment bytes = arena.allocate(length);
      channel.get(0, buffer + OverflowLayout.PAYLOAD, bytes, 0, length);
      root.complete(failed ? Frame.THREW : Frame.RETURNED);
      root.outcome =
          failed
              ? TaskFailure.of(marshaller.readFailure(bytes, 0, length), root, 0)
              : marshaller.read(bytes, 0, length);
    }
  }

  /** Every PE has read the last run's result: it has come to the next barrier. */
  private void releaseResult() {
    if (resultBuffer != OverflowArena.NONE) {
      runtime.overflow.release(resultBuffer);
      resultBuffer = OverflowArena.NONE;
    }
  }

  // --- statistics and end

  /** State that is shared here, for tests. */
  PeRuntime runtime() {
    return runtime;
  }

  /** The strands, for tests. */
  StrandPool pool() {
    return pool;
  }

  @Override
  public RuntimeOptions options() {
    return runtime.options;
  }

  @Override
  public TaskRuntime.Statistics statistics() {
    return WorkerCounts.statistics(runtime.counts());
  }

  @Override
  public TaskRuntime.Statistics totalStatistics() {
    try (var _ = runtime.support.enter(ProgramCall.TOTAL_STATISTICS)) {
      return WorkerCounts.statistics(space.sum(runtime.counts()));
    }
  }

  @Override
  public TaskRuntime.Activity activity() {
    return TaskRuntime.Activity.of(numbers());
  }

  @Override
  public TaskRuntime.Activity totalActivity() {
    try (var _ = runtime.support.enter(ProgramCall.TOTAL_ACTIVITY)) {
      return TaskRuntime.Activity.of(space.sum(WorkerTimes.amongAll(numbers(), space)));
    }
  }

  /** This PE's activity, as {@link TaskRuntime.Activity#of} takes it. */
  private long[] numbers() {
    long[] numbers = new long[TaskRuntime.Activity.numbers(workers.length)];
    for (Worker worker : workers) {
      worker.times.addTo(numbers, worker.index);
    }
    return numbers;
  }

  @Override
  public Collectives collectives() {
    CollectiveRuntime opened = movers.collectives;
    return opened == null ? collectives(CollectiveOptions.DEFAULT) : opened.collectives();
  }

  @Override
  public Collectives collectives(CollectiveOptions options) {
    try (var _ = runtime.support.enter(ProgramCall.OPEN_COLLECTIVES)) {
      requireOpen();
      return opened(options);
    }
  }

  private Collectives opened(CollectiveOptions options) {
    if (movers.collectives == null) {
      movers.collectives = CollectiveRuntime.open(space, options, movers::wake);
    } else if (!movers.collectives.options().equals(options)) {
      throw new IllegalStateException(
          "the collectives of the runtime have been opened with %s, not with %s"
              .formatted(movers.collectives.options(), options));
    }
    return movers.collectives.collectives();
  }

  private ClosedRuntime kept() {
    return new ClosedRuntime(space, runtime.options, runtime.counts(), numbers());
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    try (var _ = runtime.support.enter(ProgramCall.CLOSE_RUNTIME)) {
      closed = true;
      runtime.element.calls().asksNoMore(whereabouts);
      runs.close();
      pool.close();
      runtime.support.closed(this, kept());
      try {
        runtime.traces.close();
      } finally { // other PEs close, too, and a runtime that is started later takes what is kept
        giveBack();
      }
    }
  }

  private void giveBack() {
    if (movers.collectives != null) {
      movers.collectives.close();
    }
    for (Worker worker : workers) {
      worker.channel.close();
    }
    FREE.keep(space, layout);
  }
}
