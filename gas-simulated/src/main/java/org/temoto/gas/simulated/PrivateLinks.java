package org.temoto.gas.simulated;

/**
 * Fabric in which every transfer has a link of its own: for the model simple without contention.
 */
final class PrivateLinks implements Fabric {
  private final NetworkCosts.ContentionFree costs;
  private final int pes;

  PrivateLinks(NetworkCosts.ContentionFree costs, int pes) {
    this.costs = costs;
    this.pes = pes;
  }

  @Override
  public long latencyNanos(int from, int to) {
    return costs.latencyNanos();
  }

  @Override
  public long shortestLatencyNanos() {
    return costs.latencyNanos();
  }

  @Override
  public long carry(int from, int to, long bytes, double slowness, long now) {
    long nanos = Fabric.times(Fabric.transferNanos(bytes, costs.bitsPerSecond()), slowness);
    Link.requireEnd(now, nanos);
    return now + nanos;
  }

  @Override
  public long barrierNanos() {
    return Fabric.rounds(pes) * costs.latencyNanos();
  }

  @Override
  public boolean isSameHost(int pe, int other) {
    return false;
  }
}
