import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.gas.heap.*;
import org.temoto.task.*;

/**
 * k-d tree of points on a global heap. A sample cuts the space into regions; tasks send the points
 * there and build the trees of the regions.
 */
final class KdTree {
  private static final int FEW = 16; // points of a leaf

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
  record Cuts(@Copied double[] at) implements Exchange.Rule<Point> {
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

    @Override
    public int target(Point point) {
      int node = 1;
      for (int depth = 0; node < at.length; depth++) {
        node = 2 * node + (point.along(depth) < at[node] ? 0 : 1);
      }
      return node - at.length;
    }
  }

  /** Builds the tree below a node of the cuts. */
  record Build(GlobalHeap heap, Cuts cuts, Exchange<Point> exchange, int node, int depth)
      implements Task<GlobalRef<Node>> {
    @Override
    public GlobalRef<Node> run(TaskContext context) {
      int regions = cuts.at.length;
      if (node >= regions) {
        context.share(40 * exchange.table().length() / regions);
        List<Point> points = exchange.request(node - regions).take();
        context.charge(300L * points.size());
        return tree(points, depth);
      }
      int right = 2 * node + 1;
      int levels = Integer.numberOfLeadingZeros(right) - Integer.numberOfLeadingZeros(regions);
      int first = right << levels;
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
      return heap.allocate(new Node(0, GlobalRef.none(), GlobalRef.none(), block, points.size()));
    }
  }

  /** Frees a node with all that is below. */
  record Fell(GlobalHeap heap, GlobalRef<Node> at, int forks) implements Action {
    @Override
    public void compute(TaskContext context) {
      Node node = heap.get(at, Node.class);
      heap.free(at);
      if (node.low.isNone()) {
        heap.free(node.points);
        return;
      }
      Fell high = new Fell(heap, node.high, forks - 1);
      var other = forks > 0 ? context.forkAt(heap.range(node.high.bits()).home(), high) : null;
      new Fell(heap, node.low, forks - 1).compute(context);
      if (other == null) {
        high.compute(context);
      } else {
        other.join();
      }
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

    long nodes() {
      return nodes;
    }

    long points() {
      return points;
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
}
