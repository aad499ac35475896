package org.temoto.gas.simulated;

/**
 * The lanes of a {@link PendingSet} that are not empty, by their PEs: a hash table, as a channel
 * may have operations on thousands of PEs, and most have some on a few.
 */
final class PendingLanes {
  /** Lists; as many as a power of two, and as there are lanes at the most. */
  private PendingLane[] buckets = new PendingLane[8];

  private int open;

  /** A list of lanes for reuse. */
  private PendingLane unused;

  /** Or null. */
  PendingLane get(int pe) {
    PendingLane lane = buckets[bucket(pe)];
    while (lane != null && lane.pe() != pe) {
      lane = lane.next;
    }
    return lane;
  }

  private int bucket(int pe) {
    return pe & buckets.length - 1;
  }

  /** A lane for {@code pe}, which has none. */
  PendingLane open(int pe) {
    if (open == buckets.length) {
      grow();
    }
    PendingLane lane = unused == null ? new PendingLane() : unused;
    unused = lane.next;
    lane.open(pe);
    insert(lane);
    open++;
    return lane;
  }

  private void insert(PendingLane lane) {
    int bucket = bucket(lane.pe());
    lane.next = buckets[bucket];
    buckets[bucket] = lane;
  }

  private void grow() {
    PendingLane[] old = buckets;
    buckets = new PendingLane[2 * old.length];
    for (PendingLane first : old) {
      PendingLane lane = first;
      while (lane != null) {
        PendingLane next = lane.next;
        insert(lane);
        lane = next;
      }
    }
  }

  /** {@code lane} has become empty. */
  void close(PendingLane lane) {
    int bucket = bucket(lane.pe());
    if (buckets[bucket] == lane) {
      buckets[bucket] = lane.next;
    } else {
      PendingLane before = buckets[bucket];
      while (before.next != lane) {
        before = before.next;
      }
      before.next = lane.next;
    }
    lane.next = unused;
    unused = lane;
    open--;
  }
}
