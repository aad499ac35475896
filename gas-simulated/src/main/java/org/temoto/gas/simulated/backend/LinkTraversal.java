package org.temoto.gas.simulated.backend;

/**
 * A transfer on its way over links, which are passed at the same time, as far as they are free:
 * what comes before another is passed waits there. For one thread.
 */
final class LinkTraversal {
  /**
   * Longest packet of InfiniBand: what is not longer goes between the packets of longer transfers.
   */
  static final int PACKET_BYTES = 4096;

  /** Moment at which it was issued. */
  final long now;

  /** True if it is one packet. */
  final boolean isPacket;

  /** Moment at which the last link began to be passed. */
  long start;

  /** Moment at which all links are passed. */
  long end;

  LinkTraversal(long bytes, long now) {
    this.now = now;
    isPacket = bytes <= PACKET_BYTES;
    start = now;
    end = now;
  }

  /** Passes {@code link} too, for {@code nanos}, and not before it begins to pass the last one. */
  LinkTraversal over(Link link, long nanos) {
    link.carry(this, nanos);
    return this;
  }
}
