package org.temoto.gas.simulated.backend;

import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Consumer;
import org.temoto.gas.GasException;
import org.temoto.gas.simulated.SimulationOptions.Buffers;
import org.temoto.gas.simulated.check.Checker;
import org.temoto.gas.spi.Clock;
import org.temoto.gas.spi.Prefaulter;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.ProgramCalls;
import org.temoto.gas.spi.StrandWatch;
import org.temoto.gas.spi.Strands;
import org.temoto.gas.spi.SymmetricHeap;
import org.temoto.gas.spi.Whereabouts;

/** One PE of a simulated cluster: what a process would be. */
final class SimulatedPe implements ProcessingElement {
  private final int rank;
  private final SimulatedCluster cluster;
  private final SimulatedTransport transport;
  private final SimulatedHeap heap;
  private final Strands strands;
  private final Optional<Checker.PeWatch> watch;
  private final ProgramCalls calls = new ProgramCalls();
  private final Deque<Runnable> cleanups = new ConcurrentLinkedDeque<>();

  SimulatedPe(int rank, SimulatedCluster cluster) {
    this.rank = rank;
    this.cluster = cluster;
    transport = new SimulatedTransport(this, cluster);
    heap = new SimulatedHeap(this, cluster);
    strands = cluster.execution.strands(this);
    watch = cluster.checker.map(checker -> checker.newPe(rank));
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int count() {
    return cluster.count;
  }

  @Override
  public String host() {
    return "simulated";
  }

  @Override
  public boolean isIdentity() {
    return cluster.simulation.buffers() == Buffers.IDENTITY;
  }

  @Override
  public boolean isChecked() {
    return watch.isPresent();
  }

  @Override
  public SymmetricHeap heap() {
    return heap;
  }

  @Override
  public SimulatedTransport transport() {
    return transport;
  }

  @Override
  public Strands strands() {
    return strands;
  }

  @Override
  public Clock clock() {
    return cluster.execution.clock();
  }

  @Override
  public boolean hasCommonClock() {
    return true;
  }

  @Override
  public ProgramCalls calls() {
    return calls;
  }

  @Override
  public Whereabouts whereabouts(int pe) {
    return cluster.pes.get(pe).calls.whereabouts();
  }

  /**
   * This PE and {@code other} wait for each other in different calls: fails the job, and throws.
   */
  void disagree(int other) {
    GasException failure = ProgramCalls.disagreement(rank, calls.stay(), other, whereabouts(other));
    cluster.job.disagree(failure); // whatever the program does with what is thrown
    throw failure;
  }

  @Override
  public Prefaulter prefaulter() {
    return cluster.execution.prefaulter();
  }

  @Override
  public StrandWatch newWatch() {
    return watch.map(Checker.PeWatch::newStrand).orElse(null);
  }

  @Override
  public void abort(Throwable cause) {
    cluster.job.abort(cause);
  }

  @Override
  public void disagree(GasException found) {
    cluster.job.disagree(found);
  }

  /**
   * After a failure nothing of this PE is delivered any more: the caller may free its buffers as it
   * unwinds.
   */
  @Override
  public void checkAlive() {
    if (cluster.job.isAborted()) {
      transport.abandon();
      cluster.job.checkAlive();
    }
  }

  @Override
  public void atEnd(Runnable cleanup) {
    cleanups.push(cleanup);
  }

  @Override
  public void doneBeforeEnd(Runnable cleanup) {
    cleanups.remove(cleanup);
  }

  /** All strands have ended. Runs every cleanup; {@code failed} is told of those that fail. */
  void end(Consumer<Throwable> failed) {
    while (!cleanups.isEmpty()) {
      try {
        cleanups.pop().run();
      } catch (RuntimeException | Error e) {
        failed.accept(e);
      }
    }
  }
}
