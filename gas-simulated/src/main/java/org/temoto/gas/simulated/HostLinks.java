package org.temoto.gas.simulated;

import org.temoto.gas.NetworkCosts;

/**
 * The model two-level: hosts that have one link each to all other hosts, and PEs that have one link
 * each inside their host.
 */
final class HostLinks implements Fabric {
  private final NetworkCosts.TwoLevel costs;
  private final int pes;
  private final Link[] inside;
  private final Link[] outside;

  HostLinks(NetworkCosts.TwoLevel costs, int pes) {
    this.costs = costs;
    this.pes = pes;
    inside = Link.some(pes);
    outside = Link.some(Math.ceilDiv(pes, costs.pesPerHost()));
  }

  private int host(int pe) {
    return pe / costs.pesPerHost();
  }

  @Override
  public boolean isSameHost(int pe, int other) {
    return host(pe) == host(other);
  }

  @Override
  public long latencyNanos(int from, int to) {
    return isSameHost(from, to) ? costs.hostLatencyNanos() : costs.latencyNanos();
  }

  @Override
  public long shortestLatencyNanos() {
    return Math.min(costs.hostLatencyNanos(), costs.latencyNanos());
  }

  @Override
  public long carry(int from, int to, long bytes, double slowness, long now) {
    if (isSameHost(from, to)) {
      long nanos = Fabric.transferNanos(bytes, costs.hostBitsPerSecond());
      long occupied = Fabric.times(nanos, slowness);
      return Link.occupyBoth(inside[from], inside[to], now, occupied) + occupied;
    }
    long nanos = Fabric.transferNanos(bytes, costs.bitsPerSecond());
    long occupied = Fabric.times(nanos, slowness);
    return Link.occupyBoth(outside[host(from)], outside[host(to)], now, occupied) + occupied;
  }

  /** First the PEs of each host, then one of each host. */
  @Override
  public long barrierNanos() {
    int together = Math.min(pes, costs.pesPerHost());
    return Fabric.rounds(together) * costs.hostLatencyNanos()
        + Fabric.rounds(outside.length) * costs.latencyNanos();
  }
}
