package org.temoto.gas.simulated.backend;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.temoto.gas.GasException;
import org.temoto.gas.GasOptions;
import org.temoto.gas.RefusedException;
import org.temoto.gas.simulated.CheckFailedException;
import org.temoto.gas.simulated.CheckFailedException.Finding;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.simulated.check.Checker;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.local.Job;
import org.temoto.gas.spi.local.Prefault;

/** State that the PEs of one job share. */
final class SimulatedCluster implements AutoCloseable {
  /** Strands in turns are virtual threads. */
  private static final String STACK_ADVICE =
      "a task, or a chain of tasks that wait for each other, recursed too deeply for the stack of"
          + " its strand, which has what -Xss gives (TEMOTO_JAVA_OPTS=-Xss64m)";

  final SimulationOptions simulation;
  final int count;
  final Job job;
  final NetworkModel network;

  final StrandExecution execution;

  final Reordering reordering;
  final CollectiveCalls calls;
  final Optional<Checker> checker;
  final HeapMemory memory;

  /** Prefaulted bytes of each PE's heap. */
  final long prefaulted;

  final List<SimulatedPe> pes = new ArrayList<>();

  /** True if no strand uses the memory any more. */
  private boolean isOver = true;

  /** A cluster that reorders as {@code onThreads} says, or as its schedule does. */
  SimulatedCluster(GasOptions options, Reordering onThreads) {
    simulation = SimulationOptions.of(options);
    count = options.pes();
    job = simulation.schedule() == Schedule.THREADS ? new Job() : new Job(STACK_ADVICE);
    network = new NetworkModel(simulation.network(), count, options.seed());
    execution =
        switch (simulation.schedule()) {
          case THREADS -> new ThreadExecution(job, options);
          case SEEDED -> new SeededScheduler(options.seed(), job);
          case VIRTUAL -> new VirtualScheduler(simulation.costs(), job, count, network);
        };
    reordering =
        switch (simulation.schedule()) {
          case THREADS -> onThreads;
          case SEEDED -> ScheduleProfile.reordering(options.seed());
          case VIRTUAL -> Reordering.NONE;
        };
    calls = new CollectiveCalls(count);
    checker = simulation.raceChecker() ? Optional.of(new Checker(options)) : Optional.empty();
    memory = new HeapMemory(count, options.heapBytes());
    prefaulted = isMeasured() ? Prefault.perPe(count) : 0;
    try {
      for (int rank = 0; rank < count; rank++) {
        pes.add(new SimulatedPe(rank, this));
      }
    } catch (RuntimeException | Error failure) {
      memory.close();
      throw failure;
    }
  }

  /** Tells whether what a page fault takes would count. */
  private boolean isMeasured() {
    return switch (simulation.schedule()) {
      case THREADS -> true;
      case SEEDED -> false;
      case VIRTUAL -> simulation.costs().isMeasured();
    };
  }

  /**
   * Runs {@code program} on every PE; returns when all strands have ended, throws what failed
   * first, even if a strand goes on.
   */
  void run(Consumer<ProcessingElement> program) {
    isOver = false; // if it throws, strands may live
    isOver =
        execution.run(
            pes,
            pe -> {
              try {
                program.accept(pe);
              } catch (RuntimeException | Error failure) {
                if (!saysItself(failure)) {
                  job.comesFrom(failure, "in the program of PE " + pe.rank());
                }
                throw failure;
              }
            });
    List<Finding> findings = checker.map(Checker::findings).orElse(List.of());
    if (!findings.isEmpty()) {
      CheckFailedException found = new CheckFailedException(findings);
      job.completeFailure().ifPresent(found::addSuppressed);
      throw found;
    }
    job.throwFailure();
  }

  /** Tells whether it is a task's or a collective's failure, which names its PE. */
  private static boolean saysItself(Throwable failure) {
    return failure instanceof GasException
        && !(failure instanceof RefusedException)
        && failure.getCause() != null;
  }

  /**
   * Unmaps views and heaps: at once if no strand is left that could use them, else by a thread that
   * waits for its end.
   */
  @Override
  public void close() {
    if (isOver) {
      unmap();
    } else {
      Thread.ofPlatform()
          .daemon()
          .name("temoto-unmap")
          .start(() -> {
            execution.awaitStrands();
            unmap();
          });
    }
  }

  /** Unmaps all memory; what fails does not keep the rest from it. */
  private void unmap() {
    List<Throwable> failures = new ArrayList<>();
    pes.forEach(pe -> pe.end(failures::add));
    memory.close();
    if (!failures.isEmpty()) {
      Throwable first = failures.removeFirst();
      GasException failure = new GasException("cleaning up after the job failed: " + first, first);
      failures.forEach(failure::addSuppressed);
      throw failure;
    }
  }
}
