package org.temoto.gas.simulated;

/**
 * The operations of a {@link PendingSet} on one PE that fences order, in the order of their issue.
 * While there is one of an earlier epoch, the others are blocked.
 */
final class PendingLane {
  private int pe;
  private PendingOperation first;
  private PendingOperation last;

  /** When all that have been issued are ready. */
  private long ready;

  /** When all are ready that the latest operation must wait for. */
  private long readyBefore;

  /** A lane is here only while it is not empty, and reused afterwards. */
  void open(int target) {
    pe = target;
    ready = 0;
    readyBefore = 0;
  }

  int pe() {
    return pe;
  }

  boolean isEmpty() {
    return first == null;
  }

  PendingOperation first() {
    return first;
  }

  /**
   * When an operation of {@code epoch} can be delivered that the network has carried at {@code
   * carried}: not before those that a fence has ahead of it, so that nothing that is ready is
   * blocked by what is not.
   */
  long readyAt(long carried, long epoch) {
    return Math.max(carried, last.epoch < epoch ? ready : readyBefore);
  }

  void append(PendingOperation operation) {
    if (last != null && last.epoch < operation.epoch) {
      readyBefore = ready;
    }
    ready = Math.max(ready, operation.readyAt);
    operation.lane = this;
    operation.before = last;
    operation.after = null;
    if (last == null) {
      first = operation;
    } else {
      last.after = operation;
    }
    last = operation;
  }

  void remove(PendingOperation operation) {
    PendingOperation before = operation.before;
    PendingOperation after = operation.after;
    if (before == null) {
      first = after;
    } else {
      before.after = after;
    }
    if (after == null) {
      last = before;
    } else {
      after.before = before;
    }
    operation.lane = null;
    operation.before = null;
    operation.after = null;
  }
}
