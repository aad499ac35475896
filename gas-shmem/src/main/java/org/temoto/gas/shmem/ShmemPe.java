package org.temoto.gas.shmem;

import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.locks.LockSupport;
import org.temoto.gas.EngineOptions;
import org.temoto.gas.GasException;
import org.temoto.gas.GasOptions;
import org.temoto.gas.cluster.ClusterOptions;
import org.temoto.gas.spi.Clock;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.ProgramCall;
import org.temoto.gas.spi.ProgramCalls;
import org.temoto.gas.spi.Strands;
import org.temoto.gas.spi.Whereabouts;
import org.temoto.gas.spi.local.Cores;
import org.temoto.gas.spi.local.Job;
import org.temoto.gas.spi.local.Pause;
import org.temoto.gas.spi.local.Prefault;
import org.temoto.gas.spi.local.ThreadStrands;
import org.temoto.gas.spi.local.WallClock;

/** Processing element that is this process, in one launch. */
final class ShmemPe implements ProcessingElement {
  /**
   * Time for which the answer of another PE is waited for: its watch looks every few milliseconds.
   */
  private static final long ANSWER_NANOS = 1_000_000_000;

  private static final long ASK_PARK_NANOS = 100_000;

  private final Shmem shmem;
  private final Job job;
  private final Control control;
  private final ProgramCalls calls = new ProgramCalls();
  private final ShmemTransport transport;
  private final ShmemHeap heap;
  private final ThreadStrands strands;
  private final WallClock clock = new WallClock();
  private final Deque<Runnable> cleanups = new ConcurrentLinkedDeque<>();

  /**
   * @param neighbours the PEs of its machine
   */
  ShmemPe(
      Shmem shmem,
      Job job,
      Control control,
      GasOptions options,
      Neighbours neighbours,
      Cores cores) {
    this.shmem = shmem;
    this.job = job;
    this.control = control;
    HeapBlock block = shmem.heap(options.heapBytes(), control);
    transport =
        new ShmemTransport(
            shmem,
            job,
            control,
            calls,
            this::disagree,
            block.memory(),
            ClusterOptions.of(options),
            this::hasCore);
    heap =
        new ShmemHeap(
            shmem,
            control,
            transport,
            block,
            EngineOptions.of(options),
            Prefault.perPe(neighbours.onHost()));
    strands =
        new ThreadStrands(this, job, new Pause(this, job, clock, neighbours.onCores()), cores);
  }

  @Override
  public int rank() {
    return shmem.rank();
  }

  @Override
  public int count() {
    return shmem.count();
  }

  @Override
  public String host() {
    return ExitMessage.HOST;
  }

  @Override
  public ShmemHeap heap() {
    return heap;
  }

  @Override
  public ShmemTransport transport() {
    return transport;
  }

  @Override
  public Strands strands() {
    return strands;
  }

  @Override
  public Clock clock() {
    return clock;
  }

  @Override
  public ProgramCalls calls() {
    return calls;
  }

  @Override
  public Whereabouts whereabouts(int pe) {
    if (pe == rank()) {
      return calls.whereabouts();
    }
    long start = System.nanoTime();
    return control.ask(
        pe,
        () -> {
          shmem.serve();
          LockSupport.parkNanos(this, ASK_PARK_NANOS);
          return System.nanoTime() - start < ANSWER_NANOS;
        });
  }

  private boolean hasCore() {
    return !strands.isCrowded();
  }

  /** {@code pe} is in another call than this PE, and both wait for each other. */
  private void disagree(int pe, int call) {
    Whereabouts here = calls.stay(); // before the other is asked, which may ask this one, too
    Whereabouts there = whereabouts(pe).in(ProgramCall.of(call));
    GasException failure = ProgramCalls.disagreement(rank(), here, pe, there);
    job.disagree(failure); // whatever the program does with what is thrown
    throw failure;
  }

  @Override
  public void abort(Throwable cause) {
    job.abort(cause);
  }

  @Override
  public void disagree(GasException found) {
    job.disagree(found);
  }

  @Override
  public void atEnd(Runnable cleanup) {
    cleanups.push(cleanup);
  }

  @Override
  public void doneBeforeEnd(Runnable cleanup) {
    cleanups.remove(cleanup);
  }

  @Override
  public void checkAlive() {
    job.checkAlive();
  }

  /** All strands have ended. */
  void end() {
    transport.end();
    while (!cleanups.isEmpty()) {
      cleanups.pop().run();
    }
    shmem.used(heap.fresh());
  }
}
