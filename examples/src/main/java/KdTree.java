import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.gas.heap.*;
import org.temoto.task.*;

/**
 * Finds the nearest other point of each of many points, in a k-d tree on a global heap. A sample
 * cuts the space into regions; tasks send the points there, build the trees of the regions, and
 * ask. Argument: how many points.
 */
final class KdTree {
  private static final int FEW = 16; // points of a leaf
  private static final int SAMPLED = 97; // of so many points one is checked

  private KdTree() {}

  record Point(double x, double y, double z, long id) {
    double along(int depth) {
      return switch (depth % 3) {
        case 0 -> x;
        case 1 -> y;
        default -> z;
      };
    }

    double square(Point other) {
      double dx = x - other.x;
      double dy = y - other.y;
      double dz = z - other.z;
      return dx * dx + dy * dy + dz * dz;
    }
  }

  /** A leaf with some points, or two nodes, whose points are below and not below a cut. */
  record Node(
      double cut, GlobalRef<Node> low, GlobalRef<Node> high, GlobalRef<Point> points, int count) {}

  /** Cuts of a sample: that of node i of a tree, below which nodes 2 i and 2 i + 1 are. */
  record Cuts(@Copied double[] at) {
    static Cuts of(List<Point> sample, int regions) {
      Cuts cuts = new Cuts(new double[regions]);
      cuts.fill(sample, 1, 0);
      return cuts;
    }

    private void fill(List<Point> sample, int node, int depth) {
      if (node < at.length) {
        List<Point> sorted = new ArrayList<>(sample);
        sorted.sort(Comparator.comparingDouble(point -> point.along(depth)));
        int middle = sorted.size() / 2;
        at[node] = sorted.get(middle).along(depth);
        fill(sorted.subList(0, middle), 2 * node, depth + 1);
        fill(sorted.subList(middle, sorted.size()), 2 * node + 1, depth + 1);
      }
    }

    int region(Point point) {
      int node = 1;
      for (int depth = 0; node < at.length; depth++) {
        node = 2 * node + (point.along(depth) < at[node] ? 0 : 1);
      }
      return node - at.length;
    }
  }

  /** Sends the points [{@code from}, {@code to}) of the sources to their regions. */
  record Send(GlobalRecords<Point> points, Cuts cuts, Exchange<Point> exchange, int from, int to)
      implements Action {
    @Override
    public void execute(TaskContext context) {
      if (to - from > 1) {
        int middle = (from + to) / 2;
        int home = source(middle).range().home();
        var other = context.forkAt(home, new Send(points, cuts, exchange, middle, to));
        new Send(points, cuts, exchange, from, middle).execute(context);
        other.join();
        return;
      }
      List<List<Point>> rows = new ArrayList<>();
      for (int i = 0; i < exchange.targets(); i++) {
        rows.add(new ArrayList<>());
      }
      try (RecordView<Point> view = source(from).localize(Access.READ)) {
        for (long i = 0; i < view.length(); i++) {
          Point point = view.get(i);
          rows.get(cuts.region(point)).add(point);
        }
        context.charge(30 * view.length());
      }
      exchange.send(from, rows);
    }

    private GlobalRecords<Point> source(int i) {
      long length = points.length();
      return points.slice(length * i / exchange.sources(), length * (i + 1) / exchange.sources());
    }
  }

  /** Builds the tree below a node of the cuts. */
  record Build(GlobalHeap heap, Cuts cuts, Exchange<Point> exchange, int node, int depth)
      implements Task<GlobalRef<Node>> {
    @Override
    public GlobalRef<Node> run(TaskContext context) {
      int regions = cuts.at.length;
      if (node >= regions) {
        List<Point> points = exchange.take(node - regions);
        context.charge(300L * points.size());
        return tree(points, depth);
      }
      int right = 2 * node + 1;
      int first = right << Integer.numberOfLeadingZeros(right) - Integer.numberOfLeadingZeros(regions);
      var high =
          context.forkAt(
              exchange.home(first - regions), new Build(heap, cuts, exchange, right, depth + 1));
      GlobalRef<Node> low = new Build(heap, cuts, exchange, 2 * node, depth + 1).run(context);
      return heap.allocate(new Node(cuts.at[node], low, high.join(), GlobalRef.none(), 0));
    }

    private GlobalRef<Node> tree(List<Point> points, int level) {
      if (points.size() > FEW) {
        List<Point> sorted = new ArrayList<>(points);
        sorted.sort(Comparator.comparingDouble(point -> point.along(level)));
        int middle = sorted.size() / 2;
        GlobalRef<Node> low = tree(sorted.subList(0, middle), level + 1);
        GlobalRef<Node> high = tree(sorted.subList(middle, sorted.size()), level + 1);
        double cut = sorted.get(middle).along(level);
        return heap.allocate(new Node(cut, low, high, GlobalRef.none(), 0));
      }
      GlobalRef<Point> block = heap.allocate(Point.class, Math.max(1, points.size()));
      try (RecordView<Point> view =
          heap.records(block, Point.class, points.size()).localize(Access.WRITE)) {
        for (int i = 0; i < points.size(); i++) {
          view.set(i, points.get(i));
        }
        view.commit();
      }
      return heap.allocate(
          new Node(0, GlobalRef.none(), GlobalRef.none(), block, points.size()));
    }
  }

  /** The sums of the distances to the nearest points: of all points, and of sampled ones. */
  record Sums(double all, double sampled) {
    Sums plus(Sums other) {
      return new Sums(all + other.all, sampled + other.sampled);
    }
  }

  /** Asks for all points below a node, which are at hand where they have been put. */
  record Ask(GlobalHeap heap, GlobalRef<Node> root, GlobalRef<Node> at, int forks)
      implements Task<Sums> {
    @Override
    public Sums run(TaskContext context) {
      Node node = heap.get(at, Node.class);
      if (node.count > 0) {
        return ask(node, context);
      }
      if (node.low.isNone()) {
        return new Sums(0, 0);
      }
      Ask high = new Ask(heap, root, node.high, forks - 1);
      if (forks <= 0) {
        return new Ask(heap, root, node.low, 0).run(context).plus(high.run(context));
      }
      var other = context.forkAt(heap.range(node.high.bits()).home(), high);
      Sums low = new Ask(heap, root, node.low, forks - 1).run(context);
      return low.plus(other.join());
    }

    private Sums ask(Node leaf, TaskContext context) {
      Sums sums = new Sums(0, 0);
      Search search = new Search(heap);
      try (RecordView<Point> view =
          heap.records(leaf.points, Point.class, leaf.count).localize(Access.READ)) {
        for (int i = 0; i < leaf.count; i++) {
          Point point = view.get(i);
          double nearest = Math.sqrt(search.nearest(point, root));
          sums = sums.plus(new Sums(nearest, point.id % SAMPLED == 0 ? nearest : 0));
        }
      }
      context.charge(20 * search.nodes + 4 * search.points);
      return sums;
    }
  }

  /** Search for nearest points, and how much it has looked at. */
  static final class Search {
    private final GlobalHeap heap;
    private double best;
    private long nodes;
    private long points;

    Search(GlobalHeap heap) {
      this.heap = heap;
    }

    double nearest(Point point, GlobalRef<Node> root) {
      best = Double.MAX_VALUE;
      look(point, root, 0);
      return best;
    }

    private void look(Point point, GlobalRef<Node> at, int depth) {
      Node node = heap.get(at, Node.class);
      nodes++;
      if (!node.low.isNone()) {
        double beyond = point.along(depth) - node.cut;
        look(point, beyond < 0 ? node.low : node.high, depth + 1);
        if (beyond * beyond <= best) {
          look(point, beyond < 0 ? node.high : node.low, depth + 1);
        }
      } else if (node.count > 0) {
        points += node.count;
        try (RecordView<Point> view =
            heap.records(node.points, Point.class, node.count).localize(Access.READ)) {
          for (int i = 0; i < node.count; i++) {
            Point other = view.get(i);
            best = other.id == point.id ? best : Math.min(best, point.square(other));
          }
        }
      }
    }
  }

  /** Builds the tree and asks. Collective. */
  static Sums run(GlobalAddressSpace space, TaskRuntime runtime, GlobalRecords<Point> points) {
    int sources = space.pes();
    int regions = 4 * Integer.highestOneBit(space.pes());
    int levels = Integer.numberOfTrailingZeros(regions);
    try (GlobalHeap heap = GlobalHeap.create(space, "tree", 200 * points.length() + (8 << 20))) {
      Exchange<Point> exchange = Exchange.allocate(heap, "regions", Point.class, sources, regions);
      Task<Sums> whole =
          context -> {
            List<Point> sample = new ArrayList<>();
            long step = Math.max(1, points.length() / (16L * regions));
            for (long i = 0; i < points.length(); i += step) {
              sample.add(points.get(i));
            }
            Cuts cuts = Cuts.of(sample, regions);
            new Send(points, cuts, exchange, 0, sources).execute(context);
            GlobalRef<Node> root = new Build(heap, cuts, exchange, 1, 0).run(context);
            return new Ask(heap, root, root, levels + 2).run(context);
          };
      return space.report().measure(() -> runtime.run(whole));
    }
  }

  /** Points that stand in clusters. */
  static Point point(long id) {
    SplittableRandom random = new SplittableRandom(id);
    SplittableRandom cluster = new SplittableRandom(-1 - id % 50);
    return new Point(
        cluster.nextDouble() + random.nextGaussian() / 20,
        cluster.nextDouble() + random.nextGaussian() / 20,
        cluster.nextDouble() + random.nextGaussian() / 20,
        id);
  }

  /** Allocates the points, each PE filling its share. Collective. */
  static GlobalRecords<Point> points(GlobalAddressSpace space, long count) {
    GlobalRecords<Point> points = GlobalRecords.allocate(space, "points", Point.class, count);
    long from = count * space.pe() / space.pes();
    long to = count * (space.pe() + 1) / space.pes();
    try (RecordView<Point> view = points.localize(from, to, Access.WRITE)) {
      for (long i = from; i < to; i++) {
        view.set(i - from, point(i));
      }
      view.commit();
    }
    space.barrier();
    return points;
  }

  /** The sum for the sampled points by all pairs. */
  static double plain(int count) {
    List<Point> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(point(i));
    }
    double sum = 0;
    for (int i = 0; i < count; i += SAMPLED) {
      double best = Double.MAX_VALUE;
      for (int k = 0; k < count; k++) {
        best = k == i ? best : Math.min(best, all.get(i).square(all.get(k)));
      }
      sum += Math.sqrt(best);
    }
    return sum;
  }

  public static void main(String[] arguments) {
    int count = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5_000;
    Temoto.launch(
        GasOptions.DEFAULT,
        space -> {
          GlobalRecords<Point> points = points(space, count);
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            Sums sums = run(space, runtime, points);
            if (space.pe() == 0) {
              double off = Math.abs(sums.sampled() / plain(count) - 1);
              space.report().put("mean", sums.all() / count).verify(off < 1e-9);
            }
          }
        });
  }
}
