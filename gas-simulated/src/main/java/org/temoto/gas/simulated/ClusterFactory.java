package org.temoto.gas.simulated;

import org.temoto.gas.GasOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.local.Job;

/** Factory of clusters, which run strands and reorder operations as the schedule asks for. */
final class ClusterFactory {
  /** Strands in turns are virtual threads. */
  private static final String STACK_ADVICE =
      "a task, or a chain of tasks that wait for each other, recursed too deeply for the stack of"
          + " its strand, which has what -Xss gives (TEMOTO_JAVA_OPTS=-Xss64m)";

  private ClusterFactory() {}

  /** A cluster that reorders as {@code onThreads} says, or as its schedule does. */
  static SimulatedCluster of(GasOptions options, Reordering onThreads) {
    SimulationOptions simulation = SimulationOptions.of(options);
    int count = options.pes();
    Job job = simulation.schedule() == Schedule.THREADS ? new Job() : new Job(STACK_ADVICE);
    NetworkModel network = new NetworkModel(simulation.network(), count, options.seed());
    StrandExecution execution =
        switch (simulation.schedule()) {
          case THREADS -> new ThreadExecution(job, options);
          case SEEDED -> new TurnExecution(options.seed(), job, count);
          case VIRTUAL -> new TurnExecution(simulation.costs(), job, count, network);
        };
    Reordering reordering =
        switch (simulation.schedule()) {
          case THREADS -> onThreads;
          case SEEDED -> ScheduleProfile.reordering(options.seed());
          case VIRTUAL -> Reordering.NONE;
        };
    return new SimulatedCluster(options, job, network, execution, reordering);
  }
}
