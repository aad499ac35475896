package org.temoto.task;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.temoto.gas.GasException;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.spi.Channel;
import org.temoto.task.deque.StealWord;
import org.temoto.task.join.OverflowArena;
import org.temoto.task.join.OverflowLayout;
import org.temoto.task.marshal.Marshaller;

/** One PE's part of a task runtime: starts the workers, and takes them through run after run. */
final class LocalRuntime implements TaskRuntime {
  private final GlobalAddressSpace space;
  private final Site site;
  private final RuntimeLayout layout;
  private final Channel channel;
  private final Marshaller marshaller;
  private long resultBuffer = OverflowArena.NONE;
  private boolean closed;

  private LocalRuntime(GlobalAddressSpace space, Site site) {
    this.space = space;
    this.site = site;
    this.layout = site.layout;
    this.channel = site.support.mainChannel();
    this.marshaller = site.newMarshaller();
  }

  static LocalRuntime start(GlobalAddressSpace space, RuntimeOptions options) {
    int workers = space.options().workers();
    StealWord.requireWidth((long) space.pes() * workers);
    RuntimeLayout layout = HeapAreas.acquire(space, workers);
    LocalRuntime runtime = new LocalRuntime(space, new Site(space, options, layout));
    runtime.channel.swap(space.pe(), layout.runOver(), 0);
    space.barrier(); // nobody steals from words that are still being reset
    for (Worker worker : runtime.site.workers) {
      runtime.site.pool.continueWith(worker);
    }
    return runtime;
  }

  @Override
  public <R> R run(Task<R> root) {
    if (closed) {
      throw new IllegalStateException("the runtime has been closed");
    }
    space.barrier();
    releaseResult();
    Child<R> child = site.rank == 0 ? new Child<>(root, null, site.support.currentStrand().epoch()) : null;
    site.startRun(child);
    long number = site.startedRun();
    if (child != null) {
      site.awaitRoot();
      publishResult(child);
      endRun(number);
    }
    site.awaitRest(number);
    space.barrier();
    return result(child != null ? child : readResult());
  }

  /** PE 0 tells everybody that the run is over. */
  private void endRun(long number) {
    for (int pe = 0; pe < site.pes; pe++) {
      channel.set(pe, layout.runOver(), number);
    }
    channel.quiet();
    site.wake(site.workers.length);
  }

  // --- the root's outcome

  @SuppressWarnings("unchecked") // the outcome of a Task<R> that returned, or its marshalled copy
  private static <R> R result(Child<?> root) {
    if (root.state == Child.THREW) {
      throw TaskExecution.exception(root);
    }
    return (R) root.outcome;
  }

  /** Leaves the outcome where the other PEs get it after the barrier. */
  private void publishResult(Child<?> root) {
    if (site.pes == 1) {
      return;
    }
    MemorySegment nowhere = site.heap.asSlice(layout.result(), 0);
    Outcomes.Written written = Outcomes.write(site, marshaller, root, nowhere, 0, 0);
    resultBuffer = site.overflow.allocate(written.length(), channel);
    if (resultBuffer == OverflowArena.NONE) {
      throw new GasException("overflow area has no room for a result of " + written.length() + " bytes, with all tasks ended");
    }
    marshaller.copySpill(site.heap, resultBuffer + OverflowLayout.PAYLOAD);
    site.heap.set(ValueLayout.JAVA_INT, layout.base() + RuntimeLayout.RESULT_LENGTH, written.length());
    site.heap.set(ValueLayout.JAVA_INT, layout.base() + RuntimeLayout.RESULT_FAILED, written.failed() ? 1 : 0);
    site.heap.set(ValueLayout.JAVA_LONG, layout.base() + RuntimeLayout.RESULT_OFFSET, resultBuffer);
    if (written.failed() && root.state == Child.RETURNED) { // refused: the same on every PE
      root.state = Child.THREW;
      root.outcome = new Child.Failure(failure(resultBuffer, written.length()), site.rank);
    }
  }

  private Throwable failure(long buffer, int length) {
    return marshaller.readFailure(site.heap, buffer + OverflowLayout.PAYLOAD, length);
  }

  /** The root as another PE sees it. */
  private Child<?> readResult() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment header = arena.allocate(RuntimeLayout.RESULT_BYTES, Long.BYTES);
      channel.get(0, layout.result(), header, 0, RuntimeLayout.RESULT_BYTES);
      int length = header.get(ValueLayout.JAVA_INT, RuntimeLayout.RESULT_LENGTH - RuntimeLayout.RESULT);
      boolean failed = header.get(ValueLayout.JAVA_INT, RuntimeLayout.RESULT_FAILED - RuntimeLayout.RESULT) != 0;
      long buffer = header.get(ValueLayout.JAVA_LONG, RuntimeLayout.RESULT_OFFSET - RuntimeLayout.RESULT);
      MemorySegment bytes = arena.allocate(length);
      channel.get(0, buffer + OverflowLayout.PAYLOAD, bytes, 0, length);
      Child<?> root = new Child<>(null, null, 0);
      root.state = failed ? Child.THREW : Child.RETURNED;
      root.outcome = failed ? new Child.Failure(marshaller.readFailure(bytes, 0, length), 0) : marshaller.read(bytes, 0, length);
      return root;
    }
  }

  /** Every PE has read the last run's result: it has come to the next barrier. */
  private void releaseResult() {
    if (resultBuffer != OverflowArena.NONE) {
      site.overflow.release(resultBuffer);
      resultBuffer = OverflowArena.NONE;
    }
  }

  // --- statistics and end

  @Override
  public RuntimeStatistics statistics() {
    return WorkerCounts.statistics(WorkerCounts.sums(site.workers));
  }

  @Override
  public RuntimeStatistics totalStatistics() {
    return WorkerCounts.statistics(space.sum(WorkerCounts.sums(site.workers)));
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    site.close();
    for (Worker worker : site.workers) {
      worker.channel.close();
    }
    HeapAreas.release(space, layout);
  }
}
