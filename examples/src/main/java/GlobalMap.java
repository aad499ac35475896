import java.util.List;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.gas.heap.*;
import org.temoto.task.*;

/** Map from keys to values, whose parts are anywhere. */
record GlobalMap(GlobalHeap heap, GlobalRecords<Part> parts)
    implements Exchange.Rule<HashJoin.Row> {
  /** Part of the map: a block of slots, a power of two; where the key is 0, a slot is free. */
  record Part(GlobalRef<HashJoin.Row> slots, int capacity) {}

  static long hash(long key) {
    long hash = key * 0x9E37_79B9_7F4A_7C15L;
    return hash ^ hash >>> 32;
  }

  @Override
  public int target(HashJoin.Row row) {
    return (int) Math.floorMod(hash(row.key()) >>> 20, parts.length());
  }

  /** Makes a part of these rows; of rows with the same key all are kept. */
  void build(int part, List<HashJoin.Row> rows, TaskContext context) {
    int capacity = Integer.highestOneBit(Math.max(1, rows.size())) * 4;
    GlobalRef<HashJoin.Row> slots = heap.allocate(HashJoin.Row.class, capacity);
    try (RecordView<HashJoin.Row> view =
        heap.records(slots, HashJoin.Row.class, capacity).localize(Access.WRITE)) {
      HashJoin.Row free = new HashJoin.Row(0, 0);
      for (int i = 0; i < capacity; i++) {
        view.set(i, free);
      }
      for (HashJoin.Row row : rows) {
        long slot = hash(row.key()) & capacity - 1;
        while (view.get(slot).key() != 0) {
          slot = slot + 1 & capacity - 1;
        }
        view.set(slot, row);
      }
      view.commit();
    }
    parts.set(part, new Part(slots, capacity));
    context.charge(30L * rows.size() + capacity);
  }

  /** The pairs that these rows, all of one part, make with those of the map. */
  HashJoin.Pairs join(int part, List<HashJoin.Row> rows, TaskContext context) {
    Part own = parts.get(part);
    long count = 0;
    long sum = 0;
    try (RecordView<HashJoin.Row> view =
        heap.records(own.slots, HashJoin.Row.class, own.capacity).localize(Access.READ)) {
      for (HashJoin.Row row : rows) {
        long slot = hash(row.key()) & own.capacity - 1;
        for (HashJoin.Row at = view.get(slot); at.key() != 0; at = view.get(slot)) {
          if (at.key() == row.key()) {
            count++;
            sum += at.value() * row.value();
          }
          slot = slot + 1 & own.capacity - 1;
        }
      }
    }
    context.charge(40L * rows.size());
    return new HashJoin.Pairs(count, sum);
  }

  void free(int part) {
    heap.free(parts.get(part).slots);
  }
}
