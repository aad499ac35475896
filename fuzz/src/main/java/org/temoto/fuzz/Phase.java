package org.temoto.fuzz;

import java.util.List;

/**
 * A part of a program between barriers: relays of the programs of all PEs, a barrier, and a run.
 *
 * @param relays of different bytes
 * @param root what the root task does
 */
record Phase(List<Relay> relays, Block root) {
  Phase {
    relays = List.copyOf(relays);
  }

  static Phase of(Block root) {
    return new Phase(List.of(), root);
  }

  Phase with(Block other) {
    return new Phase(relays, other);
  }
}
