package org.temoto.gas.simulated.backend;

import org.temoto.gas.simulated.Network;

/**
 * Fabric in which every PE has one link to all others, in either direction, or without contention
 * one for each transfer: for the models simple and LogGP.
 */
final class DirectLinks implements Fabric {
  private final int pes;

  /** Empty without contention. */
  private final Link[] out;

  private final Link[] in;
  private final long latencyNanos;
  private final double bitsPerSecond;
  private final long gapNanos;

  /** Bytes of a transfer that cost no time: LogGP counts the first one as the message. */
  private final int freeBytes;

  DirectLinks(Network.Costs.Simple costs, int pes) {
    this(pes, pes, costs, 0, 0);
  }

  DirectLinks(Network.Costs.ContentionFree costs, int pes) {
    this(pes, 0, costs, 0, 0);
  }

  DirectLinks(Network.Costs.LogGp costs, int pes) {
    this(pes, pes, costs, costs.gapNanos(), 1);
  }

  private DirectLinks(int pes, int links, Network.Costs costs, long gapNanos, int freeBytes) {
    this.pes = pes;
    this.out = Link.some(links);
    this.in = Link.some(links);
    this.latencyNanos = costs.latencyNanos();
    this.bitsPerSecond = costs.bitsPerSecond();
    this.gapNanos = gapNanos;
    this.freeBytes = freeBytes;
  }

  @Override
  public long latencyNanos(int from, int to) {
    return latencyNanos;
  }

  @Override
  public double bitsPerSecond(int from, int to) {
    return bitsPerSecond;
  }

  @Override
  public long shortestLatencyNanos() {
    return latencyNanos;
  }

  @Override
  public long carry(int from, int to, long bytes, double slowness, long now) {
    long sending = Fabric.transferNanos(Math.max(0, bytes - freeBytes), bitsPerSecond);
    long slowed = Fabric.times(sending, slowness);
    if (out.length == 0) {
      Link.requireEnd(now, slowed);
      return now + slowed;
    }
    long gap = Fabric.times(gapNanos, slowness);
    long occupied = Math.min(slowed, Long.MAX_VALUE - gap) + gap;
    LinkTraversal passage =
        new LinkTraversal(bytes, now).over(out[from], occupied).over(in[to], occupied);
    return passage.end - gap; // the gap comes after the last byte
  }

  @Override
  public long barrierNanos() {
    return Fabric.rounds(pes) * latencyNanos;
  }
}
