package org.temoto.gas.shmem;

import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.temoto.gas.GasOptions;
import org.temoto.gas.spi.Clock;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.Strands;
import org.temoto.gas.spi.local.Cores;
import org.temoto.gas.spi.local.Job;
import org.temoto.gas.spi.local.Pause;
import org.temoto.gas.spi.local.Prefault;
import org.temoto.gas.spi.local.ThreadStrands;
import org.temoto.gas.spi.local.WallClock;

/** This process in one launch. */
final class ShmemPe implements ProcessingElement {
  private final Shmem shmem;
  private final Job job;
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
    HeapBlock block = shmem.heap(options.heapBytes(), control);
    transport = new ShmemTransport(shmem, job, control, block.memory(), options.direct());
    heap =
        new ShmemHeap(
            shmem,
            control,
            transport,
            block,
            options.aliasing(),
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
    return LastWords.HOST;
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
  public void abort(Throwable cause) {
    job.abort(cause);
  }

  @Override
  public void atEnd(Runnable cleanup) {
    cleanups.push(cleanup);
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
    shmem.used(heap.unused());
  }
}
