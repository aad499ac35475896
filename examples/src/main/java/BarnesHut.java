import java.util.*;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.gas.heap.*;
import org.temoto.task.*;

/**
 * Bodies that attract each other, by Barnes and Hut: what is far away counts as one body. Tasks
 * build a tree in each step, on a global heap, and walk it. Argument: how many bodies.
 */
final class BarnesHut {
  static final double TIME = 0.01; // of a step
  private static final int LEAF = 8; // bodies of a cell that has no halves
  private static final int GROUP = 32; // bodies that walk the tree together
  private static final int NEAR = 3_000; // cells that pull at such a group

  /** Cell of the tree: a ball around its bodies, and its halves, or the bodies if they are few. */
  record Cell(Body.Vector at, double radius, int bodies, GlobalRef<Cell> parts) {
    static List<Cell> of(List<Body> bodies) {
      return bodies.stream().map(body -> new Cell(body.at(), 0, 1, GlobalRef.none())).toList();
    }

    static Cell around(List<Cell> parts, GlobalRef<Cell> block) {
      int bodies = parts.stream().mapToInt(Cell::bodies).sum();
      Body.Vector centre = new Body.Vector(0, 0, 0);
      for (Cell part : parts) {
        centre = centre.plus((double) part.bodies / bodies, part.at);
      }
      double radius = 0;
      for (Cell part : parts) {
        radius = Math.max(radius, part.radius + Math.sqrt(centre.plus(-1, part.at).square()));
      }
      return new Cell(centre, radius, bodies, block);
    }

    GlobalRecords<Cell> parts(GlobalHeap heap) {
      return heap.records(parts, Cell.class, bodies > LEAF ? 2 : bodies);
    }
  }

  /** Builds the tree of some bodies. */
  record Build(GlobalHeap heap, GlobalRecords<Body> bodies) implements Task<Cell> {
    @Override
    public Cell run(TaskContext context) {
      boolean leaf = bodies.length() <= LEAF;
      List<Cell> parts = leaf ? Cell.of(bodies.toList()) : halves(context);
      context.charge(leaf ? 500 * bodies.length() : 500); // for simulations with --cost model
      return Cell.around(parts, heap.allocate(Cell.class, parts));
    }

    /** The halves of a cube; in the order of the curve a bit says on which side bodies are. */
    private List<Cell> halves(TaskContext context) {
      long length = bodies.length();
      long bit = Long.highestOneBit(bodies.get(0).curve() ^ bodies.get(length - 1).curve());
      long low = 1;
      for (long high = length - 1; low < high; ) {
        long middle = (low + high) / 2;
        boolean below = (bodies.get(middle).curve() & bit) == 0;
        low = below ? middle + 1 : low;
        high = below ? high : middle;
      }
      GlobalRecords<Body> half = bodies.slice(low, length);
      var other = context.forkAt(half.range().home(), new Build(heap, half));
      return List.of(new Build(heap, bodies.slice(0, low)).run(context), other.join());
    }
  }

  /** A body after a step in which these cells, of {@code all} bodies, have pulled at it. */
  static Body moved(Body body, List<Cell> cells, int all) {
    Body.Vector velocity = body.velocity();
    for (Cell cell : cells) {
      velocity = velocity.pulled(TIME / all * cell.bodies, cell.at.plus(-1, body.at()));
    }
    return new Body(body.at().plus(TIME, velocity), velocity, body.curve());
  }

  /** Moves some bodies by one step. */
  record Move(GlobalHeap heap, Cell root, GlobalRecords<Body> bodies) implements Action {
    @Override
    public void compute(TaskContext context) {
      long length = bodies.length();
      List<Body> group = length > GROUP ? List.of() : bodies.toList();
      List<Cell> cells = length > GROUP ? List.of() : cells(Cell.of(group), context);
      if (length > GROUP || length > 1 && cells.size() > NEAR) {
        Move after = new Move(heap, root, bodies.slice(length / 2, length));
        context.forkJoin(new Move(heap, root, bodies.slice(0, length / 2)), after);
        return;
      }
      bodies.setAll(i -> moved(group.get((int) i), cells, root.bodies));
      context.charge(length * 4 * cells.size());
    }

    /** The cells that pull at a group: each level of the tree is brought to hand at once. */
    private List<Cell> cells(List<Cell> group, TaskContext context) {
      Cell ball = Cell.around(group, GlobalRef.none());
      List<Cell> found = new ArrayList<>();
      List<Cell> level = List.of(root);
      while (!level.isEmpty() && (group.size() == 1 || found.size() <= NEAR)) {
        var blocks = level.stream().map(cell -> cell.parts(heap).range()).toList();
        new Region.Ranges(blocks).localize(Access.READ).close(); // one wait for all
        List<Cell> next = new ArrayList<>();
        for (Cell part : level.stream().flatMap(c -> c.parts(heap).toList().stream()).toList()) {
          double distance = Math.sqrt(ball.at.plus(-1, part.at).square()) - ball.radius;
          (part.bodies > 1 && part.radius > distance ? next : found).add(part);
          context.charge(20);
        }
        level = next;
      }
      return found;
    }
  }

  /** Moves all bodies by some steps; how many. Collective. */
  static int steps(TaskRuntime runtime, GlobalRecords<Body> bodies, int steps) {
    long each = 800 * bodies.length() + (1 << 20); // bytes of a tree, if one PE builds all
    try (GlobalHeap heap = GlobalHeap.create(bodies.range().memory().space(), "tree", each)) {
      for (int step = 0; step < steps; step++) {
        Cell root = runtime.run(new Build(heap, bodies));
        runtime.run(new Move(heap, root, bodies));
        heap.clear();
      }
    }
    return steps;
  }

  public static void main(String[] arguments) {
    int count = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2_000;
    Temoto.launch(
        GasOptions.DEFAULT,
        space -> {
          var bodies = GlobalRecords.allocate(space, "bodies", Body.class, count);
          if (space.pe() == 0) {
            List<Body> all = Body.plummer(count);
            bodies.setAll(i -> all.get((int) i));
          }
          space.barrier();
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            space.report().measure(() -> steps(runtime, bodies, 2));
            List<Body> before = space.pe() == 0 ? bodies.toList() : List.of();
            steps(runtime, bodies, 1);
            if (space.pe() == 0) {
              double error = Body.error(before, bodies.toList(), TIME);
              space.report().put("error", error).verify(error < 0.02);
            }
          }
        });
  }
}
