import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.gas.heap.*;
import org.temoto.task.*;

/**
 * Join of two tables by a hash map on a global heap: tasks send the rows of both to the parts of
 * the map, build the parts, and look for the rows of the other table in them. Argument: number of
 * rows.
 */
final class HashJoin {
  private HashJoin() {}

  record Row(long key, long value) {}

  /** The number of pairs with the same key, and the sum of their values multiplied. */
  record Pairs(long count, long sum) {
    Pairs plus(Pairs other) {
      return new Pairs(count + other.count, sum + other.sum);
    }
  }

  /** The rows of a table: keys are drawn from half as many, none of them 0. */
  static Row row(long seed, long index, long rows) {
    SplittableRandom random = new SplittableRandom(seed << 40 ^ index);
    return new Row(1 + random.nextLong(Math.max(1, rows / 2)), random.nextInt(100));
  }

  /** Builds parts of the map of what has come of one table, and joins what has come of another. */
  record Join(GlobalMap map, Exchange<Row> left, Exchange<Row> right, int from, int to)
      implements Task<Pairs> {
    @Override
    public Pairs run(TaskContext context) {
      if (to - from > 1) {
        int middle = (from + to) / 2;
        var other = context.forkAt(left.home(middle), new Join(map, left, right, middle, to));
        Pairs pairs = new Join(map, left, right, from, middle).run(context);
        return pairs.plus(other.join());
      }
      context.share(10 * left.table().length() / left.targets());
      var lefts = left.request(from);
      var rights = right.request(from);
      map.build(from, lefts.take(), context);
      Pairs pairs = map.join(from, rights.take(), context);
      map.free(from);
      return pairs;
    }
  }

  /** Joins two tables. Collective. */
  static Pairs join(
      GlobalAddressSpace space,
      TaskRuntime runtime,
      GlobalRecords<Row> left,
      GlobalRecords<Row> right) {
    int parts = space.pes() * space.options().workers();
    long bytes = 150 * (left.length() + right.length()) + (8 << 20);
    try (GlobalHeap heap = GlobalHeap.create(space, "heap", bytes)) {
      GlobalMap map =
          new GlobalMap(heap, GlobalRecords.allocate(space, "parts", GlobalMap.Part.class, parts));
      Exchange<Row> lefts = Exchange.allocate(heap, "left rows", left, parts, parts);
      Exchange<Row> rights = Exchange.allocate(heap, "right rows", right, parts, parts);
      Task<Pairs> whole =
          context -> {
            context.forkJoin(
                new Exchange.Send<>(lefts, map, 0, parts),
                new Exchange.Send<>(rights, map, 0, parts));
            return new Join(map, lefts, rights, 0, parts).run(context);
          };
      return space.report().measure(() -> runtime.run(whole));
    }
  }

  /** Allocates a table, each PE filling its share. Collective. */
  static GlobalRecords<Row> table(GlobalAddressSpace space, String name, long seed, long rows) {
    GlobalRecords<Row> table = Exchange.spread(space, name, Row.class, rows);
    long from = rows * space.pe() / space.pes();
    long to = rows * (space.pe() + 1) / space.pes();
    try (RecordView<Row> view = table.localize(from, to, Access.WRITE)) {
      for (long i = from; i < to; i++) {
        view.set(i - from, row(seed, i, rows));
      }
      view.commit();
    }
    space.barrier();
    return table;
  }

  /** The same by plain Java. */
  static Pairs plain(long rows) {
    Map<Long, long[]> map = new HashMap<>(); // the number of rows and the sum of their values
    for (long i = 0; i < rows; i++) {
      Row row = row(1, i, rows);
      long[] entry = map.computeIfAbsent(row.key, _ -> new long[2]);
      entry[0]++;
      entry[1] += row.value;
    }
    Pairs pairs = new Pairs(0, 0);
    for (long i = 0; i < rows; i++) {
      Row row = row(2, i, rows);
      long[] entry = map.getOrDefault(row.key, new long[2]);
      pairs = pairs.plus(new Pairs(entry[0], entry[1] * row.value));
    }
    return pairs;
  }

  public static void main(String[] arguments) {
    long rows = arguments.length > 0 ? Long.parseLong(arguments[0]) : 20_000;
    Temoto.launch(
        GasOptions.DEFAULT,
        space -> {
          GlobalRecords<Row> left = table(space, "left", 1, rows);
          GlobalRecords<Row> right = table(space, "right", 2, rows);
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            Pairs pairs = join(space, runtime, left, right);
            if (space.pe() == 0) {
              space.report().put("pairs", pairs.count()).verify(pairs.equals(plain(rows)));
            }
          }
        });
  }
}
