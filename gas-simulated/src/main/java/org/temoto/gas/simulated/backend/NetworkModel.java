package org.temoto.gas.simulated.backend;

import org.temoto.gas.GasOptions;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.spi.VirtualMemory;

/**
 * Model of when operations between PEs complete: after they have been carried by the links of a
 * {@link Fabric}, on which transfers may queue up, and the latency, disturbed as a seed has it. The
 * latency counts once per operation, also for a get's or fetching atomic's way there and back. What
 * a PE does to itself takes no time. Moments are nanoseconds of one clock. Thread-safe; the same
 * calls in the same order have the same times.
 */
final class NetworkModel {
  private final boolean free;
  private final Fabric fabric;
  private final Disturbances disturbances;
  private final long overheadNanos;
  private final long operationNanos;

  /**
   * Time that a barrier takes after the last PE has come; its rounds wait for the slowest link and
   * for the slowest PE.
   */
  final long barrierNanos;

  /** See {@link Network.Costs#bytesPerOperation()}. */
  final long bytesPerOperation;

  /** The network of {@code pes} PEs; {@code seed} chooses its disturbance. */
  NetworkModel(Network network, int pes, long seed) {
    free = network.costs().isFree();
    fabric = Fabric.of(network.costs(), pes);
    disturbances = new Disturbances(network.disturbance(), pes, seed);
    overheadNanos =
        network.costs() instanceof Network.Costs.LogGp logGp ? logGp.overheadNanos() : 0;
    bytesPerOperation = network.costs().bytesPerOperation();
    operationNanos = network.costs().operationNanos();
    barrierNanos =
        Fabric.times(fabric.barrierNanos(), disturbances.worstLink)
            + Fabric.rounds(pes) * Fabric.times(overheadNanos, disturbances.worstPe);
  }

  /** Tells whether no operation takes time. */
  boolean isFree() {
    return free;
  }

  /** Tells whether an operation of {@code from} on {@code to} takes time at all. */
  boolean isTimed(int from, int to) {
    return from != to && !free;
  }

  /** Time for which a strand of {@code pe} is busy with an operation before the network has it. */
  long overheadNanos(int pe) {
    return Fabric.times(overheadNanos, slowdown(pe));
  }

  /** Issues a put at {@code now}; returns when it is complete. */
  long put(int issuer, int target, long bytes, long now) {
    return carry(issuer, issuer, target, bytes, now);
  }

  /** Issues a get, or a word's change that has an answer, at {@code now}; returns as put. */
  long get(int issuer, int target, long bytes, long now) {
    return carry(issuer, target, issuer, bytes, now);
  }

  private long carry(int issuer, int from, int to, long bytes, long now) {
    double slowness = disturbances.linkSlowness(from, to);
    long latency = Fabric.times(fabric.latencyNanos(from, to), slowness);
    return fabric.carry(from, to, bytes, slowness, now)
        + latency
        + disturbances.drawJitter(issuer, latency);
  }

  /** The part of an operation's time that its answer takes to come back, without jitter. */
  long returnNanos(int from, int to) {
    double slowness = disturbances.linkSlowness(from, to);
    return Fabric.times(fabric.latencyNanos(from, to), slowness) / 2;
  }

  /** No operation reaches another PE sooner after it is issued. */
  long shortestWay() {
    long latency = fabric.shortestLatencyNanos();
    return latency - latency / 2; // see returnNanos
  }

  /** Factor by which {@code pe} computes longer than usual: 1 unless it is one of the slow PEs. */
  double slowdown(int pe) {
    return disturbances.slowdown(pe);
  }

  /**
   * The bytes that links carry between two PEs within an operation's latency, and what else delays
   * it; where no operation takes time, those of a page of the system, which is copied as fast as it
   * is found.
   */
  long bytesPerLatency(int from, int to) {
    double bitsPerSecond = fabric.bitsPerSecond(from, to);
    long nanos = fabric.latencyNanos(from, to) + operationNanos;
    if (nanos == 0 && bitsPerSecond == Network.UNLIMITED) {
      return VirtualMemory.SYSTEM_PAGE;
    }
    return (long) Math.min(nanos * bitsPerSecond / 8e9, GasOptions.MAX_PAGE_SIZE);
  }

  /** Tells whether another PE is on the same imitated host. */
  boolean isSameHost(int pe, int other) {
    return fabric.isSameHost(pe, other);
  }
}
