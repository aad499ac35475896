package org.temoto.gas.simulated.backend;

import java.util.List;
import java.util.function.Consumer;
import org.temoto.gas.EngineOptions;
import org.temoto.gas.GasOptions;
import org.temoto.gas.spi.Clock;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.Strands;
import org.temoto.gas.spi.local.Cores;
import org.temoto.gas.spi.local.Job;
import org.temoto.gas.spi.local.Pause;
import org.temoto.gas.spi.local.StrandThread;
import org.temoto.gas.spi.local.StuckStrand;
import org.temoto.gas.spi.local.ThreadStrands;
import org.temoto.gas.spi.local.WallClock;

/** Execution of strands as threads, on the wall clock; a thread of its own moves the network on. */
final class ThreadExecution implements StrandExecution {
  private final WallClock clock = new WallClock();
  private final Job job;
  private final GasOptions options;
  private final Pause[] pauses;
  private final SimulatedBarrier barrier;

  ThreadExecution(Job job, GasOptions options) {
    this.job = job;
    this.options = options;
    pauses = new Pause[options.pes()];
    barrier = new SimulatedBarrier(options.pes());
  }

  @Override
  public Clock clock() {
    return clock;
  }

  @Override
  public Strands strands(SimulatedPe pe) {
    Pause pause = new Pause(pe, job, clock, 1);
    pauses[pe.rank()] = pause;
    int workers = options.workers();
    Cores cores =
        EngineOptions.of(options).has(EngineOptions.Feature.BINDING)
            ? Cores.of(pe.rank() * workers, workers, options.pes() * workers)
            : Cores.NONE;
    return new ThreadStrands(pe, job, pause, cores);
  }

  @Override
  public void operation(SimulatedPe pe) {
    pe.checkAlive();
  }

  @Override
  public void delivers(SimulatedChannel channel, long moment) {} // the network's thread looks

  @Override
  public void until(SimulatedPe pe, long moment) {
    pauses[pe.rank()].until(moment);
  }

  @Override
  public void barrier(SimulatedPe pe) {
    int other = barrier.disagrees(pe.rank(), pe.calls().call());
    if (other != SimulatedBarrier.NOBODY) {
      pe.disagree(other);
    }
    barrier.await(pe.rank(), pauses[pe.rank()]);
  }

  @Override
  public boolean run(List<SimulatedPe> pes, Consumer<ProcessingElement> program) {
    try (NetworkThread thread = new NetworkThread(pes, job)) {
      thread.start();
      startAll(pes, program);
      return job.awaitEnd(StuckStrand.patienceNanos());
    }
  }

  @Override
  public void awaitStrands() {
    job.awaitEnd();
  }

  @SuppressWarnings("CatchingThrowable") // the machine may have no more threads
  private void startAll(List<SimulatedPe> pes, Consumer<ProcessingElement> program) {
    try {
      for (SimulatedPe pe : pes) {
        job.start(new StrandThread(pe, job, "main", () -> program.accept(pe)));
      }
    } catch (Throwable failure) {
      job.abort(failure);
    }
  }
}
