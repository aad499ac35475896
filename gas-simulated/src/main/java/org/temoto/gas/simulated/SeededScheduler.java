package org.temoto.gas.simulated;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.temoto.gas.GasException;
import org.temoto.gas.spi.Clock;
import org.temoto.gas.spi.local.Job;

/**
 * Runs one strand at a time. At each scheduling point the seed picks who goes on among those that
 * can; when nobody can, time passes until somebody can; when nobody ever can, the job fails with a
 * report of what each strand waits for.
 *
 * <p>Everything here belongs to the strand whose turn it is; handing the turn over is what orders
 * the strands' memory.
 */
final class SeededScheduler implements Clock {
  /** What reading the clock takes: who spins on it comes to an end. */
  private static final long READING_NANOS = 1;

  private static final int STAY_OF = 8;

  private final long seed;
  private final Job job;
  private final Lottery lottery;
  private final Tempo tempo;

  /** Moves the network on for everybody. */
  private final Runnable network;

  private final List<SeededStrand> strands = new ArrayList<>();
  private final CountDownLatch allEnded = new CountDownLatch(1);
  private long now;
  private long points;
  private long trace;
  private boolean reported;

  /** Whose turn it is. Volatile: who gets the turn has everything that was written before. */
  private volatile SeededStrand running;

  SeededScheduler(long seed, Job job, Runnable network) {
    this.seed = seed;
    this.job = job;
    this.network = network;
    lottery = new Lottery(seed, -1);
    tempo = Tempo.draw(lottery);
  }

  Tempo tempo() {
    return tempo;
  }

  /** Which strand went on at each point so far, as one number. */
  long trace() {
    return trace;
  }

  @Override
  public long now() {
    now += READING_NANOS;
    return now;
  }

  // --- strands

  /** A new strand, which can go on from now on. */
  SeededStrand add(String name, Runnable body) {
    SeededStrand[] self = new SeededStrand[1];
    self[0] = new SeededStrand(name, tempo.weight(lottery), () -> live(self[0], body));
    strands.add(self[0]);
    return self[0];
  }

  /** Gives the first turn; returns when all strands have ended. */
  void run() {
    if (!strands.isEmpty()) {
      give(choose());
      awaitAllEnded();
    }
  }

  private void awaitAllEnded() {
    boolean interrupted = false;
    while (allEnded.getCount() > 0) {
      try {
        allEnded.await();
      } catch (InterruptedException e) {
        interrupted = true;
        job.abort(new GasException("the job was interrupted", e));
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void live(SeededStrand strand, Runnable body) {
    awaitTurn(strand);
    body.run();
    strand.ended = true;
    strands.remove(strand);
    strand.joiners.forEach(this::wake);
    if (strands.isEmpty()) {
      allEnded.countDown();
    } else {
      give(choose());
    }
  }

  /** The strand that calls, whose turn it is. */
  SeededStrand current() {
    SeededStrand strand = running;
    if (strand == null || strand.thread() != Thread.currentThread()) {
      throw new IllegalStateException(
          "thread=" + Thread.currentThread().getName() + " is not a strand");
    }
    return strand;
  }

  // --- scheduling points

  /** Others may go on before the calling strand does. */
  void point(String what) {
    SeededStrand self = current();
    self.at = what;
    self.goesOnAt = 0;
    next(self);
  }

  /** Others go on until the calling strand is woken, or {@code moment} has come. */
  void block(String what, long moment) {
    SeededStrand self = current();
    self.at = what;
    self.goesOnAt = moment;
    next(self);
    self.goesOnAt = 0;
  }

  /** Lets {@code strand} go on. */
  void wake(SeededStrand strand) {
    strand.goesOnAt = 0;
  }

  private void next(SeededStrand self) {
    points++;
    now += 1 + lottery.below(tempo.stepNanos());
    if (lottery.once(4)) {
      network.run();
    }
    SeededStrand next = stays(self) ? self : choose();
    if (next != self) {
      give(next);
      awaitTurn(self);
    }
  }

  private boolean stays(SeededStrand self) {
    return lottery.below(STAY_OF) < tempo.staying() && canGoOn(self) && !job.isAborted();
  }

  private boolean canGoOn(SeededStrand strand) {
    return strand.goesOnAt <= now || job.isAborted();
  }

  private SeededStrand choose() {
    if (job.isAborted()) {
      report();
    }
    int weights = weights();
    while (weights == 0) {
      pass();
      weights = weights();
    }
    int left = lottery.below(weights);
    int i = 0;
    for (; ; i++) {
      SeededStrand strand = strands.get(i);
      left -= canGoOn(strand) ? strand.weight : 0;
      if (left < 0) {
        trace = trace * 31 + i;
        return strand;
      }
    }
  }

  private int weights() {
    int sum = 0;
    for (SeededStrand strand : strands) {
      sum += canGoOn(strand) ? strand.weight : 0;
    }
    return sum;
  }

  /** Nobody can go on: lets time pass until somebody can. */
  private void pass() {
    long moment = SeededStrand.NEVER;
    for (SeededStrand strand : strands) {
      moment = Math.min(moment, strand.goesOnAt);
    }
    if (moment == SeededStrand.NEVER) {
      reported = true;
      job.abort(new GasException("deadlock: no strand can go on; " + state()));
      return;
    }
    now = moment;
    network.run();
  }

  // --- turns

  private void give(SeededStrand next) {
    running = next;
    if (next.started) {
      LockSupport.unpark(next.thread());
    } else {
      next.started = true;
      next.thread().start();
    }
  }

  private void awaitTurn(SeededStrand self) {
    boolean interrupted = false;
    while (running != self) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      job.abort(new GasException("strand " + self.name() + " was interrupted while it waited"));
    }
  }

  // --- reports

  /** Adds to a failure where everybody was. */
  private void report() {
    if (!reported) {
      reported = true;
      job.failure().addSuppressed(new GasException("when the job failed: " + state()));
    }
  }

  private String state() {
    StringBuilder text = new StringBuilder();
    text.append("schedule of seed ").append(seed).append(", point ").append(points);
    text.append(", ").append(now).append(" ns");
    strands.forEach(strand -> text.append("\n  ").append(strand));
    return text.toString();
  }
}
