package org.temoto.gas.simulated.backend;

import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.spi.Prefaulter;
import org.temoto.gas.spi.VirtualMemory;
import org.temoto.gas.spi.local.Job;

/**
 * Scheduler of virtual time: every strand has a clock, and the one whose clock is behind all
 * others' goes on. The network delivers bytes at their moment. So every strand sees what has
 * happened before, and nothing that has not, wherever strands meet: at operations of the transport,
 * waits, and where {@link #fork} and {@link #charge} are called.
 *
 * <p>A strand that waits is at the moment from which it can go on; the clock of the one that runs
 * is {@link #now}. Computing takes what {@link Costs} say: the time that passed on the machine
 * between two scheduling points, or what the program tells and a fixed time per fork.
 */
final class VirtualScheduler extends TurnScheduler {
  /** Time that a library for communication takes to be handed a small operation, measured. */
  private static final long POST_NANOS = 30;

  /** These two are there where computing is measured. */
  private final Stopwatch stopwatch;

  private final Pacer pacer;
  private final NetworkModel network;
  private final EventCalendar agenda;

  private long now;
  private long events;

  /** True if a strand has the turn, and not the scheduler. */
  private boolean inTurn;

  /** Factor by which the running strand's PE computes longer than usual. */
  private double slowdown = 1;

  /** The job has failed, and this strand is the last that was told. */
  private int told;

  /** Up to here the running strand may compute; found out again when something is added. */
  private long horizon;

  VirtualScheduler(Costs costs, Job job, int pes, NetworkModel network) {
    super(job, costs);
    this.network = network;
    this.agenda = new EventCalendar(pes, network.shortestWay());
    this.stopwatch = costs.isMeasured() ? new Stopwatch() : null;
    this.pacer = costs.isMeasured() ? new Pacer() : null;
  }

  /** Adds what the running strand has computed since this was last asked, if that is measured. */
  private void measure() {
    if (stopwatch != null && inTurn && !current().simulates) {
      pass(stretched(stopwatch.lap()));
    }
  }

  private void pass(long nanos) {
    if (nanos > Event.LAST - now) {
      fail(
          "a strand computes for %s ns at %s ns of virtual time, which ends at %s ns"
              .formatted(nanos, now, Event.LAST));
    }
    now += nanos;
  }

  /**
   * Time that {@code nanos} of computing take on the running strand's PE: whole nanoseconds, and
   * the rest with the next.
   */
  private long stretched(long nanos) {
    if (slowdown == 1) {
      return nanos;
    }
    TurnStrand self = current();
    double exact = nanos * slowdown + self.rest;
    long whole = (long) exact;
    self.rest = whole < Event.LAST ? exact - whole : 0;
    return whole;
  }

  @Override
  public long moment() {
    measure();
    return now;
  }

  /**
   * Reading the clock takes time, and is where strands meet: a strand that spins on it comes to an
   * end.
   */
  @Override
  public long now() {
    measure();
    now += costs.readingNanos();
    computed("read the clock");
    return now;
  }

  /**
   * A strand that only posts learns nothing of others, and what it posts arrives as an event: no
   * turn need change for it. A modelled strand gives others theirs, so that links serve the strand
   * that comes first. A measured one would come back to cold caches: it goes on, ahead of others by
   * no more than the {@link Pacer} lets it be.
   */
  @Override
  public boolean beginTimed(SimulatedPe pe, TimedCall call) {
    if (stopwatch == null) {
      return false;
    }
    measure();
    now += POST_NANOS;
    if (call == TimedCall.ACT || agenda.firstMoment() <= now - Pacer.QUANTUM_NANOS) {
      meet("at an operation of the transport");
    }
    simulates();
    pe.checkAlive();
    return true;
  }

  /** Begins work of the simulation's own, which takes no time, until {@link #computes}. */
  private void simulates() {
    measure();
    current().simulates = true;
  }

  @Override
  public void computes() {
    if (stopwatch != null && current().simulates) {
      stopwatch.lap(); // which is not counted
      current().simulates = false;
    }
  }

  // --- what waiting and computing take

  @Override
  boolean isStepped() {
    return true;
  }

  /** A fork whose time is computed is always a scheduling point; else the pacer asks for one. */
  @Override
  boolean stepAlways(Runnable attend) {
    current().attend = attend;
    return pacer == null;
  }

  @Override
  void fork() {
    comesToPoint();
    measure();
    if (stopwatch == null) {
      pass(stretched(costs.forkNanos()));
    }
    computed("forked");
  }

  @Override
  void charge(long nanos) {
    if (nanos < 0) {
      throw new IllegalArgumentException("nanos=" + nanos + ": time passes forwards");
    }
    comesToPoint();
    measure();
    if (stopwatch == null) {
      pass(stretched(nanos));
    }
    computed("computed");
  }

  @Override
  public Prefaulter prefaulter() {
    return costs.isMeasured() ? this::prefault : null;
  }

  private void prefault(long address, long bytes) {
    simulates();
    try {
      VirtualMemory.prefault(address, bytes);
    } finally {
      computes();
    }
  }

  // --- scheduling points

  @Override
  void point(String what) {
    comesToPoint();
    measure();
    now += costs.pointNanos();
    meet(what);
  }

  /** Lets strands go on that are behind the calling one, and could matter to what it computes. */
  private void computed(String what) {
    if (horizon <= now) {
      meet(what);
    } else if (pacer != null) {
      pacer.defer(onThisMachine(horizon - now)); // it has asked too early, or not yet
    }
  }

  /** Time that this machine computes for what takes {@code nanos} on the running strand's PE. */
  private long onThisMachine(long nanos) {
    return slowdown == 1 ? nanos : (long) (nanos / slowdown);
  }

  /** Lets strands go on that are behind the calling one. */
  private void meet(String what) {
    if (agenda.firstMoment() <= now) {
      TurnStrand self = current();
      self.state = what;
      agenda.goOn(self, now);
      next(self);
    }
  }

  @Override
  void block(String what, long moment) {
    measure();
    TurnStrand self = current();
    self.state = what;
    self.at = moment;
    if (moment != Event.NEVER) {
      agenda.goOn(self, Math.max(moment, now));
    }
    next(self);
  }

  @Override
  void arrive(long moment) {
    measure();
    TurnStrand self = current();
    self.state = "waits for its operation to arrive";
    agenda.arrive(self, Math.max(moment, now));
    next(self);
  }

  /** A strand's turn begins. */
  @Override
  void goesOn(TurnStrand self) {
    inTurn = true;
    horizon = agenda.horizon(self.rank);
    slowdown = network.slowdown(self.rank);
    if (stopwatch != null) {
      pacer.pace(self, stopwatch.start(), onThisMachine(horizon - now));
    }
  }

  /** A strand that waits for the network is not woken. */
  @Override
  void wake(TurnStrand strand, long nanos) {
    measure();
    if (strand.place == EventQueue.ABSENT || strand.at > now + nanos) {
      agenda.goOn(strand, now + nanos);
      comes(now + nanos);
    }
  }

  /** Deliveries are events. */
  @Override
  void progress(SimulatedPe pe) {
    pe.checkAlive();
  }

  @Override
  public void delivers(SimulatedChannel channel, long moment) {
    Event delivery = channel.delivery();
    if (delivery.place == EventQueue.ABSENT || delivery.at > moment) {
      agenda.arrive(delivery, moment);
      comes(moment);
    }
  }

  /** Something has been added. */
  private void comes(long moment) {
    if (moment < horizon) {
      horizon = moment; // or later: then it is found out in vain
      if (pacer != null) {
        pacer.hurry(onThisMachine(moment - now));
      }
    }
  }

  @Override
  TurnStrand choose(TurnStrand self) {
    inTurn = false;
    while (!isAborted()) {
      Event first = agenda.take();
      events++;
      switch (first) {
        case TurnStrand strand -> {
          now = strand.at;
          return strand;
        }
        case SimulatedChannel.Delivery delivery -> {
          now = delivery.at;
          delivery.happen();
        }
        case null, default -> deadlock();
      }
    }
    reportIfAborted();
    told = (told + 1) % strands.size(); // all get a turn to see that the job has failed
    agenda.clear();
    return strands.get(told);
  }

  @Override
  void ended() {
    if (pacer != null) {
      pacer.close();
    }
  }

  @Override
  String describe() {
    return "virtual time " + now + " ns, event " + events;
  }
}
