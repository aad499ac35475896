import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.gas.heap.*;
import org.temoto.task.*;

/**
 * Octree on a global heap, which tasks build of parts of the bodies, merge, and walk. All bodies
 * have the same mass. A cell is a block of {@link Part}s: its bodies if they are few, else its
 * octants.
 *
 * @param width of the cube around all bodies, whose centre is the origin
 */
record Octree(GlobalHeap heap, double width) {
  private static final int FEW = 8;
  private static final int LEAST_FORK = 2_000; // bodies in a cell whose octants merge in parallel
  private static final Part EMPTY = new Part(0, 0, 0, 0, GlobalRef.none());

  /** One body, or a cell: the centre of its bodies, how many they are, and its block. */
  record Part(float x, float y, float z, int bodies, GlobalRef<Part> inside) {
    int octant(Cube cube) {
      return (x < cube.x ? 0 : 1) + (y < cube.y ? 0 : 2) + (z < cube.z ? 0 : 4);
    }
  }

  /** A cube by its centre. */
  record Cube(double x, double y, double z, double width) {
    Cube octant(int i) {
      double quarter = width / 4;
      return new Cube(
          x + ((i & 1) == 0 ? -quarter : quarter),
          y + ((i & 2) == 0 ? -quarter : quarter),
          z + ((i & 4) == 0 ? -quarter : quarter),
          width / 2);
    }
  }

  Cube cube() {
    return new Cube(0, 0, 0, width);
  }

  /** The cell of these single bodies, which are in {@code cube}. */
  Part of(List<Part> bodies, Cube cube) {
    return bodies.size() <= FEW ? store(bodies) : store(octants(bodies, cube));
  }

  private List<Part> octants(List<Part> bodies, Cube cube) {
    if (cube.width < 1e-12) {
      throw new IllegalStateException("more than " + FEW + " bodies are at one place");
    }
    List<List<Part>> octants = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      octants.add(new ArrayList<>());
    }
    bodies.forEach(body -> octants.get(body.octant(cube)).add(body));
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      parts.add(of(octants.get(i), cube.octant(i)));
    }
    return parts;
  }

  /** The cell that has these parts, in a new block if they are several. */
  private Part store(List<Part> parts) {
    if (parts.size() < 2) {
      return parts.isEmpty() ? EMPTY : parts.getFirst();
    }
    double x = 0;
    double y = 0;
    double z = 0;
    int bodies = 0;
    GlobalRef<Part> block = heap.allocate(Part.class, parts.size());
    try (RecordView<Part> view = records(block, parts.size()).localize(Access.WRITE)) {
      for (int i = 0; i < parts.size(); i++) {
        Part part = parts.get(i);
        view.set(i, part);
        x += (double) part.bodies * part.x;
        y += (double) part.bodies * part.y;
        z += (double) part.bodies * part.z;
        bodies += part.bodies;
      }
      view.commit();
    }
    return new Part(
        (float) (x / bodies), (float) (y / bodies), (float) (z / bodies), bodies, block);
  }

  private GlobalRecords<Part> records(GlobalRef<Part> block, long bodies) {
    return heap.records(block, Part.class, (int) Math.min(bodies, FEW));
  }

  /** Contents of a cell of several bodies. */
  GlobalRecords<Part> inside(Part cell) {
    return records(cell.inside, cell.bodies);
  }

  /** The parts of a cell, whose block is freed. */
  private List<Part> take(Part cell) {
    if (cell.bodies < 2) {
      return cell.bodies == 0 ? List.of() : List.of(cell);
    }
    List<Part> parts = new ArrayList<>();
    try (RecordView<Part> view = inside(cell).localize(Access.READ)) {
      for (int i = 0; i < view.length(); i++) {
        parts.add(view.get(i));
      }
    }
    heap.free(cell.inside);
    return parts;
  }

  private List<Part> takeOctants(Part cell, Cube cube) {
    return cell.bodies > FEW ? take(cell) : octants(take(cell), cube);
  }

  /** Frees a cell with all that is in it. */
  record Fell(Octree tree, Part cell) implements Action {
    @Override
    public void compute(TaskContext context) {
      List<Forked<Void>> forked = new ArrayList<>();
      for (Part part : tree.take(cell)) {
        if (part.bodies >= LEAST_FORK) {
          int home = tree.heap.range(part.inside.bits()).home();
          forked.add(context.forkAt(home, new Fell(tree, part)));
        } else if (part.bodies > 1) {
          new Fell(tree, part).compute(context);
        }
      }
      forked.reversed().forEach(Forked::join);
    }
  }

  /** Makes one cell of two of the same cube. */
  record Merge(Octree tree, Part left, Part right, Cube cube) implements Task<Part> {
    @Override
    public Part run(TaskContext context) {
      if (left.bodies == 0 || right.bodies == 0) {
        return left.bodies == 0 ? right : left;
      }
      context.charge(400);
      if (left.bodies + right.bodies <= FEW) {
        List<Part> all = new ArrayList<>(tree.take(left));
        all.addAll(tree.take(right));
        return tree.store(all);
      }
      List<Part> lefts = tree.takeOctants(left, cube);
      List<Part> rights = tree.takeOctants(right, cube);
      List<Forked<Part>> forked = new ArrayList<>();
      Part[] parts = new Part[8];
      for (int i = 0; i < 8; i++) {
        Merge merge = new Merge(tree, lefts.get(i), rights.get(i), cube.octant(i));
        if (Math.min(merge.left.bodies, merge.right.bodies) >= LEAST_FORK) {
          forked.add(context.fork(merge));
        } else {
          forked.add(null);
          parts[i] = merge.run(context);
        }
      }
      for (int i = 7; i >= 0; i--) {
        parts[i] = forked.get(i) == null ? parts[i] : forked.get(i).join();
      }
      return tree.store(Arrays.asList(parts));
    }
  }
}
