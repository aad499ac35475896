import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.task.*;

/**
 * Lengths of the shortest paths from vertex 0 of an R-MAT graph with weights, without levels or
 * rounds: each vertex that is found to be nearer is visited, where its length stands, by a task that
 * nobody joins. Argument: the logarithm of the number of vertices.
 *
 * @param lengths a word for each vertex
 */
record ShortestPaths(RMat graph, GlobalMemory lengths) {
  static final long FAR = Long.MAX_VALUE;

  /** Goes on from a vertex that has been found to be nearer. */
  record Visit(ShortestPaths of, int vertex, long length) implements Action {
    @Override
    public void compute(TaskContext context) {
      if (of.lengths.words().read(vertex) < length) {
        return; // nearer still by now, which another task goes on from
      }
      try (IntView begins = of.graph.begins().localize(vertex, vertex + 2L, Access.READ);
          LongView edges =
              of.graph.edges().localize(begins.get(0), begins.get(1), Access.READ)) {
        for (long i = 0; i < edges.length(); i++) {
          int next = (int) edges.get(i);
          of.reach(context, next, length + weight(vertex, next));
        }
        context.charge(10 * edges.length()); // for simulations with --cost model
      }
    }
  }

  private void reach(TaskContext context, int vertex, long length) {
    if (new GlobalCounter(lengths, vertex).min(length)) {
      context.detach(lengths.words().home(vertex), new Visit(this, vertex, length));
    }
  }

  static long weight(int one, int other) {
    return 1 + Math.floorMod(31 * Math.min(one, other) + Math.max(one, other), 16);
  }

  /** The lengths for all vertices. Collective. */
  static ShortestPaths search(GlobalAddressSpace space, TaskRuntime runtime, RMat graph) {
    GlobalMemory lengths = space.allocate(MemoryOptions.words("lengths", graph.vertices()));
    if (space.pe() == 0) {
      long[] far = new long[graph.vertices()];
      Arrays.fill(far, FAR);
      lengths.words().write(0, far);
    }
    ShortestPaths paths = new ShortestPaths(graph, lengths);
    Action start = context -> paths.reach(context, 0, 0);
    space.report().measure(() -> runtime.run(start));
    return paths;
  }

  long[] found() {
    long[] found = new long[graph.vertices()];
    lengths.words().read(0, found);
    return found;
  }

  /** The same by plain Java. */
  static long[] plain(int[][] neighbours) {
    record Reached(int vertex, long length) {}
    long[] lengths = new long[neighbours.length];
    Arrays.fill(lengths, FAR);
    PriorityQueue<Reached> queue = new PriorityQueue<>(Comparator.comparing(Reached::length));
    queue.add(new Reached(0, 0));
    while (!queue.isEmpty()) {
      Reached at = queue.poll();
      if (at.length < lengths[at.vertex]) {
        lengths[at.vertex] = at.length;
        for (int next : neighbours[at.vertex]) {
          queue.add(new Reached(next, at.length + weight(at.vertex, next)));
        }
      }
    }
    return lengths;
  }

  public static void main(String[] arguments) {
    int scale = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10;
    Temoto.launch(
        GasOptions.DEFAULT,
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            RMat graph = RMat.generate(space, runtime, scale);
            long[] found = search(space, runtime, graph).found();
            if (space.pe() == 0) {
              space.report().put("reached", Arrays.stream(found).filter(each -> each < FAR).count());
              space.report().verify(Arrays.equals(found, plain(RMat.plain(scale))));
            }
          }
        });
  }
}
