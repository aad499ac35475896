package org.temoto.gas.simulated;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.temoto.gas.spi.Clock;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.Strands;
import org.temoto.gas.spi.local.Job;

/** One strand at a time, picked by a seed; see {@link org.temoto.gas.Schedule#SEEDED}. */
final class SeededExecution implements Execution {
  private final SeededScheduler scheduler;
  private final SeededStrands[] strands;

  /** Set when the PEs are there. */
  private List<SimulatedPe> pes = List.of();

  /** Who waits at the barrier. */
  private List<SeededStrand> waiting = new ArrayList<>();

  /** Counts the times that all have come. */
  private long rounds;

  SeededExecution(long seed, Job job, int pes) {
    scheduler = new SeededScheduler(seed, job, this::moveOn);
    strands = new SeededStrands[pes];
  }

  private void moveOn() {
    for (SimulatedPe pe : pes) {
      pe.transport().moveOn();
    }
  }

  SeededScheduler scheduler() {
    return scheduler;
  }

  @Override
  public Clock clock() {
    return scheduler;
  }

  @Override
  public Strands strands(SimulatedPe pe) {
    strands[pe.rank()] = new SeededStrands(pe, scheduler);
    return strands[pe.rank()];
  }

  @Override
  public void operation(SimulatedPe pe) {
    scheduler.point("at an operation of the transport");
    pe.checkAlive();
  }

  @Override
  public void until(SimulatedPe pe, long moment) {
    while (scheduler.now() < moment) {
      scheduler.block("waits for the network", moment);
      pe.checkAlive();
    }
  }

  @Override
  public void barrier(SimulatedPe pe) {
    long mine = rounds;
    if (waiting.size() == pes.size() - 1) {
      rounds++;
      waiting.forEach(scheduler::wake);
      waiting = new ArrayList<>();
      return;
    }
    waiting.add(scheduler.current());
    while (rounds == mine) {
      scheduler.block("waits at a barrier", SeededStrand.NEVER);
      pe.checkAlive();
    }
  }

  @Override
  public void run(List<SimulatedPe> all, Consumer<ProcessingElement> program) {
    pes = all;
    for (SimulatedPe pe : all) {
      strands[pe.rank()].add("main", () -> program.accept(pe));
    }
    scheduler.run();
  }
}
