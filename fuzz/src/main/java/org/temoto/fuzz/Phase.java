package org.temoto.fuzz;

import java.util.List;

/**
 * A part of a program between barriers: relays and collectives of the programs of all PEs, a
 * barrier, and a run.
 *
 * @param relays of different bytes
 * @param collectives of yet other bytes; those that are under way beside the run of none that it
 *     writes, or, where they are filled, reads
 * @param root what the root task does
 */
record Phase(List<Relay> relays, List<Collective> collectives, Block root) {
  Phase {
    relays = List.copyOf(relays);
    collectives = List.copyOf(collectives);
  }

  static Phase of(Block root) {
    return new Phase(List.of(), List.of(), root);
  }

  Phase with(Block other) {
    return new Phase(relays, collectives, other);
  }

  /** Whether programs do something before the run. */
  boolean hasPrelude() {
    return !relays.isEmpty() || !collectives.isEmpty();
  }
}
