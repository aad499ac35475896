package org.temoto.gas.simulated;

import java.util.Arrays;

/**
 * The operations of a channel that are not delivered, as a random permutation: each newcomer goes
 * to a random place, so that taking the last is drawing one by lot. An operation is
 * <em>blocked</em> while one of an earlier epoch to its PE is here: that is all that a fence means.
 * Not thread-safe.
 */
final class PendingSet {
  /** Later than all times. */
  static final long NEVER = Long.MAX_VALUE;

  private final Lottery lottery;

  /** The first {@link #size} are live, the others are there for reuse. */
  private PendingOperation[] operations = new PendingOperation[8];

  private int size;
  private long sequence;
  private long epoch;

  /** Whether the live operations may belong to more than one epoch. */
  private boolean fenced;

  /** No live operation is due earlier. */
  private long nextDue = NEVER;

  PendingSet(Lottery lottery) {
    this.lottery = lottery;
  }

  int size() {
    return size;
  }

  /** The number of the operation appended last. */
  long sequence() {
    return sequence;
  }

  long nextDue() {
    return nextDue;
  }

  void fence() {
    if (size > 0) {
      epoch++;
      fenced = true;
    }
  }

  /** Adds an operation to be filled in by the caller. */
  PendingOperation append(int pe, long readyAt, long dueAt) {
    PendingOperation operation = unused();
    operation.sequence = ++sequence;
    operation.pe = pe;
    operation.epoch = epoch;
    operation.readyAt = readyAt;
    operation.dueAt = dueAt;
    nextDue = Math.min(nextDue, dueAt);
    swap(size, lottery.below(size + 1));
    size++;
    return operation;
  }

  private PendingOperation unused() {
    if (size == operations.length) {
      operations = Arrays.copyOf(operations, 2 * size);
    }
    if (operations[size] == null) {
      operations[size] = new PendingOperation();
    }
    return operations[size];
  }

  /** Whether a fence orders something here before a new operation on {@code pe}. */
  boolean blocks(int pe) {
    for (int i = 0; fenced && i < size; i++) {
      PendingOperation other = operations[i];
      if (other.epoch < epoch && other.pe == pe && other.isOrderedByFence()) {
        return true;
      }
    }
    return false;
  }

  /**
   * The operation at {@code index}, or, while that is blocked, one of the first epoch among those
   * that block it.
   */
  private int unblocked(int index) {
    PendingOperation operation = operations[index];
    if (!fenced || !operation.isOrderedByFence()) {
      return index;
    }
    int first = index;
    for (int i = 0; i < size; i++) {
      PendingOperation other = operations[i];
      if (other.epoch < operations[first].epoch
          && other.pe == operation.pe
          && other.isOrderedByFence()) {
        first = i;
      }
    }
    return first;
  }

  /**
   * Delivers all or about {@code budget} bytes of an operation drawn by lot, if its time has come.
   */
  void deliverOne(long budget, long now) {
    if (size > 0) {
      int index = unblocked(size - 1);
      if (operations[index].readyAt <= now) {
        deliver(index, budget);
      }
    }
  }

  /**
   * Delivers, in random order, what is ready at {@code now} and due at {@code due}.
   *
   * @return what is left of {@code budget}: if it is positive, all has been delivered
   */
  long deliverAll(long budget, long now, long due) {
    long left = budget;
    int i = size - 1;
    while (i >= 0 && left > 0) {
      int index = unblocked(i);
      PendingOperation operation = operations[index];
      if (operation.readyAt <= now && operation.dueAt <= due) {
        left -= deliver(index, left);
        i =
            Math.min(
                i, size - 1); // the last one has moved to the gap; the one at i may be free now
      } else {
        i--;
      }
    }
    return left;
  }

  private long deliver(int index, long budget) {
    long bytes = operations[index].deliver(budget);
    if (operations[index].isDelivered()) {
      remove(index);
    }
    return bytes;
  }

  private void remove(int index) {
    operations[index].release();
    size--;
    swap(index, size);
    if (size == 0) {
      fenced = false;
      nextDue = NEVER;
    }
  }

  private void swap(int i, int j) {
    PendingOperation operation = operations[i];
    operations[i] = operations[j];
    operations[j] = operation;
  }

  /**
   * When the first of the operations up to number {@code last} is ready, or {@link #NEVER} if none
   * is left.
   */
  long earliestReady(long last) {
    long earliest = NEVER;
    for (int i = 0; i < size; i++) {
      if (operations[i].sequence <= last) {
        earliest = Math.min(earliest, operations[i].readyAt);
      }
    }
    return earliest;
  }

  /** Computes {@link #nextDue} anew after deliveries. */
  void updateNextDue() {
    nextDue = NEVER;
    for (int i = 0; i < size; i++) {
      nextDue = Math.min(nextDue, operations[i].dueAt);
    }
  }

  void clear() {
    while (size > 0) {
      remove(size - 1);
    }
  }
}
