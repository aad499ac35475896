package org.temoto.gas.simulated.backend;

import org.temoto.gas.simulated.Network;

/**
 * Links of a network model, and the times at which they carry transfers; thread-safe. Times are
 * nanoseconds of one clock.
 */
sealed interface Fabric permits DirectLinks, HostLinks, SwitchTree {
  /** The fabric of {@code costs} between {@code pes} PEs. */
  static Fabric of(Network.Costs costs, int pes) {
    return switch (costs) {
      case Network.Costs.Simple simple -> new DirectLinks(simple, pes);
      case Network.Costs.ContentionFree contentionFree -> new DirectLinks(contentionFree, pes);
      case Network.Costs.LogGp logGp -> new DirectLinks(logGp, pes);
      case Network.Costs.TwoLevel twoLevel -> new HostLinks(twoLevel, pes);
      case Network.Costs.FatTree fatTree -> new SwitchTree(fatTree, pes);
    };
  }

  /** The latency between two PEs. */
  long latencyNanos(int from, int to);

  /** The bandwidth between two PEs that have all links to themselves. */
  double bitsPerSecond(int from, int to);

  /** The least latency between two PEs that there may be. */
  long shortestLatencyNanos();

  /**
   * Carries {@code bytes} of {@code from} to {@code to} from {@code now} on, or when the links are
   * free; returns when the last byte has left.
   *
   * @param slowness how many times as long the PEs' links take as usual
   */
  long carry(int from, int to, long bytes, double slowness, long now);

  /** Time that the messages of a dissemination barrier's rounds take, one after the other. */
  long barrierNanos();

  default boolean isSameHost(int pe, int other) {
    return false;
  }

  /** Rounds of a dissemination barrier of {@code members}. */
  static int rounds(int members) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(members - 1);
  }

  /** Time for which {@code bytes} occupy a link. */
  static long transferNanos(long bytes, double bitsPerSecond) {
    return (long) (bytes * 8e9 / bitsPerSecond);
  }

  /** {@code nanos}, {@code factor} times; exact where that is 1. */
  static long times(long nanos, double factor) {
    return factor == 1 ? nanos : Math.round(nanos * factor);
  }
}
