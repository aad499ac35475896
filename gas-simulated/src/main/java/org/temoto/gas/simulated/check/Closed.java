package org.temoto.gas.simulated.check;

import org.temoto.gas.simulated.Finding.Place;
import org.temoto.gas.spi.WatchedView;

/** A view that is not open any more. */
record Closed(
    WatchedView view,
    CheckedAccess access,
    boolean frozen,
    boolean abandoned,
    SourceLines.Line line) {
  Place place() {
    String what = abandoned ? "end of the task that opened it" : "unlocalize";
    return new Place(what, line.text(), access.task.path(), access.pe);
  }

  boolean isAbove(CheckedTask present) {
    return present.isBelow(access.task) || present.isSame(access.task);
  }
}
