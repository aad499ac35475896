package org.temoto.gas.simulated;

import org.temoto.gas.NetworkCosts;

/**
 * The model fat-tree. What a switch has up is one link here, as fast as its parallel links
 * together: traffic is taken as evenly spread over them.
 */
final class SwitchTree implements Fabric {
  private final NetworkCosts.FatTree costs;
  private final Link[] leaves;

  /** The uplinks of the switches of level i + 1, which have radix^(i + 1) PEs below them. */
  private final Link[][] uplinks;

  /** Their bandwidth. */
  private final double[] upBitsPerSecond;

  SwitchTree(NetworkCosts.FatTree costs, int pes) {
    this.costs = costs;
    leaves = Link.some(pes);
    int switches = Math.ceilDiv(pes, costs.radix());
    int levels = 0;
    for (int count = switches; count > 1; count = Math.ceilDiv(count, costs.radix())) {
      levels++;
    }
    uplinks = new Link[levels][];
    upBitsPerSecond = new double[levels];
    double bandwidth = costs.bitsPerSecond();
    for (int level = 0; level < levels; level++) {
      bandwidth *= costs.radix() / costs.oversubscription();
      upBitsPerSecond[level] = bandwidth;
      uplinks[level] = Link.some(switches);
      switches = Math.ceilDiv(switches, costs.radix());
    }
  }

  /** How many switches a path from either PE goes up before they meet in the next one. */
  private int meeting(int from, int to) {
    int level = 0;
    int a = from / costs.radix();
    int b = to / costs.radix();
    while (a != b) {
      a /= costs.radix();
      b /= costs.radix();
      level++;
    }
    return level;
  }

  @Override
  public long latencyNanos(int from, int to) {
    return latencyNanos(meeting(from, to));
  }

  private long latencyNanos(int uplinksOfASide) {
    return costs.latencyNanos() + (2L * uplinksOfASide + 1) * costs.hopNanos();
  }

  @Override
  public long shortestLatencyNanos() {
    return latencyNanos(0);
  }

  /** One at a time: else two transfers could pass their links in different orders, and overlap. */
  @Override
  public synchronized long carry(int from, int to, long bytes, double slowness, long now) {
    int levels = meeting(from, to);
    long own = Fabric.times(Fabric.transferNanos(bytes, costs.bitsPerSecond()), slowness);
    long start = leaves[to].occupy(leaves[from].occupy(now, own), own);
    long longest = own;
    int a = from;
    int b = to;
    for (int level = 0; level < levels; level++) {
      long up = Fabric.transferNanos(bytes, upBitsPerSecond[level]);
      a /= costs.radix();
      b /= costs.radix();
      start = uplinks[level][b].occupy(uplinks[level][a].occupy(start, up), up);
      longest = Math.max(longest, up);
    }
    keepBusy(from, to, bytes, own, start);
    return start + longest;
  }

  /** The links that were free earlier have waited for the others. */
  private void keepBusy(int from, int to, long bytes, long own, long start) {
    leaves[from].extend(start, own);
    leaves[to].extend(start, own);
    int a = from / costs.radix();
    int b = to / costs.radix();
    for (int level = 0; a != b; level++) {
      long up = Fabric.transferNanos(bytes, upBitsPerSecond[level]);
      uplinks[level][a].extend(start, up);
      uplinks[level][b].extend(start, up);
      a /= costs.radix();
      b /= costs.radix();
    }
  }

  /** Some message of every round goes the longest way. */
  @Override
  public long barrierNanos() {
    return Fabric.rounds(leaves.length) * latencyNanos(uplinks.length);
  }

  @Override
  public boolean isSameHost(int pe, int other) {
    return false;
  }
}
