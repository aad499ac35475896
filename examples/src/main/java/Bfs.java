import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.task.*;
import org.temoto.task.pattern.*;

/**
 * Distances of the vertices of an R-MAT graph from vertex 0, level by level: each vertex that has
 * none looks for a neighbour of the level before. Argument: the logarithm of the number of
 * vertices.
 */
final class Bfs {
  static final int FAR = -1;

  private Bfs() {}

  /** One level for the vertices [from, to): the distances before and after it. */
  record Level(RMat graph, GlobalInts old, GlobalInts next, int level, int from, int to)
      implements LongTask {
    private static final int SMALL = 512;

    /** Returns how many vertices this level has. */
    @Override
    public long compute(TaskContext context) {
      if (to - from > SMALL) {
        int middle = (from + to) / 2;
        Forked.OfLong upper = context.fork(new Level(graph, old, next, level, middle, to));
        long lower = new Level(graph, old, next, level, from, middle).compute(context);
        return lower + upper.join();
      }
      long found = 0;
      long looks = 0;
      try (IntView begins = graph.begins().localize(from, to + 1L, Access.READ);
          LongView edges =
              graph.edges().localize(begins.get(0), begins.get(to - from), Access.READ);
          IntView before = old.localize(Access.READ);
          IntView after = next.localize(from, to, Access.WRITE)) {
        long edge = 0;
        for (int i = 0; i < to - from; i++) {
          int distance = before.get(from + i);
          long end = begins.get(i + 1) - begins.get(0);
          for (; distance == FAR && edge < end; edge++) {
            looks++;
            if (before.get((int) edges.get(edge)) == level - 1) {
              distance = level;
              found++;
            }
          }
          edge = end;
          after.set(i, distance);
        }
        after.commit();
        context.charge(2 * looks + 3L * (to - from)); // for simulations with --cost model
      }
      return found;
    }
  }

  /** The distances of all vertices. Collective. */
  static GlobalInts search(GlobalAddressSpace space, TaskRuntime runtime, RMat graph) {
    GlobalInts[] distances = {
      GlobalInts.allocate(space, "distances", graph.vertices()),
      GlobalInts.allocate(space, "next", graph.vertices())
    };
    LongTask search =
        context -> {
          Patterns.in(context).fill(distances[0], FAR);
          try (IntView start = distances[0].localize(0, 1, Access.READ_WRITE)) {
            start.set(0, 0);
            start.commit();
          }
          for (int level = 1; ; level++) {
            GlobalInts old = distances[(level - 1) % 2];
            GlobalInts next = distances[level % 2];
            Level all = new Level(graph, old, next, level, 0, graph.vertices());
            if (all.compute(context) == 0) {
              return level - 1;
            }
          }
        };
    long levels = space.report().measure(() -> runtime.run(search));
    space.report().put("levels", levels);
    return distances[(int) levels % 2];
  }

  /** The same by plain Java. */
  static int[] plain(int[][] neighbours) {
    int[] distances = new int[neighbours.length];
    Arrays.fill(distances, FAR);
    distances[0] = 0;
    ArrayDeque<Integer> queue = new ArrayDeque<>();
    for (Integer vertex = 0; vertex != null; vertex = queue.poll()) {
      for (int neighbour : neighbours[vertex]) {
        if (distances[neighbour] == FAR) {
          distances[neighbour] = distances[vertex] + 1;
          queue.add(neighbour);
        }
      }
    }
    return distances;
  }

  public static void main(String[] arguments) {
    int scale = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 14;
    Temoto.launch(
        GasOptions.DEFAULT,
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            GlobalInts distances = search(space, runtime, RMat.generate(space, runtime, scale));
            if (space.pe() == 0) {
              try (IntView view = distances.localize(Access.READ)) {
                int[] found = view.segment().toArray(JAVA_INT);
                space.report().put("reached", Arrays.stream(found).filter(d -> d != FAR).count());
                space.report().verify(Arrays.equals(found, plain(RMat.plain(scale))));
              }
            }
          }
        });
  }
}
