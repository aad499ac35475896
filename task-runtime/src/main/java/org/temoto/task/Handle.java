package org.temoto.task;

import org.temoto.gas.GasException;

/**
 * Forker's handle of its child. Where fork and join stand in one method, the compiler keeps its
 * parts in registers, and knows the class of the task that it runs: so nothing but its parts may be
 * handed to what is not inlined.
 */
abstract sealed class Handle permits Forked, Forked.OfLong, Forked.OfDouble {
  final Frame frame;

  /** The frame's stamp while the child is PENDING. */
  final long stamp;

  /** The context that forked it. */
  final Frame parent;

  Handle(Frame parent, Frame frame, long stamp) {
    this.parent = parent;
    this.frame = frame;
    this.stamp = stamp;
  }

  /** The child ends together with others of its scope: all are told before the first is ended. */
  final void endsInScope() {
    frame.endsInScope(stamp);
  }

  /**
   * Ends the child, as one of those of its scope; it may be joined later, unless this throws what
   * it threw.
   *
   * @param ending of children that have not ended
   */
  final void finish(Frame.Ending ending) {
    parent.finish(frame, stamp, ending);
  }

  /** Refuses what a join by the forker would be refused for now, whichever child it is of. */
  final void requireJoining() {
    parent.requireJoining();
  }

  /** The exception that the forker gets because it is cancelled; null if it may go on. */
  final GasException stop() {
    return parent.stop();
  }

  final boolean isUnjoined() {
    return parent.isUnjoined(frame, stamp);
  }
}
