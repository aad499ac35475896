package org.temoto.gas.simulated.check;

import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.spi.WatchedView;

/**
 * Views of one PE that are not frozen, where views may be wider than what is written through them.
 * Of two that touch the same page it is not known which task has changed a byte, nor whether it was
 * fetched. Thread-safe.
 */
final class Overlaps {
  private final List<Open> active = new ArrayList<>();

  /** Pages of {@code view} are about to be brought. */
  synchronized void bring(WatchedView view) {
    for (Open each : active) {
      if (each.isOnPagesOf(view)) {
        each.access.share();
      }
    }
  }

  /** {@code opened}, whose pages have been brought, is active. */
  synchronized void begin(Open opened) {
    bring(opened.view);
    if (active.stream().anyMatch(each -> each.isOnPagesOf(opened.view))) {
      opened.access.share();
    }
    active.add(opened);
  }

  /** {@code ended} is closed, or frozen. */
  synchronized void end(Open ended) {
    active.remove(ended);
  }
}
