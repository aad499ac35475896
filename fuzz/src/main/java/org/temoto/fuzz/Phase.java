package org.temoto.fuzz;

import java.util.Comparator;
import java.util.List;
import org.temoto.task.collective.CollectiveOptions;

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

  /**
   * The collectives in the order in which programs issue them. Where only calls move them on, those
   * under way beside the run come last: no strand moves them on in a run, and a PE that is not
   * there yet might wait for the room that they have.
   */
  List<Collective> issued(CollectiveOptions.Progress progress) {
    return progress == CollectiveOptions.Progress.EXPLICIT
        ? collectives.stream().sorted(Comparator.comparing(Collective::isBeside)).toList()
        : collectives;
  }

  /** Tells whether programs do something before the run. */
  boolean hasPrelude() {
    return !relays.isEmpty() || !collectives.isEmpty();
  }
}
