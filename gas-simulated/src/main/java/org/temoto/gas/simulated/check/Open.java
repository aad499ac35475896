package org.temoto.gas.simulated.check;

import org.temoto.gas.spi.WatchedView;

/** A view that a strand has open. Used by that strand. */
final class Open {
  final WatchedView view;
  CheckedAccess access;

  /** Null if it only reads, or is a collective's. */
  final Contents contents;

  boolean frozen;

  /** The job's last fence when it became this access. */
  long fence;

  Open(WatchedView view, CheckedAccess access, Contents contents) {
    this.view = view;
    this.access = access;
    this.contents = contents;
  }

  boolean isOf(CheckedTask owner) {
    return access.task == owner;
  }

  boolean isWriting() {
    return contents != null && !frozen;
  }

  /** Tells whether it has bytes of {@code other}, or what is between them. */
  boolean isAround(WatchedView other) {
    return view.memory() == other.memory() && start() < end(other) && start(other) < end();
  }

  /** Tells whether both touch a page, or might. */
  boolean isOnPagesOf(WatchedView other) {
    int page = view.memory().pageSize();
    return view.memory().id() == other.memory().id() // PEs may share it
        && start() / page <= (end(other) - 1) / page
        && start(other) / page <= (end() - 1) / page;
  }

  long start() {
    return start(view);
  }

  long end() {
    return end(view);
  }

  static void forEachPiece(WatchedView view, RangeMap.Run visitor) {
    for (int i = 0; i < view.pieces(); i++) {
      visitor.visit(view.pieceStart(i), view.pieceEnd(i));
    }
  }

  static long start(WatchedView view) {
    return view.pieces() == 0 ? 0 : view.pieceStart(0);
  }

  static long end(WatchedView view) {
    return view.pieces() == 0 ? 0 : view.pieceEnd(view.pieces() - 1);
  }
}
