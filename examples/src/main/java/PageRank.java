import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.task.*;

/**
 * Ranks of the vertices of an R-MAT graph: steps in which each vertex collects its shares of the
 * ranks of its neighbours. Argument: the logarithm of the number of vertices.
 */
final class PageRank {
  static final int STEPS = 10;
  private static final double DAMPING = 0.85;

  private PageRank() {}

  /**
   * One step for the vertices [from, to). A share is a rank divided by the number of neighbours;
   * {@code lost} is the rank of the vertices without any, which all vertices share.
   */
  record Step(RMat graph, GlobalDoubles shares, GlobalDoubles next, double lost, int from, int to)
      implements DoubleTask {
    private static final int SMALL = 512;

    /** Returns what the next step loses. */
    @Override
    public double compute(TaskContext context) {
      if (to - from > SMALL) {
        int middle = (from + to) / 2;
        Forked.OfDouble upper = context.fork(new Step(graph, shares, next, lost, middle, to));
        double lower = new Step(graph, shares, next, lost, from, middle).compute(context);
        return lower + upper.join();
      }
      int vertices = graph.vertices();
      double losing = 0;
      try (IntView begins = graph.begins().localize(from, to + 1L, Access.READ);
          LongView edges =
              graph.edges().localize(begins.get(0), begins.get(to - from), Access.READ);
          DoubleView old = shares.localize(Access.READ);
          DoubleView mine = next.localize(from, to, Access.WRITE)) {
        long edge = 0;
        for (int i = 0; i < to - from; i++) {
          int degree = begins.get(i + 1) - begins.get(i);
          double sum = lost / vertices;
          for (long end = edge + degree; edge < end; edge++) {
            sum += old.get((int) edges.get(edge)); // the lower half of an edge is where it leads
          }
          double rank = (1 - DAMPING) / vertices + DAMPING * sum;
          mine.set(i, rank / Math.max(degree, 1));
          losing += degree == 0 ? rank : 0;
        }
        mine.commit();
        context.charge(2 * edge + 5L * (to - from)); // for simulations with --cost model
      }
      return losing;
    }
  }

  /** The shares of all vertices after the steps. Collective. */
  static GlobalDoubles rank(GlobalAddressSpace space, TaskRuntime runtime, RMat graph) {
    GlobalDoubles[] shares = {
      GlobalDoubles.allocate(space, "shares", graph.vertices()),
      GlobalDoubles.allocate(space, "next", graph.vertices())
    };
    Action steps =
        context -> {
          double lost = 1; // of shares that are all 0, this makes equal ranks
          for (int i = 0; i <= STEPS; i++) {
            lost =
                new Step(graph, shares[i % 2], shares[(i + 1) % 2], lost, 0, graph.vertices())
                    .compute(context);
          }
        };
    space.report().measure(() -> runtime.run(steps));
    return shares[(STEPS + 1) % 2];
  }

  /** The same by plain Java. */
  static double[] plain(int[][] neighbours) {
    int vertices = neighbours.length;
    double[] shares = new double[vertices];
    double lost = 1;
    for (int step = 0; step <= STEPS; step++) {
      double[] next = new double[vertices];
      double losing = 0;
      for (int vertex = 0; vertex < vertices; vertex++) {
        double sum = lost / vertices;
        for (int neighbour : neighbours[vertex]) {
          sum += shares[neighbour];
        }
        double rank = (1 - DAMPING) / vertices + DAMPING * sum;
        next[vertex] = rank / Math.max(neighbours[vertex].length, 1);
        losing += neighbours[vertex].length == 0 ? rank : 0;
      }
      shares = next;
      lost = losing;
    }
    return shares;
  }

  /** The greatest difference, as a part of the value. */
  static double error(double[] found, double[] expected) {
    double error = 0;
    for (int i = 0; i < expected.length; i++) {
      error = Math.max(error, Math.abs(found[i] - expected[i]) / expected[i]);
    }
    return error;
  }

  public static void main(String[] arguments) {
    int scale = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 14;
    Temoto.launch(
        GasOptions.DEFAULT,
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            RMat graph = RMat.generate(space, runtime, scale);
            GlobalDoubles shares = rank(space, runtime, graph);
            if (space.pe() == 0) {
              try (DoubleView view = shares.localize(Access.READ)) {
                double[] found = view.segment().toArray(JAVA_DOUBLE);
                double error = error(found, plain(RMat.plain(scale)));
                space.report().put("vertices", graph.vertices()).put("error", error);
                space.report().verify(error < 1e-9);
              }
            }
          }
        });
  }
}
