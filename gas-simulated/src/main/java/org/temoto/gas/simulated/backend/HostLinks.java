package org.temoto.gas.simulated.backend;

import org.temoto.gas.simulated.Network;

/**
 * Fabric of the model two-level: hosts that have one link each to all other hosts, and PEs that
 * have one link each inside their host; in either direction.
 */
final class HostLinks implements Fabric {
  private final Network.Costs.TwoLevel costs;
  private final int pes;
  private final Link[] out;
  private final Link[] in;
  private final Link[] hostOut;
  private final Link[] hostIn;

  HostLinks(Network.Costs.TwoLevel costs, int pes) {
    this.costs = costs;
    this.pes = pes;
    int hosts = Math.ceilDiv(pes, costs.pesPerHost());
    out = Link.some(pes);
    in = Link.some(pes);
    hostOut = Link.some(hosts);
    hostIn = Link.some(hosts);
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
  public double bitsPerSecond(int from, int to) {
    return isSameHost(from, to) ? costs.hostBitsPerSecond() : costs.bitsPerSecond();
  }

  @Override
  public long shortestLatencyNanos() {
    return Math.min(costs.hostLatencyNanos(), costs.latencyNanos());
  }

  @Override
  public long carry(int from, int to, long bytes, double slowness, long now) {
    boolean inside = isSameHost(from, to);
    long nanos = Fabric.times(Fabric.transferNanos(bytes, bitsPerSecond(from, to)), slowness);
    LinkTraversal passage = new LinkTraversal(bytes, now);
    if (inside) {
      return passage.over(out[from], nanos).over(in[to], nanos).end;
    }
    return passage.over(hostOut[host(from)], nanos).over(hostIn[host(to)], nanos).end;
  }

  /** First the PEs of each host, then one of each host. */
  @Override
  public long barrierNanos() {
    int together = Math.min(pes, costs.pesPerHost());
    return Fabric.rounds(together) * costs.hostLatencyNanos()
        + Fabric.rounds(hostOut.length) * costs.latencyNanos();
  }
}
