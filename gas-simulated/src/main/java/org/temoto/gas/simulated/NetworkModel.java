package org.temoto.gas.simulated;

import org.temoto.gas.Network;

/**
 * When operations between PEs complete: {@code d = l + s / B} (P1), where the links of both PEs are
 * occupied for {@code s / B}, so that transfers which share a PE queue up. The latency counts once
 * per operation, also for a get's or fetching atomic's way there and back. What a PE does to itself
 * takes no time. Thread-safe.
 */
final class NetworkModel {
  private final Network network;
  private final Link[] links;

  NetworkModel(Network network, int pes) {
    this.network = network;
    links = new Link[pes];
    for (int pe = 0; pe < pes; pe++) {
      links[pe] = new Link();
    }
  }

  /** Whether an operation of {@code from} on {@code to} takes time at all. */
  boolean isTimed(int from, int to) {
    return from != to && !network.isFree();
  }

  /**
   * Begins a transfer at {@code now} and returns when it is complete, in nanoseconds of the same
   * clock.
   */
  long complete(int from, int to, long bytes, long now) {
    return transfer(from, to, network.transferNanos(bytes), now) + network.latencyNanos();
  }

  private long transfer(int from, int to, long occupied, long now) {
    if (occupied == 0) {
      return now;
    }
    long start = links[from].occupy(now, occupied);
    long both = links[to].occupy(start, occupied);
    if (both > start) {
      links[from].extend(both + occupied);
    }
    return both + occupied;
  }

  /** The part of an operation's time that its answer takes to come back. */
  long returnNanos() {
    return network.latencyNanos() / 2;
  }

  /** No operation reaches another PE sooner after it is issued. */
  long shortestWay() {
    return network.latencyNanos() - returnNanos();
  }

  /** What a barrier takes after the last PE has come: the rounds of a dissemination barrier. */
  long barrierNanos() {
    int rounds = Integer.SIZE - Integer.numberOfLeadingZeros(links.length - 1);
    return rounds * network.latencyNanos();
  }
}
