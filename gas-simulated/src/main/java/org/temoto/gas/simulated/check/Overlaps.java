package org.temoto.gas.simulated.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.temoto.gas.spi.WatchedView;

/**
 * Views of one PE, or of PEs that share memory, that are not frozen, where views may be wider than
 * what is written through them. Of two that touch the same page it is not known which task has
 * changed a byte, nor whether it was fetched. Thread-safe.
 */
final class Overlaps {
  private final List<Open> active = new ArrayList<>();

  /** Views whose pages a strand is bringing, by strand. */
  private final Map<StrandChecker, List<WatchedView>> brought = new HashMap<>();

  /** Until {@link #done}, {@code strand} brings pages of {@code views}. */
  synchronized void bring(StrandChecker strand, List<WatchedView> views) {
    brought.put(strand, views);
    for (Open each : active) {
      if (views.stream().anyMatch(each::isOnPagesOf)) {
        each.access.share();
      }
    }
  }

  synchronized void done(StrandChecker strand) {
    brought.remove(strand);
  }

  /** {@code opened} is active. */
  synchronized void begin(Open opened) {
    boolean shares = brought.values().stream().flatMap(List::stream).anyMatch(opened::isOnPagesOf);
    for (Open each : active) {
      if (each.isOnPagesOf(opened.view)) {
        each.access.share();
        shares = true;
      }
    }
    if (shares) {
      opened.access.share();
    }
    active.add(opened);
  }

  /** {@code ended} is closed, or frozen. */
  synchronized void end(Open ended) {
    active.remove(ended);
  }
}
