package org.temoto.gas.simulated;

import org.temoto.gas.Costs;
import org.temoto.gas.spi.local.Job;

/**
 * Virtual time: every strand has a clock, and the one whose clock is behind all others' goes on.
 * What the network delivers, it delivers at its moment. So everybody sees what has happened before,
 * and nothing that has not, wherever strands meet: at operations of the transport, waits, and where
 * {@link #fork} and {@link #charge} are called.
 *
 * <p>A strand that waits is at the moment from which it can go on; the clock of the one that runs
 * is {@link #now}. Computing takes what {@link Costs} say: the time that passed on the machine
 * between two scheduling points, or what the program tells and a fixed time per fork.
 */
final class VirtualScheduler extends TurnScheduler {
  private final Costs costs;
  private final Stopwatch stopwatch;
  private final EventQueue queue = new EventQueue();

  private long now;
  private long events;

  /** The job has failed, and this strand is the last that was told. */
  private int told;

  VirtualScheduler(Costs costs, Job job) {
    super(job);
    this.costs = costs;
    this.stopwatch = costs.isMeasured() ? new Stopwatch(costs.stepNanos()) : null;
  }

  /** How often a strand has gone on after others, or the network has delivered something. */
  long events() {
    return events;
  }

  Costs costs() {
    return costs;
  }

  /** Adds what the running strand has computed since this was last asked, if that is measured. */
  private void compute() {
    if (stopwatch != null) {
      now += stopwatch.lap();
    }
  }

  /** Reading the clock takes time: who spins on it comes to an end. */
  @Override
  public long now() {
    compute();
    now += costs.readingNanos();
    return now;
  }

  // --- what waiting and computing take

  /** Every strand that runs has a core: a worker waits while its other strands do not. */
  @Override
  boolean isCrowded() {
    return false;
  }

  @Override
  long wakeNanos() {
    return costs.wakeNanos();
  }

  @Override
  long timerNanos() {
    return costs.timerNanos();
  }

  @Override
  boolean isStepped() {
    return true;
  }

  @Override
  void fork() {
    if (stopwatch == null) {
      now += costs.forkNanos();
    } else {
      now += stopwatch.step();
    }
    meet("forked");
  }

  @Override
  void charge(long nanos) {
    if (nanos < 0) {
      throw new IllegalArgumentException("nanos=" + nanos + ": time passes forwards");
    }
    if (stopwatch == null) {
      now += nanos;
    } else {
      now += stopwatch.lap();
    }
    meet("computed");
  }

  // --- scheduling points

  @Override
  void point(String what) {
    compute();
    now += costs.pointNanos();
    meet(what);
  }

  /** Lets those go on who are behind the calling strand. */
  private void meet(String what) {
    if (queue.firstMoment() <= now) {
      waitUntil(what, now);
    }
  }

  @Override
  void block(String what, long moment) {
    compute();
    waitUntil(what, moment);
  }

  private void waitUntil(String what, long moment) {
    TurnStrand self = current();
    self.state = what;
    self.at = moment;
    if (moment != Event.NEVER) {
      queue.schedule(self, Math.max(moment, now));
    }
    next(self);
    if (stopwatch != null) {
      stopwatch.start();
    }
  }

  @Override
  void added(TurnStrand strand) {
    queue.schedule(strand, now);
  }

  @Override
  void wake(TurnStrand strand, long nanos) {
    if (strand.place == EventQueue.ABSENT || strand.at > now + nanos) {
      queue.schedule(strand, now + nanos);
    }
  }

  @Override
  void delivers(SimulatedChannel channel, long moment) {
    Event delivery = channel.delivery();
    if (delivery.place == EventQueue.ABSENT || delivery.at > moment) {
      queue.schedule(delivery, moment);
    }
  }

  @Override
  int weight() {
    return 1;
  }

  @Override
  TurnStrand choose(TurnStrand self) {
    while (!isAborted()) {
      Event first = queue.take();
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
    told = (told + 1) % strands.size(); // everybody gets a turn to see that the job has failed
    queue.remove(strands.get(told));
    return strands.get(told);
  }

  @Override
  String describe() {
    return "virtual time " + now + " ns, event " + events;
  }
}
