package org.temoto.gas.simulated.check;

import org.temoto.gas.simulated.Finding.Place;
import org.temoto.gas.spi.WatchedView;

/**
 * A view that is not open any more.
 *
 * @param frozen whether it was frozen when it was closed
 * @param how what closed it, for people
 */
record Closed(
    WatchedView view, CheckedAccess access, boolean frozen, String how, SourceLines.Line line) {
  Place place() {
    return new Place(how, line.text(), access.task.path(), access.pe);
  }

  boolean isAbove(CheckedTask present) {
    return present.isBelow(access.task) || present.isSame(access.task);
  }
}
