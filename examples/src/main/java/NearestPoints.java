import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.gas.heap.*;
import org.temoto.task.*;

/**
 * Finds the nearest other point of each of many points, in a k-d tree that tasks build, ask and
 * free. Argument: how many points.
 */
final class NearestPoints {
  private static final int SAMPLED = 97; // of so many points one is checked

  private NearestPoints() {}

  /** The sums of the distances to the nearest points: of all points, and of sampled ones. */
  record Sums(double all, double sampled) {
    Sums plus(Sums other) {
      return new Sums(all + other.all, sampled + other.sampled);
    }
  }

  /** Asks for all points below a node, which are at hand where they have been put. */
  record Ask(GlobalHeap heap, GlobalRef<KdTree.Node> root, GlobalRef<KdTree.Node> at, int forks)
      implements Task<Sums> {
    @Override
    public Sums run(TaskContext context) {
      KdTree.Node node = heap.get(at, KdTree.Node.class);
      if (node.count() > 0) {
        return ask(node, context);
      }
      if (node.low().isNone()) {
        return new Sums(0, 0);
      }
      Ask high = new Ask(heap, root, node.high(), forks - 1);
      if (forks <= 0) {
        return new Ask(heap, root, node.low(), 0).run(context).plus(high.run(context));
      }
      var other = context.forkAt(heap.range(node.high().bits()).home(), high);
      Sums low = new Ask(heap, root, node.low(), forks - 1).run(context);
      return low.plus(other.join());
    }

    private Sums ask(KdTree.Node leaf, TaskContext context) {
      Sums sums = new Sums(0, 0);
      KdTree.Search search = new KdTree.Search(heap);
      try (RecordView<KdTree.Point> view =
          heap.records(leaf.points(), KdTree.Point.class, leaf.count()).localize(Access.READ)) {
        for (int i = 0; i < leaf.count(); i++) {
          KdTree.Point point = view.get(i);
          double nearest = Math.sqrt(search.nearest(point, root));
          sums = sums.plus(new Sums(nearest, point.id() % SAMPLED == 0 ? nearest : 0));
        }
      }
      context.charge(20 * search.nodes() + 4 * search.points());
      return sums;
    }
  }

  /** Builds the tree and asks. Collective. */
  static Sums run(
      GlobalAddressSpace space, TaskRuntime runtime, GlobalRecords<KdTree.Point> points) {
    int sources = space.pes() * space.options().workers();
    int regions = 4 * Integer.highestOneBit(sources);
    int levels = Integer.numberOfTrailingZeros(regions);
    try (GlobalHeap heap = GlobalHeap.create(space, "tree", 200 * points.length() + (8 << 20))) {
      Exchange<KdTree.Point> exchange =
          Exchange.allocate(heap, "regions", points, sources, regions);
      Task<Sums> whole =
          context -> {
            KdTree.Cuts cuts = KdTree.Cuts.of(sample(points, sources, 16 * regions), regions);
            new Exchange.Send<>(exchange, cuts, 0, sources).compute(context);
            GlobalRef<KdTree.Node> root = new KdTree.Build(heap, cuts, exchange, 1, 0).run(context);
            Sums sums = new Ask(heap, root, root, levels + 2).run(context);
            new KdTree.Fell(heap, root, levels).compute(context);
            return sums;
          };
      return space.report().measure(() -> runtime.run(whole));
    }
  }

  /** The first points of each source, about so many together, with one wait. */
  private static List<KdTree.Point> sample(
      GlobalRecords<KdTree.Point> points, int sources, int count) {
    long apart = Math.max(1, points.length() / sources);
    long each = Math.min(apart, Math.ceilDiv(count, sources));
    List<GlobalRange> parts = new ArrayList<>();
    for (long from = 0; from + each <= points.length(); from += apart) {
      parts.add(points.slice(from, from + each).range());
    }
    List<KdTree.Point> sample = new ArrayList<>();
    try (LocalView _ = new Region.Ranges(parts).localize(Access.READ)) {
      for (GlobalRange part : parts) {
        try (var view = new GlobalRecords<>(part, KdTree.Point.class).localize(Access.READ)) {
          for (long i = 0; i < each; i++) {
            sample.add(view.get(i));
          }
        }
      }
    }
    return sample;
  }

  /** Points that stand in clusters. */
  static KdTree.Point point(long id) {
    SplittableRandom random = new SplittableRandom(id);
    SplittableRandom cluster = new SplittableRandom(-1 - id % 50);
    return new KdTree.Point(
        cluster.nextDouble() + random.nextGaussian() / 20,
        cluster.nextDouble() + random.nextGaussian() / 20,
        cluster.nextDouble() + random.nextGaussian() / 20,
        id);
  }

  /** Allocates the points, each PE filling its share. Collective. */
  static GlobalRecords<KdTree.Point> points(GlobalAddressSpace space, long count) {
    GlobalRecords<KdTree.Point> points =
        Exchange.spread(space, "points", KdTree.Point.class, count);
    long from = count * space.pe() / space.pes();
    long to = count * (space.pe() + 1) / space.pes();
    try (RecordView<KdTree.Point> view = points.localize(from, to, Access.WRITE)) {
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
    List<KdTree.Point> all = new ArrayList<>();
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
          GlobalRecords<KdTree.Point> points = points(space, count);
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
