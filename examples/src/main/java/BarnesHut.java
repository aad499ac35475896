import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.task.*;

/**
 * Bodies that attract each other, by Barnes and Hut: what is far away counts as one body. The root
 * task makes the tree of a step, tasks move some bodies each. Argument: how many bodies.
 */
final class BarnesHut {
  static final int STEPS = 3;
  private static final double TIME = 0.02; // of a step
  private static final double SOFTENING = 1e-3; // of squares of distances

  private BarnesHut() {}

  /** A body is six numbers: its place, and its velocity; all have the same mass. */
  static double[] bodies(int count) {
    double[] bodies = new Random(1).doubles(6L * count).toArray();
    Arrays.setAll(bodies, i -> i % 6 < 3 ? bodies[i] : 0);
    return bodies;
  }

  /** Adds to the velocity of {@code body} what a mass does, given its place. */
  static void pull(double[] body, double x, double y, double z, double mass) {
    double dx = x - body[0];
    double dy = y - body[1];
    double dz = z - body[2];
    double square = dx * dx + dy * dy + dz * dz + SOFTENING;
    double factor = TIME * mass / (square * Math.sqrt(square));
    body[3] += factor * dx;
    body[4] += factor * dy;
    body[5] += factor * dz;
  }

  private static void move(double[] body) {
    for (int i = 0; i < 3; i++) {
      body[i] += TIME * body[i + 3];
    }
  }

  /** Moves some bodies by one step. */
  record Move(GlobalDoubles tree, GlobalDoubles bodies) implements Action {
    private static final int SMALL = 6 * 64;

    @Override
    public void execute(TaskContext context) {
      long length = bodies.length();
      if (length > SMALL) {
        long middle = length / 12 * 6;
        context.forkJoin(
            new Move(tree, bodies.slice(0, middle)), new Move(tree, bodies.slice(middle, length)));
        return;
      }
      try (DoubleView cells = tree.localize(Access.READ);
          DoubleView view = bodies.localize(Access.READ_WRITE)) {
        for (long at = 0; at < length; at += 6) {
          MemorySegment place = view.segment().asSlice(at * Double.BYTES, 6 * Double.BYTES);
          double[] body = place.toArray(JAVA_DOUBLE);
          context.charge(20 * Octree.pull(body, cells)); // for simulations with --cost model
          move(body);
          place.copyFrom(MemorySegment.ofArray(body));
        }
        view.commit();
      }
    }
  }

  /** Moves all bodies by the steps. Collective. */
  static void move(GlobalAddressSpace space, TaskRuntime runtime, GlobalDoubles bodies) {
    GlobalDoubles tree = GlobalDoubles.allocate(space, "tree", 4 * bodies.length() + 1_000);
    Action steps =
        context -> {
          for (int step = 0; step < STEPS; step++) {
            double[] cells;
            try (DoubleView view = bodies.localize(Access.READ)) {
              cells = Octree.of(view.segment().toArray(JAVA_DOUBLE));
            }
            store(cells, tree);
            new Move(tree.slice(0, cells.length), bodies).execute(context);
          }
        };
    space.report().measure(() -> runtime.run(steps));
  }

  static void store(double[] numbers, GlobalDoubles array) {
    try (DoubleView view = array.localize(0, numbers.length, Access.WRITE)) {
      MemorySegment.copy(numbers, 0, view.segment(), JAVA_DOUBLE, 0, numbers.length);
      view.commit();
    }
  }

  /** The same by plain Java, with all pairs of bodies. */
  static double[] plain(double[] bodies) {
    double[] after = bodies.clone();
    for (int step = 0; step < STEPS; step++) {
      double[] before = after.clone();
      for (int at = 0; at < after.length; at += 6) {
        double[] body = Arrays.copyOfRange(before, at, at + 6);
        for (int other = 0; other < before.length; other += 6) {
          pull(body, before[other], before[other + 1], before[other + 2], 6.0 / before.length);
        }
        move(body);
        System.arraycopy(body, 0, after, at, 6);
      }
    }
    return after;
  }

  /** The greatest difference of places, as a part of the longest way. */
  static double error(double[] found, double[] expected, double[] start) {
    double error = 0;
    double way = 0;
    for (int i = 0; i < expected.length; i++) {
      if (i % 6 < 3) {
        error = Math.max(error, Math.abs(found[i] - expected[i]));
        way = Math.max(way, Math.abs(expected[i] - start[i]));
      }
    }
    return error == 0 ? 0 : error / way;
  }

  public static void main(String[] arguments) {
    double[] start = bodies(arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2_000);
    Temoto.launch(
        GasOptions.DEFAULT,
        space -> {
          GlobalDoubles bodies = GlobalDoubles.allocate(space, "bodies", start.length);
          if (space.pe() == 0) {
            store(start, bodies);
          }
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            move(space, runtime, bodies);
          }
          if (space.pe() == 0) {
            try (DoubleView view = bodies.localize(Access.READ)) {
              double error = error(view.segment().toArray(JAVA_DOUBLE), plain(start), start);
              space.report().put("error", error).verify(error < 0.01);
            }
          }
        });
  }
}
