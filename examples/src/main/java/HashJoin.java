import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.gas.heap.*;
import org.temoto.task.*;

/**
 * Join of two tables by a hash map on a global heap: tasks send the rows of both to the parts of
 * the map, build the parts, and look for the rows of the other table in them. Argument: number
 * of rows.
 */
final class HashJoin {
  private static final int PARTS_PER_PE = 1;

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

  /** Sends the rows [{@code from}, {@code to}) of the sources to the parts of their keys. */
  record Send(GlobalMap map, GlobalRecords<Row> table, Exchange<Row> exchange, int from, int to)
      implements Action {
    @Override
    public void execute(TaskContext context) {
      if (to - from > 1) {
        int middle = (from + to) / 2;
        int home = source(middle).range().home();
        var other = context.forkAt(home, new Send(map, table, exchange, middle, to));
        new Send(map, table, exchange, from, middle).execute(context);
        other.join();
        return;
      }
      List<List<Row>> rows = new ArrayList<>();
      for (int i = 0; i < exchange.targets(); i++) {
        rows.add(new ArrayList<>());
      }
      try (RecordView<Row> view = source(from).localize(Access.READ)) {
        for (long i = 0; i < view.length(); i++) {
          Row row = view.get(i);
          rows.get(map.part(row.key)).add(row);
        }
        context.charge(20 * view.length());
      }
      exchange.send(from, rows);
    }

    private GlobalRecords<Row> source(int i) {
      long length = table.length();
      return table.slice(
          length * i / exchange.sources(), length * (i + 1) / exchange.sources());
    }
  }

  /** Builds parts of the map of what has come of one table, and joins what has come of another. */
  record Join(GlobalMap map, Exchange<Row> left, Exchange<Row> right, int from, int to)
      implements Task<Pairs> {
    @Override
    public Pairs run(TaskContext context) {
      if (to - from > 1) {
        int middle = (from + to) / 2;
        var other =
            context.forkAt(left.home(middle), new Join(map, left, right, middle, to));
        Pairs pairs = new Join(map, left, right, from, middle).run(context);
        return pairs.plus(other.join());
      }
      map.build(from, left.take(from), context);
      Pairs pairs = map.join(from, right.take(from), context);
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
    int parts = PARTS_PER_PE * space.pes();
    long bytes = 150 * (left.length() + right.length()) + (8 << 20);
    try (GlobalHeap heap = GlobalHeap.create(space, "heap", bytes)) {
      GlobalMap map =
          new GlobalMap(heap, GlobalRecords.allocate(space, "parts", GlobalMap.Part.class, parts));
      Exchange<Row> lefts = Exchange.allocate(heap, "left rows", Row.class, parts, parts);
      Exchange<Row> rights = Exchange.allocate(heap, "right rows", Row.class, parts, parts);
      Task<Pairs> whole =
          context -> {
            context.forkJoin(
                new Send(map, left, lefts, 0, parts), new Send(map, right, rights, 0, parts));
            return new Join(map, lefts, rights, 0, parts).run(context);
          };
      return space.report().measure(() -> runtime.run(whole));
    }
  }

  /** Allocates a table, each PE filling its share. Collective. */
  static GlobalRecords<Row> table(GlobalAddressSpace space, String name, long seed, long rows) {
    GlobalRecords<Row> table = GlobalRecords.allocate(space, name, Row.class, rows);
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
