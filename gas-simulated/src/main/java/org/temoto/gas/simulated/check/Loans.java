package org.temoto.gas.simulated.check;

import java.util.List;
import java.util.Optional;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.spi.WatchedView;

/**
 * Views of one strand that collectives under way use, which are no tasks of their own: so the order
 * of tasks does not tell their accesses from the strand's. Used by that strand.
 */
final class Loans {
  private final List<Open> open;

  /** Number of {@link #open} that are collectives': mostly none. */
  private int underWay;

  /** Listener that is told of a collective that is under way, and of the bytes that it shares. */
  @FunctionalInterface
  interface Conflict {
    void found(Open collective, long from, long to);
  }

  Loans(List<Open> open) {
    this.open = open;
  }

  /** A collective has one more of the views. */
  void begin() {
    underWay++;
  }

  /** It has that no more. */
  void end() {
    underWay--;
  }

  /** Shows the collectives that an access to [{@code from}, {@code to}) does not go with. */
  void meet(GlobalMemory memory, Access mode, long from, long to, Conflict conflict) {
    for (Open each : open) {
      boolean against = each.view.isLent() && (mode.writes() || each.access.writes());
      if (against && each.view.memory() == memory && from < each.end() && each.start() < to) {
        conflict.found(each, Math.max(from, each.start()), Math.min(to, each.end()));
      }
    }
  }

  /** The same for all bytes of {@code view}. */
  void meet(WatchedView view, Conflict conflict) {
    if (underWay > 0) {
      Open.forEachPiece(view, (from, to) -> meet(view.memory(), view.access(), from, to, conflict));
    }
  }

  /** The last collective under way that {@code view} does not go with. */
  Optional<Open> of(WatchedView view) {
    Open[] last = new Open[1];
    meet(view, (collective, _, _) -> last[0] = collective);
    return Optional.ofNullable(last[0]);
  }
}
