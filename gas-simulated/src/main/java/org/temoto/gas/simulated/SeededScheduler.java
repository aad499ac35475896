package org.temoto.gas.simulated;

import org.temoto.gas.spi.local.Job;

/**
 * Scheduler by a seed, which at each scheduling point picks one of the strands that can go on; when
 * none can, time passes until one can.
 */
final class SeededScheduler extends TurnScheduler {
  /** Time that reading the clock takes: a strand that spins on it comes to an end. */
  private static final long READING_NANOS = 1;

  private static final int STAY_OF = 8;

  private final long seed;
  private final SeededRandom random;
  private final ScheduleProfile tempo;

  /** Moves the network on for all strands. */
  private final Runnable network;

  private long now;
  private long points;
  private long trace;

  SeededScheduler(long seed, Job job, Runnable network) {
    super(job);
    this.seed = seed;
    this.network = network;
    random = ScheduleProfile.random(seed);
    tempo = ScheduleProfile.draw(random);
  }

  /** Trace of which strand went on at each point so far, as one number. */
  long trace() {
    return trace;
  }

  @Override
  public long now() {
    now += READING_NANOS;
    return now;
  }

  @Override
  int weight() {
    return tempo.weight(random);
  }

  @Override
  void added(TurnStrand strand, long nanos) {}

  @Override
  void delivers(SimulatedChannel channel, long moment) {} // the network is moved on by lot

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
      network.run();
    }
    return stays(self) ? self : draw();
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
    network.run();
  }

  @Override
  String describe() {
    return "schedule of seed " + seed + ", point " + points + ", " + now + " ns";
  }
}
