package org.temoto.gas.simulated.backend;

import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The operations of a channel that are not delivered, as a random permutation: each newcomer goes
 * to a random place, so that taking the last is drawing one by lot. An operation is
 * <em>blocked</em> while one of an earlier epoch to its PE is here: that is all that a fence means.
 * Not thread-safe.
 */
final class PendingSet {
  private final SeededRandom random;

  /** The first {@link #size} are live, the others are there for reuse. */
  private PendingOperation[] operations = new PendingOperation[8];

  private int size;

  /**
   * Lanes that are not empty, by their PEs: a channel may have operations on thousands, and most
   * have some on a few.
   */
  private final Int2ObjectMap<PendingLane> lanes = new Int2ObjectOpenHashMap<>(8);

  private final List<PendingLane> unusedLanes = new ArrayList<>();
  private long sequence;
  private long epoch;

  /** No live operation is due earlier. */
  private long nextDue = Event.NEVER;

  PendingSet(SeededRandom random) {
    this.random = random;
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
    }
  }

  /**
   * Moment at which an operation on {@code pe} that fences order can be delivered, which the
   * network has carried at {@code carried}.
   */
  long readyAt(int pe, long carried) {
    PendingLane lane = lanes.get(pe);
    return lane == null ? carried : lane.readyAt(carried, epoch);
  }

  /** Adds an operation to be filled in by the caller. */
  PendingOperation append(long readyAt, long dueAt) {
    PendingOperation operation = unused();
    operation.sequence = ++sequence;
    operation.epoch = epoch;
    operation.readyAt = readyAt;
    operation.dueAt = dueAt;
    operation.index = size;
    nextDue = Math.min(nextDue, dueAt);
    swap(size, random.below(size + 1));
    size++;
    return operation;
  }

  /** The same for an operation on {@code pe} that fences order. */
  PendingOperation appendOrdered(int pe, long readyAt, long dueAt) {
    PendingOperation operation = append(readyAt, dueAt);
    lanes.computeIfAbsent(pe, this::openLane).append(operation);
    return operation;
  }

  private PendingLane openLane(int pe) {
    PendingLane lane = unusedLanes.isEmpty() ? new PendingLane() : unusedLanes.removeLast();
    lane.open(pe);
    return lane;
  }

  /** {@code lane} has become empty. */
  private void closeLane(PendingLane lane) {
    lanes.remove(lane.pe());
    unusedLanes.add(lane);
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

  /** Tells whether a fence orders something here before a new operation on {@code pe}. */
  boolean blocks(int pe) {
    PendingLane lane = lanes.get(pe);
    return lane != null && lane.firstEpoch() < epoch;
  }

  /**
   * The operation at {@code index}, or, while that is blocked, by lot one of those that block it.
   */
  private int unblocked(int index) {
    PendingOperation operation = operations[index];
    boolean isBlocked = operation.lane != null && operation.place == PendingOperation.BLOCKED;
    return isBlocked ? operation.lane.drawFree(random).index : index;
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
    PendingLane lane = operations[index].lane;
    if (lane != null) {
      lane.remove(operations[index]);
      if (lane.isEmpty()) {
        closeLane(lane);
      }
    }
    operations[index].release();
    size--;
    swap(index, size);
    if (size == 0) {
      nextDue = Event.NEVER;
    }
  }

  private void swap(int i, int j) {
    PendingOperation operation = operations[i];
    operations[i] = operations[j];
    operations[i].index = i;
    operations[j] = operation;
    operation.index = j;
  }

  /**
   * Moment at which the first of the operations up to number {@code last} is ready, or {@link
   * Event#NEVER} if none is left.
   */
  long earliestReady(long last) {
    long earliest = Event.NEVER;
    for (int i = 0; i < size; i++) {
      if (operations[i].sequence <= last) {
        earliest = Math.min(earliest, operations[i].readyAt);
      }
    }
    return earliest;
  }

  /** Computes {@link #nextDue} anew after deliveries. */
  void updateNextDue() {
    nextDue = Event.NEVER;
    for (int i = 0; i < size; i++) {
      nextDue = Math.min(nextDue, operations[i].dueAt);
    }
  }

  void clear() {
    for (int i = 0; i < size; i++) {
      operations[i].release();
    }
    lanes.clear();
    size = 0;
    nextDue = Event.NEVER;
  }
}
