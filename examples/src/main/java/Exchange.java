import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.gas.heap.*;

/**
 * Exchange of records between tasks: sources leave blocks of them on a global heap, one for each
 * target, which takes those of all sources.
 *
 * @param buckets a row for each target, with a bucket of each source
 */
record Exchange<R extends Record>(
    GlobalHeap heap, Class<R> type, GlobalRecords<Bucket> buckets, int sources) {

  /** Records of one source for one target. */
  record Bucket(GlobalRef<Bucket> block, int count) {}

  /** Allocates the buckets. Collective. */
  static <R extends Record> Exchange<R> allocate(
      GlobalHeap heap, String name, Class<R> type, int sources, int targets) {
    GlobalAddressSpace space = heap.memory().space();
    long count = (long) sources * targets;
    MemoryOptions options =
        MemoryOptions.elements(name, count, GlobalRecords.bytes(Bucket.class))
            .withPageSize(GasOptions.MIN_PAGE_SIZE); // so that they are on all PEs
    GlobalRecords<Bucket> buckets =
        new GlobalRecords<>(space.allocate(options).whole(), Bucket.class);
    return new Exchange<>(heap, type, buckets, sources);
  }

  int targets() {
    return (int) (buckets.length() / sources);
  }

  /** The PE that had better take what is for a target. */
  int home(int target) {
    return (int) ((long) target * heap.memory().space().pes() / targets());
  }

  /** Leaves the records of {@code rows}, one list for each target. */
  void send(int source, List<List<R>> rows) {
    for (int target = 0; target < rows.size(); target++) {
      List<R> those = rows.get(target);
      if (!those.isEmpty()) {
        long block = heap.allocate((long) GlobalRecords.bytes(type) * those.size());
        try (RecordView<R> view = records(block, those.size()).localize(Access.WRITE)) {
          for (int i = 0; i < those.size(); i++) {
            view.set(i, those.get(i));
          }
          view.commit();
        }
        buckets.set(
            (long) target * sources + source,
            new Bucket(new GlobalRef<>(block), those.size()));
      }
    }
  }

  private GlobalRecords<R> records(long block, int count) {
    return heap.records(new GlobalRef<>(block), type, count);
  }

  /** Takes what was left for {@code target}, and frees the blocks. */
  List<R> take(int target) {
    List<Bucket> filled = new ArrayList<>();
    long row = (long) target * sources;
    try (RecordView<Bucket> view = buckets.localize(row, row + sources, Access.READ)) {
      for (int i = 0; i < sources; i++) {
        filled.add(view.get(i));
      }
    }
    filled.removeIf(bucket -> bucket.count == 0);
    List<GlobalRange> blocks =
        filled.stream().map(b -> records(b.block.bits(), b.count).range()).toList();
    List<Request<LocalView>> requests = heap.memory().localizeAsync(blocks, Access.READ);
    List<R> rows = new ArrayList<>();
    for (int i = 0; i < filled.size(); i++) {
      requests.get(i).await().close(); // all travel at once
      try (RecordView<R> view =
          records(filled.get(i).block.bits(), filled.get(i).count).localize(Access.READ)) {
        for (long k = 0; k < view.length(); k++) {
          rows.add(view.get(k));
        }
      }
      heap.free(filled.get(i).block);
    }
    return rows;
  }
}
