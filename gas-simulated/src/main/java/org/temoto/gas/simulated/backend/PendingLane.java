package org.temoto.gas.simulated.backend;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * The operations of a {@link PendingSet} on one PE that fences order: those of the first epoch,
 * which are free, and later ones, which they block.
 */
final class PendingLane {
  private int pe;

  private final List<PendingOperation> free = new ArrayList<>();

  /** In the order of their epochs. */
  private final Queue<PendingOperation> blocked = new ArrayDeque<>();

  /** Epoch of the operation that came last. */
  private long lastEpoch;

  /** Moment at which all are ready that have come. */
  private long ready;

  /** Moment at which all are ready that have come before {@link #lastEpoch}. */
  private long readyBefore;

  /** A lane is here only while it is not empty, and used again afterwards. */
  void open(int target) {
    pe = target;
    lastEpoch = 0;
    ready = 0;
    readyBefore = 0;
  }

  int pe() {
    return pe;
  }

  boolean isEmpty() {
    return free.isEmpty();
  }

  /** The first epoch of which something is here. */
  long firstEpoch() {
    return free.getFirst().epoch;
  }

  /**
   * Moment at which an operation of {@code epoch}, the present one, can be delivered that the
   * network has carried at {@code carried}: not before those that a fence has ahead of it. So
   * nothing that is ready is blocked by what is not; nor is what is due, as all become due at one
   * age.
   */
  long readyAt(long carried, long epoch) {
    return Math.max(carried, lastEpoch < epoch ? ready : readyBefore);
  }

  void append(PendingOperation operation) {
    if (lastEpoch < operation.epoch) {
      lastEpoch = operation.epoch;
      readyBefore = ready;
    }
    ready = Math.max(ready, operation.readyAt);
    operation.lane = this;
    if (free.isEmpty() || blocked.isEmpty() && firstEpoch() == operation.epoch) {
      addFree(operation);
    } else {
      operation.place = PendingOperation.BLOCKED;
      blocked.add(operation);
    }
  }

  private void addFree(PendingOperation operation) {
    operation.place = free.size();
    free.add(operation);
  }

  /** One of those that are free, by lot. */
  PendingOperation drawFree(SeededRandom random) {
    return free.get(random.below(free.size()));
  }

  /** Takes out one that is free. */
  void remove(PendingOperation operation) {
    PendingOperation last = free.removeLast();
    if (last != operation) {
      free.set(operation.place, last);
      last.place = operation.place;
    }
    if (free.isEmpty() && !blocked.isEmpty()) {
      long epoch = blocked.element().epoch;
      while (!blocked.isEmpty() && blocked.element().epoch == epoch) {
        addFree(blocked.remove());
      }
    }
  }
}
