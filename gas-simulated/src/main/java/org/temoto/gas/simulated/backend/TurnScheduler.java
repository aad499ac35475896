package org.temoto.gas.simulated.backend;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.temoto.gas.GasException;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.spi.Clock;
import org.temoto.gas.spi.JobAbortedException;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.Strands;
import org.temoto.gas.spi.local.Job;
import org.temoto.gas.spi.local.StuckStrand;

/**
 * Execution of one strand at a time, on a clock of its own. At each scheduling point a subclass
 * picks the strand that goes on; when no strand ever can, the job fails with a report of what each
 * strand waits for.
 *
 * <p>Everything here belongs to the strand whose turn it is; handing the turn over is what orders
 * the strands' memory. Strands are virtual threads: handing over takes a fraction of a microsecond
 * where they have one carrier (see {@code .mvn/temoto.args}).
 */
abstract class TurnScheduler implements StrandExecution, Clock {
  private final Job job;

  /** Times that waiting takes, if they are computed. */
  final Costs costs;

  /** Set when they are there. */
  List<SimulatedPe> pes = List.of();

  /** All that have not ended. */
  final List<TurnStrand> strands = new ArrayList<>();

  private static final long WATCH_MILLIS = 100;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Number of times that a strand has come to where others may go on; see {@link #isOver}. */
  private long turns;

  private long turnsSeen;

  /** Time for which the launcher has seen no new turn. */
  private long stillMillis;

  /** True if the launcher has seen that the job has failed. */
  private boolean failureSeen;

  /**
   * Limit of how long a strand may have its turn, and what the job fails with if it has it for
   * longer.
   */
  private record TurnLimit(long nanos, Supplier<Throwable> told) {}

  /** Volatile: set by strands, and the launcher looks. */
  private volatile TurnLimit limit = new TurnLimit(Strands.UNLIMITED, () -> null);

  private final CountDownLatch allEnded = new CountDownLatch(1);
  private boolean reported;

  /** The strands that wait at the barrier. */
  private List<TurnStrand> waiting = new ArrayList<>();

  /** The PE that came to it first. */
  private SimulatedPe first;

  /** Counts the times that all have come. */
  private long rounds;

  /**
   * The strand whose turn it is. Volatile: one that gets the turn has everything that was written
   * before.
   */
  private volatile TurnStrand running;

  TurnScheduler(Job job, Costs costs) {
    this.job = job;
    this.costs = costs;
  }

  // --- what a kind of schedule says

  /** The strand that goes on now that {@code self} has said when it can, or has ended (null). */
  abstract TurnStrand choose(TurnStrand self);

  /** Lets {@code strand}, which waits or is new, go on after {@code nanos}. */
  abstract void wake(TurnStrand strand, long nanos);

  /** Others may go on before the calling strand does. */
  abstract void point(String what);

  /** Others go on until the calling strand is woken, or {@code moment} has come. */
  abstract void block(String what, long moment);

  /** The calling strand's operation is on its way, and arrives at {@code moment}. */
  void arrive(long moment) {
    block("waits for its operation to arrive", moment);
  }

  /** {@code strand}, which calls, has been chosen. */
  void goesOn(@SuppressWarnings("unused") TurnStrand strand) {}

  /** No strand is left. */
  void ended() {}

  /** Weight with which a new strand is to be picked, compared with others. */
  int weight() {
    return 1;
  }

  /** Text of what distinguishes this schedule, for reports. */
  abstract String describe();

  /** A strand of {@code pe} waits: a moment to deliver what is due. */
  void progress(SimulatedPe pe) {
    pe.transport().progress();
  }

  /** Time without a change of turn, after the job has failed, until that is taken to last. */
  long lostAfterMillis() {
    return StuckStrand.patienceNanos() / NANOS_PER_MILLI;
  }

  /**
   * Tells whether every strand that runs has a core, and computing takes time only as far as {@link
   * #fork} and {@link #charge} say.
   */
  boolean isStepped() {
    return false;
  }

  /**
   * Tells whether each fork calls {@link #fork}; if not, {@code attend} is run, by any thread, when
   * the calling strand is to call it at its next.
   */
  boolean stepAlways(@SuppressWarnings("unused") Runnable attend) {
    return false;
  }

  /** The calling strand forks. */
  void fork() {}

  /** The calling strand has computed for {@code nanos}. */
  void charge(@SuppressWarnings("unused") long nanos) {}

  // --- the cluster's PEs

  @Override
  public final Clock clock() {
    return this;
  }

  @Override
  public final Strands strands(SimulatedPe pe) {
    return new TurnStrands(pe, this);
  }

  @Override
  public final void operation(SimulatedPe pe) {
    point("at an operation of the transport");
    pe.checkAlive();
  }

  @Override
  public final void until(SimulatedPe pe, long moment) {
    while (moment() < moment) {
      block("waits for the network", moment);
      pe.checkAlive();
    }
  }

  @Override
  public final void untilThere(SimulatedPe pe, long moment) {
    while (moment() < moment) {
      arrive(moment);
      pe.checkAlive();
    }
  }

  @Override
  public final void barrier(SimulatedPe pe) {
    point("comes to a barrier");
    pe.checkAlive();
    long mine = rounds;
    if (waiting.isEmpty()) {
      first = pe;
    } else if (first.calls().call() != pe.calls().call()) {
      pe.disagree(first.rank());
    }
    if (waiting.size() == pes.size() - 1) {
      rounds++;
      waiting.forEach(other -> wake(other, 0));
      waiting = new ArrayList<>();
      return;
    }
    waiting.add(current());
    while (rounds == mine) {
      block("waits at a barrier", Event.NEVER);
      pe.checkAlive();
    }
  }

  @Override
  public final boolean run(List<SimulatedPe> all, Consumer<ProcessingElement> program) {
    pes = all;
    for (SimulatedPe pe : all) {
      add(pe.rank(), "main", () -> program.accept(pe), 0);
    }
    return run();
  }

  // --- strands

  /** A new strand, which can go on in so many nanoseconds. */
  final TurnStrand add(int rank, String name, Runnable body, long nanos) {
    TurnStrand[] self = new TurnStrand[1];
    self[0] = new TurnStrand(rank, "pe" + rank + "-" + name, weight(), () -> live(self[0], body));
    strands.add(self[0]);
    wake(self[0], nanos);
    return self[0];
  }

  /**
   * Gives the first turn; returns when all strands have ended, or the job has failed and no turn
   * changes any more.
   *
   * @return whether no strand computes, which might use the job's memory
   */
  final boolean run() {
    if (!strands.isEmpty()) {
      give(choose(null));
      awaitAllEnded();
    }
    boolean isOver = allEnded.getCount() == 0 || isOver();
    if (isOver) {
      ended();
    }
    return isOver;
  }

  /**
   * Tells whether no strand computes or ever will. A turn that is being handed over is no strand's
   * for a while: it is counted before its last holder says that it waits, so a thread that sees all
   * wait, by their volatile flags, and then no new turn, sees a turn that is lost.
   */
  private boolean isOver() {
    return computing().isEmpty() && turns == turnsSeen;
  }

  private void awaitAllEnded() {
    boolean interrupted = false;
    boolean waits = true;
    while (waits) {
      try {
        waits = !allEnded.await(WATCH_MILLIS, TimeUnit.MILLISECONDS) && !isStuck();
      } catch (InterruptedException e) {
        interrupted = true;
        job.abort(new GasException("the job was interrupted", e));
      }
    }
    if (allEnded.getCount() > 0) {
      List<TurnStrand> computing = computing();
      if (computing.isEmpty()) {
        job.report(new GasException("strands that never got a turn again: " + state()));
      }
      job.reportStuck(computing.stream().map(TurnStrand::thread).toList());
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns when all strands have ended: a strand that computes gives the turn away at last. */
  @Override
  public final void awaitStrands() {
    boolean ended = false;
    while (!ended) {
      try {
        allEnded.await();
        ended = true;
      } catch (InterruptedException e) {
        // there is no reason to interrupt a wait to tidy up
      }
    }
    ended();
  }

  /** {@link Strands#limitTurn}. */
  final void limitTurn(long nanos, Supplier<Throwable> told) {
    limit = new TurnLimit(nanos, told);
  }

  /**
   * Tells whether no turn will ever change, after a look at what has happened in the last {@link
   * #WATCH_MILLIS}: the job has failed, and either a strand computes on, or a stack was exhausted
   * in the middle of handing a turn over, so that no strand has it. A strand that has its turn for
   * longer than its limit makes the job fail.
   */
  private boolean isStuck() {
    long now = turns;
    stillMillis = now == turnsSeen ? stillMillis + WATCH_MILLIS : 0;
    turnsSeen = now;
    if (job.isAborted()) {
      if (!failureSeen) { // what was computed before it does not count
        failureSeen = true;
        stillMillis = 0;
      }
      return stillMillis >= lostAfterMillis();
    }
    TurnLimit set = limit;
    if (stillMillis * NANOS_PER_MILLI > set.nanos) {
      job.abort(told(set));
    }
    return false;
  }

  @SuppressWarnings("CatchingThrowable") // what tells asks the program's own objects
  private static Throwable told(TurnLimit limit) {
    try {
      return limit.told.get();
    } catch (Throwable failure) {
      return new GasException("a strand has kept its turn for longer than its limit", failure);
    }
  }

  /** The running strand has come to where others could go on: its turn does not last. */
  final void comesToPoint() {
    turns++;
  }

  /**
   * The strands that compute. By flags of the strands' own: a thread that was to be woken when a
   * stack was exhausted may be taken for one that runs for ever.
   */
  private List<TurnStrand> computing() {
    return Arrays.stream(strands.toArray(new TurnStrand[0]))
        .filter(strand -> strand != null && strand.thread().isAlive() && !strand.awaitsTurn)
        .toList();
  }

  @SuppressWarnings("CatchingThrowable") // also an exhausted heap or stack must end the job
  private void live(TurnStrand strand, Runnable body) {
    try {
      awaitTurn(strand);
      goesOn(strand);
      body.run();
    } catch (Throwable failure) {
      job.abort(failure);
    }
    try {
      end(strand);
    } catch (Throwable failure) { // of the scheduler: the turn is lost with it
      job.abort(failure);
    }
  }

  private void end(TurnStrand strand) {
    strand.ended = true;
    strands.remove(strand);
    try {
      strand.joiners.forEach(joiner -> wake(joiner, 0));
    } catch (JobAbortedException e) {
      // all strands get a turn now
    }
    if (strands.isEmpty()) {
      allEnded.countDown();
    } else {
      give(choose(null));
    }
  }

  /** The strand that calls, whose turn it is. */
  final TurnStrand current() {
    TurnStrand strand = running;
    if (strand == null || strand.thread() != Thread.currentThread()) {
      throw new IllegalStateException(
          "thread=" + Thread.currentThread().getName() + " is not a strand");
    }
    return strand;
  }

  // --- turns

  /** The calling strand goes on when it is chosen. */
  final void next(TurnStrand self) {
    TurnStrand next = choose(self);
    if (next == self) {
      turns++; // its turn ends, and it gets the next
    } else {
      give(next);
      awaitTurn(self);
    }
    goesOn(self);
  }

  private void give(TurnStrand next) {
    running = next;
    turns++;
    if (next.started) {
      LockSupport.unpark(next.thread());
    } else {
      next.started = true;
      next.thread().start();
    }
  }

  private void awaitTurn(TurnStrand self) {
    boolean interrupted = false;
    self.awaitsTurn = true;
    try {
      while (running != self) {
        LockSupport.park(this);
        interrupted |= Thread.interrupted();
      }
    } finally {
      self.awaitsTurn = false;
    }
    if (interrupted) {
      job.abort(new GasException("strand " + self.name() + " was interrupted while it waited"));
    }
  }

  // --- the end of a job

  /** Fails the job, and throws. */
  final void fail(String message) {
    job.abort(new GasException(message));
    job.checkAlive();
  }

  final boolean isAborted() {
    return job.isAborted();
  }

  /** Adds to a failure where all strands were. */
  final void reportIfAborted() {
    if (!reported && job.isAborted()) {
      reported = true;
      job.report(new GasException("when the job failed: " + state()));
    }
  }

  /** No strand will ever go on. */
  final void deadlock() {
    reported = true;
    job.abort(new GasException("deadlock: no strand can go on; " + state()));
  }

  private String state() {
    StringBuilder text = new StringBuilder(describe());
    strands.forEach(strand -> text.append("\n  ").append(strand));
    return text.toString();
  }
}
