package org.temoto.gas.simulated.backend;

import java.util.Arrays;
import org.temoto.gas.GasException;

/**
 * One direction of a link of the network: carries one transfer at a time. A transfer of one packet
 * goes between the packets of longer ones, which have less of the link later on. Thread-safe.
 */
final class Link {
  private final LinkReservations packets = new LinkReservations();

  /** Reservations for transfers of any length. */
  private final LinkReservations all = new LinkReservations();

  /** As many links, all free. */
  static Link[] some(int count) {
    Link[] links = new Link[count];
    Arrays.setAll(links, _ -> new Link());
    return links;
  }

  /** Has {@code passage} pass for {@code nanos}. A passage of no time waits for nothing. */
  synchronized void carry(LinkTraversal passage, long nanos) {
    if (nanos == 0) {
      return;
    }
    long past = passage.now - Pacer.QUANTUM_NANOS; // others that are behind by that much may post
    packets.forget(past);
    all.forget(past);
    LinkReservations queue = passage.isPacket ? packets : all;
    long start = queue.firstFree(passage.start);
    requireEnd(start, nanos);
    passage.start = start;
    passage.end = Math.max(passage.end, queue.occupy(start, nanos));
    if (passage.isPacket) {
      all.occupy(start, nanos);
    }
  }

  /** Refuses to carry for {@code nanos} from {@code start} on where time ends before. */
  static void requireEnd(long start, long nanos) {
    if (nanos > Event.LAST - start) {
      throw new GasException(
          "from %s ns on a link would carry a transfer for %s ns, beyond %s ns, where time ends"
              .formatted(start, nanos, Event.LAST));
    }
  }
}
