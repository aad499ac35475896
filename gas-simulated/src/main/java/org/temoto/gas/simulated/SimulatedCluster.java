package org.temoto.gas.simulated;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.temoto.gas.GasOptions;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.local.Job;
import org.temoto.gas.spi.local.StrandThread;
import org.temoto.gas.spi.local.WallClock;

/** All that the PEs of one job share. */
final class SimulatedCluster implements AutoCloseable {
  private final WallClock clock = new WallClock();
  private final Job job = new Job();
  private final HeapMemory memory;
  private final NetworkModel network;
  private final Weakness weakness;
  private final SimulatedBarrier barrier;
  private final CollectiveCalls calls;
  private final List<SimulatedPe> pes = new ArrayList<>();

  SimulatedCluster(GasOptions options, Weakness weakness) {
    int count = options.pes();
    this.weakness = weakness;
    network = new NetworkModel(options.network(), count);
    barrier = new SimulatedBarrier(count);
    calls = new CollectiveCalls(count);
    memory = new HeapMemory(count, options.heapBytes());
    for (int rank = 0; rank < count; rank++) {
      pes.add(new SimulatedPe(rank, this));
    }
  }

  /**
   * Runs {@code program} on every PE; returns when all strands have ended, throws what failed
   * first.
   */
  void run(Consumer<ProcessingElement> program) {
    try (NetworkThread thread = new NetworkThread(pes, job)) {
      thread.start();
      startAll(program);
      job.awaitEnd();
    }
    job.throwFailure();
  }

  @SuppressWarnings("CatchingThrowable") // the machine may have no more threads
  private void startAll(Consumer<ProcessingElement> program) {
    try {
      for (SimulatedPe pe : pes) {
        job.start(new StrandThread(pe, job, "main", () -> program.accept(pe)));
      }
    } catch (Throwable failure) {
      job.abort(failure);
    }
  }

  int pes() {
    return pes.size();
  }

  WallClock clock() {
    return clock;
  }

  Job job() {
    return job;
  }

  HeapMemory memory() {
    return memory;
  }

  NetworkModel network() {
    return network;
  }

  Weakness weakness() {
    return weakness;
  }

  SimulatedBarrier barrier() {
    return barrier;
  }

  CollectiveCalls calls() {
    return calls;
  }

  /** Unmaps views and heaps; no strand is left that could use them. */
  @Override
  public void close() {
    pes.forEach(SimulatedPe::end);
    memory.close();
  }
}
