package org.temoto.gas.simulated.backend;

import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.spi.local.Job;

/**
 * Scheduler by a seed, which at each scheduling point picks one of the strands that can go on; when
 * none can, time passes until one can.
 */
final class SeededScheduler extends TurnScheduler {
  /** Waiting takes no time but what the seed has pass; a strand that spins on the clock ends. */
  private static final Costs COSTS = new Costs(false, 0, 1, 1, 0, 0, 0);

  private static final int STAY_OF = 8;

  private final long seed;
  private final SeededRandom random;
  private final ScheduleProfile tempo;

  private long now;
  private long points;
  private long trace;

  SeededScheduler(long seed, Job job) {
    super(job, COSTS);
    this.seed = seed;
    random = ScheduleProfile.random(seed);
    tempo = ScheduleProfile.draw(random);
  }

  /** Trace of which strand went on at each point so far, as one number. */
  long trace() {
    return trace;
  }

  @Override
  public long now() {
    now += costs.readingNanos();
    return now;
  }

  @Override
  int weight() {
    return tempo.weight(random);
  }

  @Override
  public void delivers(SimulatedChannel channel, long moment) {} // the network is moved on by lot

  // --- scheduling points

  @Override
  void point(String what) {
    TurnStrand self = current();
    self.state = what;
    self.at = 0;
    next(self);
  }

  @Override
  void block(String what, long moment) {
    TurnStrand self = current();
    self.state = what;
    self.at = moment;
    next(self);
    self.at = 0;
  }

  @Override
  void wake(TurnStrand strand, long nanos) {
    strand.at = 0;
  }

  @Override
  TurnStrand choose(TurnStrand self) {
    if (self == null) {
      return draw();
    }
    points++;
    now += 1 + random.below(tempo.stepNanos());
    if (random.once(4)) {
      moveOn();
    }
    return stays(self) ? self : draw();
  }

  /** Moves the network on for all strands. */
  private void moveOn() {
    pes.forEach(pe -> pe.transport().moveOn());
  }

  private boolean stays(TurnStrand self) {
    return random.below(STAY_OF) < tempo.staying() && canGoOn(self) && !isAborted();
  }

  private boolean canGoOn(TurnStrand strand) {
    return strand.at <= now || isAborted();
  }

  private TurnStrand draw() {
    reportIfAborted();
    int weights = weights();
    while (weights == 0) {
      pass();
      weights = weights();
    }
    int left = random.below(weights);
    int i = 0;
    for (; ; i++) {
      TurnStrand strand = strands.get(i);
      left -= canGoOn(strand) ? strand.weight : 0;
      if (left < 0) {
        trace = trace * 31 + i;
        return strand;
      }
    }
  }

  private int weights() {
    int sum = 0;
    for (TurnStrand strand : strands) {
      sum += canGoOn(strand) ? strand.weight : 0;
    }
    return sum;
  }

  /** No strand can go on: lets time pass until one can. */
  private void pass() {
    long moment = Event.NEVER;
    for (TurnStrand strand : strands) {
      moment = Math.min(moment, strand.at);
    }
    if (moment == Event.NEVER) {
      deadlock();
      return;
    }
    now = moment;
    moveOn();
  }

  @Override
  String describe() {
    return "schedule of seed " + seed + ", point " + points + ", " + now + " ns";
  }
}
