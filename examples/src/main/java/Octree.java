import java.util.Arrays;
import java.util.stream.IntStream;
import org.temoto.gas.array.*;

/**
 * Tree of cells, which one task makes. A cell is six numbers: the centre of its bodies, their mass,
 * its width (0 with a single body), and where those cells begin that are not below it. Those below
 * stand between.
 */
final class Octree {
  private static final double OPENING = 0.3; // of a cell: its width by its distance

  private final double[] bodies;
  private double[] cells = new double[0];
  private int end;

  private Octree(double[] bodies) {
    this.bodies = bodies;
  }

  static double[] of(double[] bodies) {
    Octree tree = new Octree(bodies);
    tree.add(IntStream.range(0, bodies.length / 6).map(i -> 6 * i).toArray(), -4, -4, -4, 8);
    return Arrays.copyOf(tree.cells, tree.end);
  }

  private void add(int[] inside, double x, double y, double z, double width) {
    int cell = end;
    end += 6;
    cells = end > cells.length ? Arrays.copyOf(cells, 2 * end) : cells;
    for (int i = 0; i < 3; i++) {
      for (int body : inside) {
        cells[cell + i] += bodies[body + i] / inside.length;
      }
    }
    cells[cell + 3] = 6.0 * inside.length / bodies.length;
    if (inside.length > 1) {
      cells[cell + 4] = width;
      double half = width / 2;
      for (int part = 0; part < 8; part++) {
        double left = x + (part & 1) * half;
        double low = y + (part >> 1 & 1) * half;
        double near = z + (part >> 2) * half;
        int[] here = Arrays.stream(inside).filter(b -> isIn(b, left, low, near, half)).toArray();
        if (here.length > 0) {
          add(here, left, low, near, half);
        }
      }
    }
    cells[cell + 5] = end;
  }

  private boolean isIn(int body, double x, double y, double z, double width) {
    return bodies[body] >= x
        && bodies[body] < x + width
        && bodies[body + 1] >= y
        && bodies[body + 1] < y + width
        && bodies[body + 2] >= z
        && bodies[body + 2] < z + width;
  }

  /** Adds to the velocity of a body what all others do; returns how many cells it has looked at. */
  static long pull(double[] body, DoubleView cells) {
    long looks = 0;
    for (long i = 0; i < cells.length(); looks++) {
      double dx = cells.get(i) - body[0];
      double dy = cells.get(i + 1) - body[1];
      double dz = cells.get(i + 2) - body[2];
      double width = cells.get(i + 4);
      if (width * width > OPENING * OPENING * (dx * dx + dy * dy + dz * dz)) {
        i += 6; // near: its parts follow
      } else {
        BarnesHut.pull(body, cells.get(i), cells.get(i + 1), cells.get(i + 2), cells.get(i + 3));
        i = (long) cells.get(i + 5);
      }
    }
    return looks;
  }
}
