package org.temoto.gas.simulated;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.simulated.StrandExecution.TimedCall;
import org.temoto.gas.spi.Clock;
import org.temoto.gas.spi.Prefaulter;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.Strands;
import org.temoto.gas.spi.local.Job;

/**
 * Execution of one strand at a time: one that a seed picks, or the one that is behind all others;
 * see {@link Schedule}.
 */
final class TurnExecution implements StrandExecution {
  private final TurnScheduler scheduler;
  private final TurnStrands[] strands;

  /** Or null. */
  private final Prefaulter prefaulter;

  /** Set when the PEs are there. */
  private List<SimulatedPe> pes = List.of();

  /** The strands that wait at the barrier. */
  private List<TurnStrand> waiting = new ArrayList<>();

  /** The PE that came to it first. */
  private SimulatedPe first;

  /** Counts the times that all have come. */
  private long rounds;

  /** The seed picks. */
  TurnExecution(long seed, Job job, int pes) {
    scheduler = new SeededScheduler(seed, job, this::moveOn);
    strands = new TurnStrands[pes];
    prefaulter = null;
  }

  /** In virtual time. */
  TurnExecution(Costs costs, Job job, int pes, NetworkModel network) {
    VirtualScheduler virtual = new VirtualScheduler(costs, job, pes, network);
    scheduler = virtual;
    strands = new TurnStrands[pes];
    prefaulter = costs.isMeasured() ? virtual::prefault : null;
  }

  @Override
  public Prefaulter prefaulter() {
    return prefaulter;
  }

  private void moveOn() {
    for (SimulatedPe pe : pes) {
      pe.transport().moveOn();
    }
  }

  TurnScheduler scheduler() {
    return scheduler;
  }

  @Override
  public Clock clock() {
    return scheduler;
  }

  @Override
  public Clock moments() {
    return scheduler::moment;
  }

  @Override
  public Strands strands(SimulatedPe pe) {
    strands[pe.rank()] = new TurnStrands(pe, scheduler);
    return strands[pe.rank()];
  }

  @Override
  public void operation(SimulatedPe pe) {
    scheduler.point("at an operation of the transport");
    pe.checkAlive();
  }

  @Override
  public boolean beginTimed(SimulatedPe pe, TimedCall call) {
    boolean begun = scheduler.beginTimed(call);
    if (begun) {
      pe.checkAlive();
    }
    return begun;
  }

  @Override
  public void computes() {
    scheduler.computes();
  }

  @Override
  public void delivers(SimulatedChannel channel, long moment) {
    scheduler.delivers(channel, moment);
  }

  @Override
  public void until(SimulatedPe pe, long moment) {
    while (scheduler.moment() < moment) {
      scheduler.block("waits for the network", moment);
      pe.checkAlive();
    }
  }

  @Override
  public void untilThere(SimulatedPe pe, long moment) {
    while (scheduler.moment() < moment) {
      scheduler.arrive(moment);
      pe.checkAlive();
    }
  }

  @Override
  public void barrier(SimulatedPe pe) {
    scheduler.point("comes to a barrier");
    pe.checkAlive();
    long mine = rounds;
    if (waiting.isEmpty()) {
      first = pe;
    } else if (first.calls().call() != pe.calls().call()) {
      pe.disagree(first.rank());
    }
    if (waiting.size() == pes.size() - 1) {
      rounds++;
      for (TurnStrand other : waiting) {
        scheduler.wake(other, 0);
      }
      waiting = new ArrayList<>();
      return;
    }
    waiting.add(scheduler.current());
    while (rounds == mine) {
      scheduler.block("waits at a barrier", Event.NEVER);
      pe.checkAlive();
    }
  }

  @Override
  public boolean run(List<SimulatedPe> all, Consumer<ProcessingElement> program) {
    pes = all;
    for (SimulatedPe pe : all) {
      strands[pe.rank()].addMain(() -> program.accept(pe));
    }
    return scheduler.run();
  }

  @Override
  public void awaitStrands() {
    scheduler.awaitStrands();
  }
}
