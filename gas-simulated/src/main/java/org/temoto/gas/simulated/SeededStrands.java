package org.temoto.gas.simulated;

import org.temoto.gas.spi.Strands;

/**
 * The strands of one PE of a seeded schedule. Every call but {@link #current} lets others go on.
 */
final class SeededStrands implements Strands {
  private final SimulatedPe pe;
  private final SeededScheduler scheduler;

  SeededStrands(SimulatedPe pe, SeededScheduler scheduler) {
    this.pe = pe;
    this.scheduler = scheduler;
  }

  /** A new strand of the PE; a failure that leaves {@code body} aborts the job. */
  @SuppressWarnings("CatchingThrowable") // also an exhausted heap or stack must end the job
  SeededStrand add(String name, Runnable body) {
    return scheduler.add(
        "pe" + pe.rank() + "-" + name,
        () -> {
          try {
            body.run();
          } catch (Throwable failure) {
            pe.abort(failure);
          }
        });
  }

  @Override
  public Strand spawn(String name, Runnable body) {
    pe.checkAlive();
    SeededStrand strand = add(name, body);
    scheduler.point("spawned a strand");
    return strand;
  }

  @Override
  public Strand current() {
    return scheduler.current();
  }

  @Override
  public void park() {
    park(SeededStrand.NEVER);
  }

  @Override
  public void park(long nanos) {
    pe.transport().progress();
    SeededStrand self = scheduler.current();
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
    long now = scheduler.now();
    return nanos < SeededStrand.NEVER - now ? now + nanos : SeededStrand.NEVER;
  }

  /** Fails never, as on threads: others may have to be woken to see that the job has failed. */
  @Override
  public void unpark(Strand strand) {
    SeededStrand other = (SeededStrand) strand;
    other.permit = true;
    if (other.parked) {
      scheduler.wake(other);
    }
    scheduler.point("unparked a strand");
  }

  @Override
  public void yield() {
    pe.transport().progress();
    scheduler.point("yielded");
    pe.checkAlive();
  }

  /** Spinning would not let others go on. */
  @Override
  public boolean isCrowded() {
    return true;
  }

  @Override
  public void join(Strand strand) {
    SeededStrand other = (SeededStrand) strand;
    pe.transport().progress();
    while (!other.ended) {
      other.joiners.add(scheduler.current());
      scheduler.block("waits for the end of " + other.name(), SeededStrand.NEVER);
      pe.checkAlive();
    }
  }
}
