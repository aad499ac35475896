package org.temoto.fuzz;

import org.temoto.gas.EngineOptions;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasOptions.Coherence;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Buffers;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.RuntimeOptions.Exposure;
import org.temoto.task.RuntimeOptions.StealAmount;
import org.temoto.task.RuntimeOptions.StealPolicy;
import org.temoto.task.collective.CollectiveOptions;

/**
 * Description of what a random program runs on.
 *
 * @param cachePages how many of the smallest pages a PE's cache holds
 * @param spareFrames of every memory, also where the program alone migrates pages
 * @param networkNanos the latency of the network
 * @param patienceNanos how long a join waits for a thief
 * @param collectives the strands that move collectives on, and where they are received
 */
record ClusterShape(
    Schedule schedule,
    int pes,
    int workers,
    int cachePages,
    boolean caching,
    boolean aliasing,
    boolean identity,
    double spareFrames,
    Coherence coherence,
    long networkNanos,
    Exposure exposure,
    long patienceNanos,
    StealPolicy policy,
    StealAmount amount,
    CollectiveOptions collectives) {
  /** Heap of each PE, enough for what any program allocates. */
  private static final long HEAP_BYTES = 4 << 20;

  private static final long THREAD_PATIENCE_NANOS = 5_000_000;

  private static final double BITS_PER_SECOND = 9e9;

  /** The same with another schedule and other numbers of PEs and workers. */
  ClusterShape with(Schedule otherSchedule, int otherPes, int otherWorkers) {
    return new ClusterShape(
        otherSchedule,
        otherPes,
        otherWorkers,
        cachePages / workers * otherWorkers,
        caching,
        aliasing,
        identity,
        spareFrames,
        coherence,
        networkNanos,
        exposure,
        patienceNanos,
        policy,
        amount,
        collectives);
  }

  /**
   * Shape of this cluster on threads, with what every backend can; joins wait as long as a thread
   * takes to wake up.
   */
  ClusterShape onThreads(int otherPes, int otherWorkers) {
    ClusterShape shape = with(Schedule.THREADS, otherPes, otherWorkers);
    return new ClusterShape(
        shape.schedule,
        shape.pes,
        shape.workers,
        shape.cachePages,
        caching,
        aliasing,
        false,
        spareFrames,
        coherence,
        0,
        exposure,
        exposure == Exposure.EAGER ? THREAD_PATIENCE_NANOS : 0,
        policy,
        amount,
        collectives);
  }

  private EngineOptions engine(EngineOptions options) {
    EngineOptions engine = options.with(EngineOptions.Feature.USE_AFTER_CLOSE_CHECKS);
    engine = caching ? engine : engine.without(EngineOptions.Feature.CACHING);
    return aliasing ? engine : engine.without(EngineOptions.Feature.ALIASING);
  }

  GasOptions options(String backend, long seed) {
    return GasOptions.DEFAULT
        .withBackend(backend)
        .withPes(pes)
        .withWorkers(workers)
        .withPageSize(GasOptions.MIN_PAGE_SIZE)
        .withHeapBytes(HEAP_BYTES)
        .withCacheBytes((long) cachePages * GasOptions.MIN_PAGE_SIZE)
        .with(EngineOptions.DEFAULT, this::engine)
        .with(
            SimulationOptions.DEFAULT,
            simulation -> simulation.withBuffers(identity ? Buffers.IDENTITY : Buffers.SEPARATE))
        .withCoherence(coherence)
        .with(
            SimulationOptions.DEFAULT,
            simulation ->
                simulation
                    .withSchedule(schedule)
                    .withCosts(Costs.MODELLED)
                    .withNetwork(
                        networkNanos == 0
                            ? Network.NONE
                            : new Network(networkNanos, BITS_PER_SECOND)))
        .withSeed(seed);
  }

  RuntimeOptions runtimeOptions() {
    return new RuntimeOptions(exposure, patienceNanos).withPolicy(policy).withAmount(amount);
  }
}
