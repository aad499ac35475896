package org.temoto.fuzz;

import java.util.List;

/**
 * Bytes that the programs of PEs hand on by fences alone: the next PE waits until a shared word
 * says that it is its turn, acquires, compares, writes, releases and raises the word. A PE that
 * sees at the end that all have done so acquires and compares. Of every second relay a lock does
 * what fences do in the others.
 *
 * @param beside units of the same page that no task writes meanwhile, or none; every PE reads them
 *     first, so that it has a copy which the acquire has to make worthless
 */
record Relay(Pieces at, Pieces beside, List<Hop> hops) {
  Relay {
    hops = List.copyOf(hops);
  }

  boolean isLocked() {
    return hops.getFirst().ident() % 2 == 0;
  }

  /**
   * The turn of PE {@code pe}, counted round the PEs that there are.
   *
   * @param awaits whether the release is started first, and then awaited
   */
  record Hop(int pe, int ident, boolean awaits) {}
}
