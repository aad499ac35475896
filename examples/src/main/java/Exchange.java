import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.gas.heap.*;
import org.temoto.task.*;

/**
 * Exchange of records between tasks: sources, which are parts of a table, leave blocks of them on a
 * global heap, one for each target, which takes those of all sources.
 *
 * @param buckets a row for each target, with a bucket of each source
 */
record Exchange<R extends Record>(
    GlobalHeap heap, GlobalRecords<R> table, GlobalRecords<Bucket> buckets, int sources) {
  private static final int PAGE = GasOptions.MIN_PAGE_SIZE;

  /** Records of one source for one target. */
  record Bucket(GlobalRef<Bucket> block, int count) {}

  /** Rule by which records go to targets. */
  interface Rule<R> {
    int target(R record);
  }

  /** Allocates the buckets. Collective. */
  static <R extends Record> Exchange<R> allocate(
      GlobalHeap heap, String name, GlobalRecords<R> table, int sources, int targets) {
    GlobalAddressSpace space = heap.memory().space();
    return new Exchange<>(
        heap, table, spread(space, name, Bucket.class, (long) sources * targets), sources);
  }

  /** Allocates records on pages so small that all PEs have about as many. Collective. */
  static <R extends Record> GlobalRecords<R> spread(
      GlobalAddressSpace space, String name, Class<R> type, long count) {
    MemoryOptions options =
        MemoryOptions.elements(name, count, GlobalRecords.bytes(type)).withPageSize(PAGE);
    return new GlobalRecords<>(space.allocate(options).whole(), type);
  }

  int targets() {
    return (int) (buckets.length() / sources);
  }

  /** The PE that had better take what is for a target. */
  int home(int target) {
    return home(target, targets());
  }

  private int home(int i, int of) {
    return (int) ((long) i * heap.memory().space().pes() / of);
  }

  /** The records of the pages of a PE if there is one source for each. */
  private GlobalRecords<R> source(int i) {
    return table.slice(start(i), start(i + 1));
  }

  private long start(int source) {
    long pages = Math.ceilDiv(table.range().length(), PAGE);
    long records = PAGE / GlobalRecords.bytes(table.type());
    return Math.min(Math.ceilDiv(source * pages, sources) * records, table.length());
  }

  /** Leaves the records of the sources [{@code from}, {@code to}) for their targets. */
  record Send<R extends Record>(Exchange<R> exchange, Rule<R> rule, int from, int to)
      implements Action {
    @Override
    public void compute(TaskContext context) {
      if (to - from > 1) {
        int middle = (from + to) / 2;
        int home = exchange.home(middle, exchange.sources);
        var other = context.forkAt(home, new Send<>(exchange, rule, middle, to));
        new Send<>(exchange, rule, from, middle).compute(context);
        other.join();
        return;
      }
      GlobalRecords<R> source = exchange.source(from);
      context.share(5 * source.length());
      List<List<R>> rows = new ArrayList<>();
      for (int i = 0; i < exchange.targets(); i++) {
        rows.add(new ArrayList<>());
      }
      try (RecordView<R> view = source.localize(Access.READ)) {
        for (long i = 0; i < view.length(); i++) {
          R row = view.get(i);
          rows.get(rule.target(row)).add(row);
        }
      }
      context.charge(20 * source.length()); // for simulations with --cost model
      for (int target = 0; target < rows.size(); target++) {
        if (!rows.get(target).isEmpty()) {
          exchange.leave(from, target, rows.get(target));
        }
      }
    }
  }

  private void leave(int source, int target, List<R> rows) {
    GlobalRef<Bucket> block =
        new GlobalRef<>(heap.allocate((long) GlobalRecords.bytes(table.type()) * rows.size()));
    Bucket bucket = new Bucket(block, rows.size());
    try (RecordView<R> view = records(bucket).localize(Access.WRITE)) {
      for (int i = 0; i < rows.size(); i++) {
        view.set(i, rows.get(i));
      }
      view.commit();
    }
    buckets.set((long) target * sources + source, bucket);
  }

  private GlobalRecords<R> records(Bucket bucket) {
    return heap.records(new GlobalRef<>(bucket.block.bits()), table.type(), bucket.count);
  }

  /** Tasks that are on their way to a target. */
  record Coming<R extends Record>(
      Exchange<R> exchange, List<Bucket> filled, Request<LocalView> request) {

    /** Takes it, and frees the blocks. */
    List<R> take() {
      request.await().close();
      List<R> rows = new ArrayList<>();
      for (Bucket bucket : filled) {
        try (RecordView<R> view = exchange.records(bucket).localize(Access.READ)) {
          for (long i = 0; i < bucket.count; i++) {
            rows.add(view.get(i));
          }
        }
        exchange.heap.free(bucket.block);
      }
      return rows;
    }
  }

  /** Sends for what was left for {@code target}. */
  Coming<R> request(int target) {
    List<Bucket> filled = new ArrayList<>();
    long row = (long) target * sources;
    try (RecordView<Bucket> view = buckets.localize(row, row + sources, Access.READ)) {
      for (int i = 0; i < sources; i++) {
        filled.add(view.get(i));
      }
    }
    filled.removeIf(bucket -> bucket.count == 0);
    filled.sort(Comparator.comparingLong(bucket -> records(bucket).range().offset()));
    List<GlobalRange> blocks = new ArrayList<>();
    blocks.add(heap.memory().range(0, 0)); // there may be none
    filled.forEach(bucket -> blocks.add(records(bucket).range()));
    return new Coming<>(this, filled, new Region.Ranges(blocks).localizeAsync(Access.READ));
  }
}
