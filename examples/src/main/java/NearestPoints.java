import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.gas.heap.*;
import org.temoto.task.*;
import org.temoto.task.pattern.*;

/**
 * Finds the nearest other point of each of many points, in a k-d tree that tasks build and ask. A
 * point is one number, the bits of its three coordinates in turns. Once such numbers are sorted,
 * the highest bit in which some differ is a plane that cuts them in two. Argument: how many points.
 */
final class NearestPoints {
  private static final long AXIS = 0x1249_2492_4924_9249L; // the bits of a coordinate
  private static final int FEW = 16; // points of a leaf
  private static final int SAMPLED = 97; // of so many points one is checked

  private NearestPoints() {}

  static long along(int axis, long point) {
    return Long.compress(point, AXIS << axis);
  }

  static double square(long left, long right) {
    double square = 0;
    for (int axis = 0; axis < 3; axis++) {
      double difference = along(axis, left) - along(axis, right);
      square += difference * difference;
    }
    return square;
  }

  /** Some of the sorted points; if they are not few, two nodes, below and not below a cut. */
  record Node(
      long from, long to, int axis, double cut, GlobalRef<Node> low, GlobalRef<Node> high) {}

  /** Sorted points, their distances from the nearest ones, and a heap with a k-d tree of them. */
  record Tree(GlobalLongs points, GlobalDoubles distances, GlobalHeap heap) {
    long point(long index) {
      try (LongView view = points.slice(index, index + 1).localize(Access.READ)) {
        return view.get(0);
      }
    }

    /** The square of the distance from a point to the nearest other one, if less than {@code best}. */
    double nearest(long index, long point, Node node, double best) {
      double nearest = best;
      heap.memory().space().charge(node.low.isNone() ? 4 * (node.to - node.from) : 20);
      if (node.low.isNone()) {
        try (LongView view = points.slice(node.from, node.to).localize(Access.READ)) {
          for (long i = node.from; i < node.to; i++) {
            double square = square(point, view.get(i - node.from));
            nearest = i == index ? nearest : Math.min(nearest, square);
          }
        }
        return nearest;
      }
      double beyond = along(node.axis, point) - node.cut;
      Node near = heap.get(beyond < 0 ? node.low : node.high, Node.class);
      nearest = nearest(index, point, near, best);
      if (beyond * beyond < nearest) {
        Node far = heap.get(beyond < 0 ? node.high : node.low, Node.class);
        nearest = nearest(index, point, far, nearest);
      }
      return nearest;
    }
  }

  /** Builds the tree of some points. */
  record Build(Tree tree, long from, long to) implements Task<GlobalRef<Node>> {
    @Override
    public GlobalRef<Node> run(TaskContext context) {
      context.charge(500); // for simulations with --cost model
      long bit = Long.highestOneBit(tree.point(from) ^ tree.point(to - 1));
      if (to - from <= FEW || bit == 0) {
        return tree.heap.allocate(new Node(from, to, 0, 0, GlobalRef.none(), GlobalRef.none()));
      }
      long half = from + 1; // the first point with this bit
      for (long end = to - 1; half < end; ) {
        long middle = (half + end) / 2;
        boolean below = (tree.point(middle) & bit) == 0;
        half = below ? middle + 1 : half;
        end = below ? end : middle;
      }
      int home = tree.points.elements(half, to).home();
      var high = context.forkAt(home, new Build(tree, half, to));
      GlobalRef<Node> low = new Build(tree, from, half).run(context);
      int axis = Long.numberOfTrailingZeros(bit) % 3;
      double cut = along(axis, tree.point(half) & -bit);
      return tree.heap.allocate(new Node(from, to, axis, cut, low, high.join()));
    }
  }

  /** Asks for the points below a node, and stores how far their nearest ones are. */
  record Ask(Tree tree, Node root, Node node) implements Action {
    @Override
    public void compute(TaskContext context) {
      if (!node.low.isNone()) {
        Node low = tree.heap.get(node.low, Node.class);
        Node high = tree.heap.get(node.high, Node.class);
        context.forkJoin(new Ask(tree, root, low), new Ask(tree, root, high));
        return;
      }
      try (DoubleView view = tree.distances.slice(node.from, node.to).localize(Access.WRITE)) {
        for (long i = node.from; i < node.to; i++) {
          double square = tree.nearest(i, tree.point(i), root, Double.POSITIVE_INFINITY);
          view.set(i - node.from, Math.sqrt(square));
        }
        view.commit();
      }
    }
  }

  /** Sorts the points and finds how far the nearest ones are from each. Collective. */
  static GlobalDoubles run(GlobalAddressSpace space, TaskRuntime runtime, GlobalLongs points) {
    GlobalDoubles distances = new GlobalDoubles(spread(space, "distances", points.length()));
    GlobalLongs scratch = new GlobalLongs(spread(space, "scratch", points.length()));
    try (GlobalHeap heap = GlobalHeap.create(space, "tree", 50 * points.length() + (8 << 20))) {
      Tree tree = new Tree(points, distances, heap);
      Task<Long> whole =
          context -> {
            Patterns.in(context).sort(points, scratch);
            GlobalRef<Node> built = new Build(tree, 0, points.length()).run(context);
            Node root = heap.get(built, Node.class);
            new Ask(tree, root, root).compute(context);
            return points.length();
          };
      space.report().measure(() -> runtime.run(whole));
      heap.clear();
    }
    return distances;
  }

  /** The same by a look at all other points. */
  static double plain(GlobalLongs points, long index) {
    double nearest = Double.POSITIVE_INFINITY;
    try (LongView view = points.localize(Access.READ)) {
      for (long i = 0; i < view.length(); i++) {
        double square = square(view.get(index), view.get(i));
        nearest = i == index ? nearest : Math.min(nearest, square);
      }
    }
    return Math.sqrt(nearest);
  }

  /** Allocates an array on small pages, so that all PEs have about as much. Collective. */
  private static GlobalRange spread(GlobalAddressSpace space, String name, long length) {
    MemoryOptions options = MemoryOptions.elements(name, length, Long.BYTES);
    return space.allocate(options.withPageSize(GasOptions.MIN_PAGE_SIZE)).whole();
  }

  /** Allocates points that stand in clusters, each PE filling its share. Collective. */
  static GlobalLongs points(GlobalAddressSpace space, long count) {
    GlobalLongs points = new GlobalLongs(spread(space, "points", count));
    long from = count * space.pe() / space.pes();
    long to = count * (space.pe() + 1) / space.pes();
    try (LongView view = points.slice(from, to).localize(Access.WRITE)) {
      for (long i = from; i < to; i++) {
        SplittableRandom random = new SplittableRandom(i);
        SplittableRandom cluster = new SplittableRandom(-1 - i % 50);
        long point = 0;
        for (int axis = 0; axis < 3; axis++) {
          double along = 0.3 + 0.4 * cluster.nextDouble() + random.nextGaussian() / 50;
          point |= Long.expand((long) (along * (1 << 21)), AXIS << axis);
        }
        view.set(i - from, point);
      }
      view.commit();
    }
    space.barrier();
    return points;
  }

  public static void main(String[] arguments) {
    int count = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5_000;
    Temoto.launch(
        GasOptions.DEFAULT,
        space -> {
          GlobalLongs points = points(space, count);
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            GlobalDoubles distances = run(space, runtime, points);
            if (space.pe() == 0) {
              try (DoubleView view = distances.localize(Access.READ)) {
                LongStream sampled = LongStream.range(0, count).filter(i -> i % SAMPLED == 0);
                boolean right = sampled.allMatch(i -> view.get(i) == plain(points, i));
                space.report().put("last", view.get(count - 1)).verify(right);
              }
            }
          }
        });
  }
}
