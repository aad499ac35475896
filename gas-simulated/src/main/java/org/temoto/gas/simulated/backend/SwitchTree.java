package org.temoto.gas.simulated.backend;

import org.temoto.gas.simulated.Network;

/**
 * Fabric of the model fat-tree. The links of a switch up are one here in either direction, as fast
 * as they are together: traffic is taken as evenly spread over them.
 */
final class SwitchTree implements Fabric {
  private final Network.Costs.FatTree costs;
  private final Link[] out;
  private final Link[] in;

  /** From the switches of level i + 1, which have radix^(i + 1) PEs below them. */
  private final Link[][] up;

  /** To the same switches. */
  private final Link[][] down;

  /** The bandwidth of both. */
  private final double[] upBitsPerSecond;

  SwitchTree(Network.Costs.FatTree costs, int pes) {
    this.costs = costs;
    out = Link.some(pes);
    in = Link.some(pes);
    int switches = Math.ceilDiv(pes, costs.radix());
    int levels = 0;
    for (int count = switches; count > 1; count = Math.ceilDiv(count, costs.radix())) {
      levels++;
    }
    up = new Link[levels][];
    down = new Link[levels][];
    upBitsPerSecond = new double[levels];
    double bandwidth = costs.bitsPerSecond();
    for (int level = 0; level < levels; level++) {
      bandwidth *= costs.radix() / costs.oversubscription();
      upBitsPerSecond[level] = bandwidth;
      up[level] = Link.some(switches);
      down[level] = Link.some(switches);
      switches = Math.ceilDiv(switches, costs.radix());
    }
  }

  /** The number of switches a path from either PE goes up before they meet in the next one. */
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
  public double bitsPerSecond(int from, int to) {
    double least = costs.bitsPerSecond();
    for (int level = 0; level < meeting(from, to); level++) {
      least = Math.min(least, upBitsPerSecond[level]);
    }
    return least;
  }

  @Override
  public long shortestLatencyNanos() {
    return latencyNanos(0);
  }

  @Override
  public long carry(int from, int to, long bytes, double slowness, long now) {
    int levels = meeting(from, to);
    long own = Fabric.times(Fabric.transferNanos(bytes, costs.bitsPerSecond()), slowness);
    LinkTraversal passage = new LinkTraversal(bytes, now).over(out[from], own);
    for (int level = 0; level < levels; level++) {
      passage.over(up[level][above(from, level)], transferNanos(bytes, level));
    }
    for (int level = levels - 1; level >= 0; level--) {
      passage.over(down[level][above(to, level)], transferNanos(bytes, level));
    }
    return passage.over(in[to], own).end;
  }

  /** The switch of level + 1 that {@code pe} is below. */
  private int above(int pe, int level) {
    int above = pe / costs.radix();
    for (int i = 0; i < level; i++) {
      above /= costs.radix();
    }
    return above;
  }

  private long transferNanos(long bytes, int level) {
    return Fabric.transferNanos(bytes, upBitsPerSecond[level]);
  }

  /** Some message of every round goes the longest way. */
  @Override
  public long barrierNanos() {
    return Fabric.rounds(out.length) * latencyNanos(up.length);
  }
}
