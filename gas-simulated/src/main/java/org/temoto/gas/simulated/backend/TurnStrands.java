package org.temoto.gas.simulated.backend;

import java.util.function.Supplier;
import org.temoto.gas.spi.Strands;

/**
 * The strands of one PE of which one at a time runs. Every call but {@link #current} and the
 * questions lets others go on.
 */
record TurnStrands(SimulatedPe pe, TurnScheduler scheduler) implements Strands {
  @Override
  public Strand spawn(String name, Runnable body) {
    pe.checkAlive();
    TurnStrand strand = scheduler.add(pe.rank(), name, body, scheduler.costs.startNanos());
    scheduler.point("spawned a strand");
    return strand;
  }

  @Override
  public Strand current() {
    return scheduler.current();
  }

  @Override
  public void park() {
    park(Event.NEVER);
  }

  @Override
  public void park(long nanos) {
    scheduler.progress(pe);
    scheduler.charge(0); // one that unparks it before it parks has done so by then
    TurnStrand self = scheduler.current();
    if (self.permit) {
      scheduler.point("did not park");
    } else {
      self.parked = true;
      scheduler.block("parked", after(nanos));
      self.parked = false;
    }
    self.permit = false;
    pe.checkAlive();
  }

  private long after(long nanos) {
    long now = scheduler.moment() + scheduler.costs.timerNanos();
    return nanos <= Event.LAST - now ? now + nanos : Event.NEVER;
  }

  /** Fails never, as on threads: others may have to be woken to see that the job has failed. */
  @Override
  public void unpark(Strand strand) {
    TurnStrand other = (TurnStrand) strand;
    scheduler.charge(0); // the permit can be seen at once
    other.permit = true;
    if (other.parked) {
      scheduler.wake(other, scheduler.costs.wakeNanos());
    }
    scheduler.point("unparked a strand");
  }

  @Override
  public void yield() {
    scheduler.progress(pe);
    scheduler.point("yielded");
    pe.checkAlive();
  }

  @Override
  public void polled() {
    scheduler.point("polled in vain");
    pe.checkAlive();
  }

  /** If every strand has a core, a worker waits while its other strands do not. */
  @Override
  public boolean isCrowded() {
    return !scheduler.isStepped();
  }

  @Override
  public boolean isStepped() {
    return scheduler.isStepped();
  }

  @Override
  public boolean stepAlways(Runnable attend) {
    return scheduler.stepAlways(attend);
  }

  @Override
  public void limitTurn(long nanos, Supplier<Throwable> told) {
    scheduler.limitTurn(nanos, told);
  }

  @Override
  public void step() {
    scheduler.fork();
    pe.checkAlive();
  }

  @Override
  public void charge(long nanos) {
    scheduler.charge(nanos);
    pe.checkAlive();
  }

  @Override
  public void join(Strand strand) {
    TurnStrand other = (TurnStrand) strand;
    scheduler.progress(pe);
    scheduler.charge(0); // strands that end before have ended by then
    while (!other.ended) {
      other.joiners.add(scheduler.current());
      scheduler.block("waits for the end of " + other.name(), Event.NEVER);
      pe.checkAlive();
    }
  }
}
