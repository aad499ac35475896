package org.temoto.gas.simulated.backend;

import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.temoto.gas.simulated.Network.Disturbance;
import org.temoto.gas.simulated.Network.Disturbance.Slower;

/**
 * Random draws of a job, by its seed: which PEs are slow, and by how much each latency is longer.
 * Thread-safe; equal numbers of calls for a PE before give equal draws.
 */
final class Disturbances {
  // Streams that no other use has: those of PEs and channels are from 0 on, ScheduleProfile's
  // is -1.
  private static final long STRAGGLERS = -3;
  private static final long SLOW_PES = -2;
  private static final long JITTER = Long.MIN_VALUE;

  private final long seed;
  private final double jitter;
  private final double[] linkSlowness;
  private final double[] slowdown;

  /** The largest factor of all PEs' links. */
  final double worstLink;

  /** The largest factor by which a PE computes longer. */
  final double worstPe;

  /** Latencies drawn per issuing PE. */
  private final AtomicLongArray drawn;

  Disturbances(Disturbance disturbance, int pes, long seed) {
    this.seed = seed;
    jitter = disturbance.jitter();
    linkSlowness = choose(disturbance.stragglers(), pes, STRAGGLERS);
    slowdown = choose(disturbance.slowPes(), pes, SLOW_PES);
    worstLink = Arrays.stream(linkSlowness).max().orElse(1);
    worstPe = Arrays.stream(slowdown).max().orElse(1);
    drawn = new AtomicLongArray(jitter > 0 ? pes : 0);
  }

  /** The factor of each PE: those with the lowest lots are the slower ones. */
  private double[] choose(Slower slower, int pes, long stream) {
    double[] factors = new double[pes];
    Arrays.fill(factors, 1);
    if (!slower.isAny()) {
      return factors;
    }
    IntStream.range(0, pes)
        .boxed()
        .sorted(Comparator.comparingDouble(pe -> SeededRandom.share(seed, stream, pe)))
        .limit((long) Math.ceil(slower.share() * pes))
        .forEach(pe -> factors[pe] = slower.factor());
    return factors;
  }

  /** Factor by which the links between two PEs take longer than usual: the slower one decides. */
  double linkSlowness(int from, int to) {
    return Math.max(linkSlowness[from], linkSlowness[to]);
  }

  /** Factor by which {@code pe} computes longer than usual. */
  double slowdown(int pe) {
    return slowdown[pe];
  }

  /**
   * Draws the time that the next operation of {@code from} takes longer than {@code latencyNanos}.
   */
  long drawJitter(int from, long latencyNanos) {
    if (jitter == 0) {
      return 0;
    }
    long number = drawn.getAndIncrement(from);
    return Math.round(latencyNanos * jitter * SeededRandom.share(seed, JITTER + from, number));
  }
}
