import java.util.*;
import java.util.stream.Stream;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.gas.heap.*;
import org.temoto.task.*;

/**
 * Join of two tables by a hash map on a global heap: tasks send the rows of both to the parts of
 * the map, build these, and look for the rows of the other table. Argument: number of rows.
 */
final class HashJoin {
  private HashJoin() {}

  record Row(long key, long value) {
    int hash() {
      return Long.hashCode(key * 0x9E37_79B9_7F4A_7C15L);
    }
  }

  /** Rows that stand together on the heap. */
  record Block(GlobalRef<Row> rows, int count) {
    GlobalRecords<Row> in(GlobalHeap heap) {
      return heap.records(rows, Row.class, count);
    }
  }

  /** Table of as many stretches as the map has parts, and a block of rows of each for each. */
  record Sent(GlobalHeap heap, GlobalRecords<Row> table, GlobalRecords<Block> blocks, int parts) {
    int home(int part) {
      return part * heap.memory().space().pes() / parts;
    }

    /** Asks for the rows of a part, whose blocks are freed when they have come. */
    Request<List<Row>> request(int part) {
      List<Block> filled = blocks.slice((long) part * parts, (part + 1L) * parts).toList();
      var ranges = filled.stream().map(block -> block.in(heap).range()).toList();
      return new Region.Ranges(ranges).localizeAsync(Access.READ).map(all -> take(filled, all));
    }

    private List<Row> take(List<Block> filled, LocalView all) {
      all.close();
      List<Row> rows = new ArrayList<>();
      for (Block block : filled) {
        rows.addAll(block.in(heap).toList());
        heap.free(block.rows);
      }
      return rows;
    }
  }

  /** Sends the rows of the stretches [{@code from}, {@code to}) to the parts of the map. */
  record Send(Sent sent, int from, int to) implements Action {
    @Override
    public void compute(TaskContext context) {
      if (to - from > 1) {
        int middle = (from + to) / 2;
        var other = context.forkAt(sent.home(middle), new Send(sent, middle, to));
        new Send(sent, from, middle).compute(context);
        other.join();
        return;
      }
      long rows = sent.table.length();
      context.share(5 * rows / sent.parts);
      var groups = Stream.<List<Row>>generate(ArrayList::new).limit(sent.parts).toList();
      var stretch = sent.table.slice(rows * from / sent.parts, rows * (from + 1) / sent.parts);
      for (Row row : stretch.toList()) {
        groups.get((int) (Integer.toUnsignedLong(row.hash()) * sent.parts >>> 32)).add(row);
      }
      context.charge(20 * rows / sent.parts); // for simulations with --cost model
      for (int part = 0; part < sent.parts; part++) {
        List<Row> group = groups.get(part);
        Block block = new Block(sent.heap.allocate(Row.class, group), group.size());
        sent.blocks.set((long) sent.parts * part + from, block);
      }
    }
  }

  /** Builds parts of the map of the rows of one table, and joins those of another. */
  record Join(Sent left, Sent right, GlobalRecords<Block> map, int from, int to)
      implements LongTask {
    @Override
    public long compute(TaskContext context) {
      if (to - from > 1) {
        int middle = (from + to) / 2;
        var other = context.forkAt(left.home(middle), new Join(left, right, map, middle, to));
        return new Join(left, right, map, from, middle).compute(context) + other.join();
      }
      context.share(10 * left.table.length() / left.parts);
      Request<List<Row>> lefts = left.request(from);
      Request<List<Row>> rights = right.request(from);
      map.set(from, build(lefts.await(), context));
      return join(map.get(from), rights.await(), context);
    }

    /** Makes a part of these rows; of rows with the same key all are kept. */
    private Block build(List<Row> rows, TaskContext context) {
      Row[] slots = new Row[4 * Integer.highestOneBit(Math.max(1, rows.size()))];
      Arrays.fill(slots, new Row(0, 0)); // which is free
      for (Row row : rows) {
        int slot = row.hash() & slots.length - 1;
        while (slots[slot].key != 0) {
          slot = slot + 1 & slots.length - 1;
        }
        slots[slot] = row;
      }
      context.charge(30L * rows.size() + slots.length);
      return new Block(left.heap.allocate(Row.class, Arrays.asList(slots)), slots.length);
    }

    private long join(Block part, List<Row> rows, TaskContext context) {
      long sum = 0;
      try (RecordView<Row> slots = part.in(left.heap).localize(Access.READ)) {
        for (Row row : rows) {
          long slot = row.hash() & part.count - 1;
          for (Row at = slots.get(slot); at.key != 0; at = slots.get(slot)) {
            sum += at.key == row.key ? at.value * row.value : 0;
            slot = slot + 1 & part.count - 1;
          }
        }
      }
      left.heap.free(part.rows);
      context.charge(40L * rows.size());
      return sum;
    }
  }

  /** The sum over all pairs of rows with the same key of their values multiplied. Collective. */
  static long join(TaskRuntime runtime, GlobalRecords<Row> left, GlobalRecords<Row> right) {
    GlobalAddressSpace space = left.range().memory().space();
    int parts = space.pes() * space.options().workers();
    long square = (long) parts * parts;
    long bytes = 150 * (left.length() + right.length()) + (8 << 20);
    try (GlobalHeap heap = GlobalHeap.create(space, "heap", bytes)) {
      Sent lefts = new Sent(heap, left, spread(space, "lefts", Block.class, square), parts);
      Sent rights = new Sent(heap, right, spread(space, "rights", Block.class, square), parts);
      Join join = new Join(lefts, rights, spread(space, "map", Block.class, parts), 0, parts);
      LongTask whole =
          context -> {
            context.forkJoin(new Send(lefts, 0, parts), new Send(rights, 0, parts));
            return join.compute(context);
          };
      return space.report().measure(() -> runtime.run(whole));
    }
  }

  /** Allocates records on small pages, so that all PEs have about as many. Collective. */
  private static <R extends Record> GlobalRecords<R> spread(
      GlobalAddressSpace space, String name, Class<R> type, long count) {
    var options = MemoryOptions.elements(name, count, GlobalRecords.bytes(type));
    var memory = space.allocate(options.withPageSize(GasOptions.MIN_PAGE_SIZE));
    return new GlobalRecords<>(memory.whole(), type);
  }

  /** Allocates a table, each PE filling its share. Collective. */
  static GlobalRecords<Row> table(GlobalAddressSpace space, String name, long seed, long rows) {
    GlobalRecords<Row> table = spread(space, name, Row.class, rows);
    long from = rows * space.pe() / space.pes();
    long to = rows * (space.pe() + 1) / space.pes();
    table.slice(from, to).setAll(i -> row(seed, from + i, rows));
    space.barrier();
    return table;
  }

  /** The rows of a table: keys are drawn from half as many, none of them 0. */
  static Row row(long seed, long index, long rows) {
    SplittableRandom random = new SplittableRandom(seed << 40 ^ index);
    return new Row(1 + random.nextLong(Math.max(1, rows / 2)), random.nextInt(100));
  }

  /** The same by plain Java. */
  static long plain(long rows) {
    Map<Long, Long> sums = new HashMap<>(); // of the values of the rows with a key
    for (long i = 0; i < rows; i++) {
      Row row = row(1, i, rows);
      sums.merge(row.key, row.value, Long::sum);
    }
    long sum = 0;
    for (long i = 0; i < rows; i++) {
      Row row = row(2, i, rows);
      sum += row.value * sums.getOrDefault(row.key, 0L);
    }
    return sum;
  }

  public static void main(String[] arguments) {
    long rows = arguments.length > 0 ? Long.parseLong(arguments[0]) : 20_000;
    Temoto.launch(
        GasOptions.DEFAULT,
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            long sum = join(runtime, table(space, "left", 1, rows), table(space, "right", 2, rows));
            if (space.pe() == 0) {
              space.report().put("sum", sum).verify(sum == plain(rows));
            }
          }
        });
  }
}
