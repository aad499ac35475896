package org.temoto.bench;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.PrintWriter;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.temoto.apps.report.Json;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.LocalView;
import org.temoto.gas.Temoto;
import org.temoto.gas.array.GlobalLongs;
import org.temoto.gas.array.LongView;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.task.Forked;
import org.temoto.task.LongTask;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskRuntime;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Benchmark of the checker on fine grain: tasks walk a binary tree in global memory and localize
 * each node of 64 bytes by itself, with the checker and without, in turns.
 */
@Command(
    name = "walk",
    description = "A tree walk that localizes each node, with the checker and without, in turns.",
    mixinStandardHelpOptions = true)
public final class TreeWalk implements Callable<Integer> {
  private static final int NODE = 8;

  /** Subtrees of at most so many nodes are walked by one task. */
  private static final int SERIAL_NODES = 1 << 10;

  @Spec private CommandSpec spec;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "Nodes of the tree (default: ${DEFAULT-VALUE}).")
  private int nodes = 1_000_000;

  @Option(names = "--pes", paramLabel = "N", description = "PEs (default: ${DEFAULT-VALUE}).")
  private int pes = 2;

  @Option(names = "--rounds", paramLabel = "N", description = "Rounds that count.")
  private int rounds = 5;

  @Option(names = "--warm-up", paramLabel = "N", description = "Rounds before those.")
  private int warmUp = 2;

  @Option(names = "--json", description = "One JSON object instead of a table.")
  private boolean json;

  /** Measures what {@code arguments} ask for. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new TreeWalk());
  }

  @Override
  public Integer call() {
    if (nodes < 1 || pes < 1 || rounds < 1 || warmUp < 0) {
      throw new ParameterException(
          spec.commandLine(),
          "--nodes=%d, --pes=%d and --rounds=%d must be at least 1, --warm-up=%d at least 0"
              .formatted(nodes, pes, rounds, warmUp));
    }
    List<Job> jobs = new ArrayList<>();
    for (Face face : Face.values()) {
      jobs.add(new Job(face, false));
      jobs.add(new Job(face, true));
    }
    double[][] seconds = new Alternation(warmUp, rounds).seconds(jobs);
    List<Row> rows = new ArrayList<>();
    for (Face face : Face.values()) {
      rows.add(Row.of(face, seconds[2 * face.ordinal()], seconds[2 * face.ordinal() + 1]));
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("command", "walk");
      fields.put("nodes", nodes);
      fields.put("pes", pes);
      fields.put("results", rows.stream().map(Row::object).toList());
      out.println(Json.line(fields));
    } else {
      rows.forEach(row -> out.println(row.line()));
    }
    out.flush();
    return 0;
  }

  /** Way in which a task reads the bytes of a node. */
  enum Face {
    ARRAY_VIEW("array views"),
    SEGMENT("segments");

    private final String label;

    Face(String label) {
      this.label = label;
    }

    long sum(GlobalLongs tree, long node) {
      return this == ARRAY_VIEW ? sumOfView(tree, node) : sumOfSegment(tree, node);
    }

    private static long sumOfView(GlobalLongs tree, long node) {
      try (LongView view = tree.localize(node * NODE, (node + 1) * NODE, Access.READ)) {
        long sum = 0;
        for (int i = 0; i < NODE; i++) {
          sum += view.get(i);
        }
        return sum;
      }
    }

    private static long sumOfSegment(GlobalLongs tree, long node) {
      long bytes = NODE * (long) Long.BYTES;
      try (LocalView view = tree.range().memory().localize(node * bytes, bytes, Access.READ)) {
        MemorySegment segment = view.segment();
        long sum = 0;
        for (long at = 0; at < bytes; at += Long.BYTES) {
          sum += segment.get(JAVA_LONG, at);
        }
        return sum;
      }
    }
  }

  /** Sum of all nodes below {@code node}, of which there are {@code size}, in preorder. */
  record Walk(GlobalLongs tree, Face face, long node, int size) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      if (size <= SERIAL_NODES) {
        long sum = 0;
        for (int i = 0; i < size; i++) {
          sum += face.sum(tree, node + i);
        }
        return sum;
      }
      int left = (size - 1) / 2;
      long own = face.sum(tree, node);
      Forked.OfLong child = context.fork(new Walk(tree, face, node + 1, left));
      long right = new Walk(tree, face, node + 1 + left, size - 1 - left).compute(context);
      return own + context.join(child) + right;
    }
  }

  /** A launch whose second walk is timed: the first warms its caches. */
  private final class Job implements Contender {
    private final Face face;
    private final boolean checked;

    Job(Face face, boolean checked) {
      this.face = face;
      this.checked = checked;
    }

    @Override
    public String name() {
      return face.label + (checked ? " checked" : "");
    }

    @Override
    public double round() {
      double[] seconds = new double[1];
      GasOptions options =
          GasOptions.DEFAULT
              .withBackend("simulated")
              .withPes(pes)
              .withWorkers(1)
              .with(SimulationOptions.DEFAULT, simulation -> simulation.withRaceChecker(checked));
      Temoto.launch(options, space -> run(space, seconds));
      return seconds[0];
    }

    private void run(GlobalAddressSpace space, double[] seconds) {
      GlobalLongs tree = GlobalLongs.allocate(space, "tree", (long) nodes * NODE);
      if (space.pe() == 0) {
        try (LongView view = tree.localize(Access.WRITE)) {
          for (long i = 0; i < tree.length(); i++) {
            view.set(i, i);
          }
          view.commit();
        }
      }
      try (TaskRuntime runtime = TaskRuntime.start(space)) {
        walk(runtime, tree);
        long start = System.nanoTime();
        walk(runtime, tree);
        if (space.pe() == 0) {
          seconds[0] = (System.nanoTime() - start) * 1e-9;
        }
      }
    }

    private void walk(TaskRuntime runtime, GlobalLongs tree) {
      long length = tree.length();
      long sum = runtime.run(new Walk(tree, face, 0, nodes));
      if (sum != length * (length - 1) / 2) {
        throw new IllegalStateException(name() + ": the sum is " + sum);
      }
    }
  }

  /** Times of one face, in seconds; {@code ratio} is the median of the rounds' own. */
  private record Row(Face face, Samples unchecked, Samples checked, double ratio) {
    static Row of(Face face, double[] unchecked, double[] checked) {
      double[] ratios = new double[unchecked.length];
      Arrays.setAll(ratios, i -> checked[i] / unchecked[i]);
      return new Row(
          face,
          new Samples(face.label, unchecked),
          new Samples(face.label + " checked", checked),
          new Samples("ratio", ratios).median());
    }

    String line() {
      return String.format(
          Locale.ROOT,
          "%-11s %.1f ms, checked %.1f ms (medians), ratio %.2f",
          face.label,
          unchecked.median() * 1e3,
          checked.median() * 1e3,
          ratio);
    }

    Map<String, Object> object() {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("face", face.label);
      fields.put("medianSeconds", unchecked.median());
      fields.put("medianCheckedSeconds", checked.median());
      fields.put("ratio", ratio);
      return fields;
    }
  }
}
