import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.gas.heap.*;
import org.temoto.task.*;

/**
 * Bodies that attract each other, by Barnes and Hut: what is far away counts as one body. Tasks
 * build the tree of a step on a global heap, then walk it for some bodies each. The bodies are a
 * star cluster, the model of Plummer. Argument: how many.
 */
final class BarnesHut {
  static final int STEPS = 3;
  private static final int SMALL = 64; // bodies of a task
  private static final int GROUP = 32; // bodies that walk the tree together
  private static final int NEAR = 3_000; // places that pull at such a group

  private BarnesHut() {}

  /** Builds the tree of some bodies, which are near each other. */
  record Build(Octree tree, GlobalRecords<Body> bodies) implements Task<Octree.Part> {
    @Override
    public Octree.Part run(TaskContext context) {
      long length = bodies.length();
      if (length > SMALL) {
        GlobalRecords<Body> after = bodies.slice(length / 2, length);
        var right = context.forkAt(after.range().home(), new Build(tree, after));
        Octree.Part left = new Build(tree, bodies.slice(0, length / 2)).run(context);
        return new Octree.Merge(tree, left, right.join(), tree.cube()).run(context);
      }
      List<Octree.Part> parts = new ArrayList<>();
      try (RecordView<Body> view = bodies.localize(Access.READ)) {
        for (long i = 0; i < length; i++) {
          Body body = view.get(i);
          parts.add(
              new Octree.Part(
                  (float) body.x(), (float) body.y(), (float) body.z(), 1, GlobalRef.none()));
        }
      }
      context.charge(500 * length); // for simulations with --cost model
      return tree.of(parts, tree.cube());
    }
  }

  /** Moves some bodies by one step. */
  record Move(Octree tree, Octree.Part root, GlobalRecords<Body> bodies) implements Action {
    @Override
    public void compute(TaskContext context) {
      long length = bodies.length();
      if (length > SMALL) {
        GlobalRecords<Body> after = bodies.slice(length / 2, length);
        Move other = new Move(tree, root, after);
        boolean far = length > 2 * root.bodies() / context.space().pes();
        var right = far ? context.forkAt(after.range().home(), other) : context.fork(other);
        new Move(tree, root, bodies.slice(0, length / 2)).compute(context);
        right.join();
        return;
      }
      try (RecordView<Body> view = bodies.localize(Access.READ_WRITE)) {
        move(view, 0, length, context);
        view.commit();
      }
    }

    /** Moves bodies together, by halves if they are many or so far apart that much is near them. */
    private void move(RecordView<Body> view, long from, long to, TaskContext context) {
      int most = to - from == 1 ? Integer.MAX_VALUE : NEAR;
      Sources sources =
          to - from > GROUP ? null : Sources.around(ball(view, from, to), tree, root, most);
      if (sources == null) {
        long middle = (from + to) / 2;
        move(view, from, middle, context);
        move(view, middle, to, context);
        return;
      }
      for (long i = from; i < to; i++) {
        Body pulled = view.get(i).pulled(sources.of, sources.end, 1.0 / root.bodies());
        view.set(i, pulled.moved());
      }
      context.charge(20 * sources.looks + (to - from) * sources.end); // 4 ns for each pair
    }

    private static double[] ball(RecordView<Body> view, long from, long to) {
      double[] low = {Body.WIDTH, Body.WIDTH, Body.WIDTH};
      double[] high = {-Body.WIDTH, -Body.WIDTH, -Body.WIDTH};
      for (long i = from; i < to; i++) {
        Body body = view.get(i);
        double[] at = {body.x(), body.y(), body.z()};
        Arrays.setAll(low, k -> Math.min(low[k], at[k]));
        Arrays.setAll(high, k -> Math.max(high[k], at[k]));
      }
      double square = 0;
      for (int k = 0; k < 3; k++) {
        square += (high[k] - low[k]) * (high[k] - low[k]) / 4;
        low[k] = (low[k] + high[k]) / 2;
      }
      return new double[] {low[0], low[1], low[2], Math.sqrt(square)};
    }
  }

  /** Moves all bodies by one step. Collective. */
  static void step(GlobalAddressSpace space, TaskRuntime runtime, GlobalRecords<Body> bodies) {
    long each = 500 * bodies.length() + (1 << 20); // one PE may have to do all
    try (GlobalHeap heap = GlobalHeap.create(space, "tree", each)) {
      Octree tree = new Octree(heap, Body.WIDTH);
      Action step =
          context -> {
            Octree.Part root = new Build(tree, bodies).run(context);
            new Move(tree, root, bodies).compute(context);
            new Octree.Fell(tree, root).compute(context);
          };
      runtime.run(step);
    }
  }

  /** Does the steps but one. Collective. */
  static long steps(GlobalAddressSpace space, TaskRuntime runtime, GlobalRecords<Body> bodies) {
    for (int step = 1; step < STEPS; step++) {
      step(space, runtime, bodies);
    }
    return STEPS - 1;
  }

  /**
   * Does one more step, and returns on PE 0 how much its change of velocities is off, for bodies
   * here and there: the root of the mean square, by that of the changes. Collective.
   */
  static double error(GlobalAddressSpace space, TaskRuntime runtime, GlobalRecords<Body> bodies) {
    List<Body> before = space.pe() == 0 ? all(bodies) : List.of();
    step(space, runtime, bodies);
    double[] sources = new double[4 * before.size()];
    for (int i = 0; i < before.size(); i++) {
      Body body = before.get(i);
      System.arraycopy(new double[] {body.x(), body.y(), body.z(), 1}, 0, sources, 4 * i, 4);
    }
    double off = 0;
    double all = 0;
    for (int i = 0; i < before.size(); i += Math.max(1, before.size() / 200)) {
      Body was = before.get(i);
      Body exact = was.pulled(sources, sources.length, 1.0 / before.size());
      Body found = bodies.get(i);
      off += square(found.u() - exact.u(), found.v() - exact.v(), found.w() - exact.w());
      all += square(exact.u() - was.u(), exact.v() - was.v(), exact.w() - was.w());
    }
    return Math.sqrt(off / all);
  }

  private static double square(double x, double y, double z) {
    return x * x + y * y + z * z;
  }

  private static List<Body> all(GlobalRecords<Body> bodies) {
    List<Body> all = new ArrayList<>();
    try (RecordView<Body> view = bodies.localize(Access.READ)) {
      for (long i = 0; i < view.length(); i++) {
        all.add(view.get(i));
      }
    }
    return all;
  }

  /** Allocates the bodies as they begin. Collective. */
  static GlobalRecords<Body> bodies(GlobalAddressSpace space, int count) {
    GlobalRecords<Body> bodies = GlobalRecords.allocate(space, "bodies", Body.class, count);
    if (space.pe() == 0) {
      List<Body> start = Body.plummer(count);
      try (RecordView<Body> view = bodies.localize(Access.WRITE)) {
        for (int i = 0; i < count; i++) {
          view.set(i, start.get(i));
        }
        view.commit();
      }
    }
    space.barrier();
    return bodies;
  }

  public static void main(String[] arguments) {
    int count = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2_000;
    Temoto.launch(
        GasOptions.DEFAULT,
        space -> {
          GlobalRecords<Body> bodies = bodies(space, count);
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            space.report().measure(() -> steps(space, runtime, bodies));
            double error = error(space, runtime, bodies);
            if (space.pe() == 0) {
              space.report().put("error", error).verify(error < 0.02);
            }
          }
        });
  }
}
