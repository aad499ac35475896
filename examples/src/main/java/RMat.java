import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.task.*;
import org.temoto.task.pattern.*;

/**
 * An undirected R-MAT graph (Chakrabarti, Zhan, Faloutsos) in the memory of all processes: its
 * edges in both directions, {@code from << 32 | to}, sorted, and where those of each vertex begin.
 */
record RMat(GlobalLongs edges, GlobalInts begins) {
  private static final int PER_VERTEX = 8;

  int vertices() {
    return (int) begins.length() - 1;
  }

  /** A graph of 2^scale vertices, the same for any number of processes. Collective. */
  static RMat generate(GlobalAddressSpace space, TaskRuntime runtime, int scale) {
    if (scale < 0 || scale > 26) { // the place of an edge is an int
      throw new RefusedException("logarithm " + scale + " of vertices must be from 0 to 26");
    }
    int vertices = 1 << scale;
    GlobalLongs edges = GlobalLongs.allocate(space, "edges", 2L * PER_VERTEX * vertices);
    GlobalLongs scratch = GlobalLongs.allocate(space, "scratch", edges.length());
    RMat graph = new RMat(edges, GlobalInts.allocate(space, "begins", vertices + 1L));
    Action generate =
        context -> {
          Patterns.Policy writing = Patterns.Policy.DEFAULT.withVisited(Access.WRITE);
          Patterns.in(context, writing).forEach(edges, new Draw(scale));
          Patterns.in(context).sort(edges, scratch);
          Patterns.in(context).forEach(0, vertices + 1L, new Begins(graph));
        };
    runtime.run(generate);
    scratch.range().memory().close();
    return graph;
  }

  /** Edge 2 i and its reverse, 2 i + 1, are drawn from i alone. */
  private record Draw(int scale) implements Patterns.ElementKernel {
    @Override
    public void run(MemorySegment elements, long first, long count) {
      for (long i = 0; i < count; i++) {
        long edge = edge((first + i) / 2, scale);
        boolean reverse = (first + i) % 2 == 1;
        elements.setAtIndex(JAVA_LONG, i, reverse ? Long.rotateLeft(edge, 32) : edge);
      }
    }
  }

  static long edge(long number, int scale) {
    SplittableRandom random = new SplittableRandom(number);
    long edge = 0;
    for (int bit = 0; bit < scale; bit++) { // a quadrant: 57, 19, 19 and 5 of 100
      double place = random.nextDouble();
      edge =
          edge << 1
              | (place < 0.76 ? 0 : 1L << 32)
              | (place < 0.57 || place >= 0.76 && place < 0.95 ? 0 : 1);
    }
    return edge;
  }

  /** The places of the edges of some vertices: the first by search, the others by walking on. */
  private record Begins(RMat graph) implements Patterns.IndexKernel {
    @Override
    public void run(TaskContext context, long from, long to) {
      long edge = graph.firstFrom(from);
      long end = graph.firstFrom(to);
      try (LongView edges = graph.edges.localize(edge, end, Access.READ);
          IntView begins = graph.begins.localize(from, to, Access.WRITE)) {
        long at = 0;
        for (long vertex = from; vertex < to; vertex++) {
          while (at < end - edge && edges.get(at) >>> 32 < vertex) {
            at++;
          }
          begins.set(vertex - from, (int) (edge + at));
        }
        begins.commit();
      }
    }
  }

  /** The first edge of {@code vertex} or of one behind it; each look is at one number. */
  private long firstFrom(long vertex) {
    long low = 0;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment edge = arena.allocate(JAVA_LONG);
      for (long high = edges.length(); low < high; ) {
        long middle = (low + high) / 2;
        edges.range().read(middle * Long.BYTES, edge);
        if (edge.get(JAVA_LONG, 0) >>> 32 < vertex) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
    }
    return low;
  }

  /** The neighbours of each vertex, by plain Java. */
  static int[][] plain(int scale) {
    int vertices = 1 << scale;
    int[] degrees = new int[vertices];
    for (long i = 0; i < (long) PER_VERTEX * vertices; i++) {
      long edge = edge(i, scale);
      degrees[(int) (edge >>> 32)]++;
      degrees[(int) edge]++;
    }
    int[][] neighbours = new int[vertices][];
    for (int vertex = 0; vertex < vertices; vertex++) {
      neighbours[vertex] = new int[degrees[vertex]];
    }
    for (long i = 0; i < (long) PER_VERTEX * vertices; i++) {
      int from = (int) (edge(i, scale) >>> 32);
      int to = (int) edge(i, scale);
      neighbours[from][--degrees[from]] = to;
      neighbours[to][--degrees[to]] = from;
    }
    return neighbours;
  }
}
