package org.temoto.task.collective.engine;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.temoto.gas.RefusedException;
import org.temoto.task.collective.Collectives.Algorithm;
import org.temoto.task.collective.Datatype;
import org.temoto.task.collective.Graph;
import org.temoto.task.collective.Operator;

/**
 * Cache and maker of the plans of collectives: those that were used last are kept, as the same
 * operation with the same sizes has the same graph. For one strand.
 */
final class Planner {
  private static final int KEPT = 128;

  /** Messages of so many buffers from every PE fit into the arena, and twice. */
  private static final int BUFFERS = 4;

  private static final int LEAST_BUFFERS = 2;
  private static final int AT_ONCE = 2;

  private final int rank;
  private final int pes;
  private final long arenaBytes;

  private final Consumer<GraphPlan> forgotten;

  /** By {@link Key}, and of the program's own graphs by {@link GraphNodes}. */
  @SuppressWarnings("serial") // stays here
  private final Map<Object, GraphPlan> plans =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, GraphPlan> eldest) {
          boolean isOneTooMany = size() > KEPT;
          if (isOneTooMany) {
            forgotten.accept(eldest.getValue());
          }
          return isOneTooMany;
        }
      };

  /** For looking up, so that nothing is allocated. */
  private final Key sought = new Key();

  /**
   * @param forgotten is told of a plan that is not kept any more
   */
  Planner(int rank, int pes, long arenaBytes, Consumer<GraphPlan> forgotten) {
    this.forgotten = forgotten;
    this.rank = rank;
    this.pes = pes;
    this.arenaBytes = arenaBytes;
  }

  /** Key of a plan: what distinguishes it from others. */
  private static final class Key {
    private CollectiveOperation operation;
    private Algorithm algorithm;
    private int root;
    private long bytes;
    private long chunk;
    private Datatype type;
    private Operator operator;

    Key copy() {
      Key same = new Key();
      same.operation = operation;
      same.algorithm = algorithm;
      same.root = root;
      same.bytes = bytes;
      same.chunk = chunk;
      same.type = type;
      same.operator = operator;
      return same;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key
          && operation == key.operation
          && algorithm == key.algorithm
          && root == key.root
          && bytes == key.bytes
          && chunk == key.chunk
          && type == key.type
          && operator == key.operator;
    }

    @Override
    public int hashCode() {
      int hash = Objects.requireNonNull(operation).ordinal();
      hash = 31 * hash + algorithm.ordinal();
      hash = 31 * hash + root;
      hash = 31 * hash + Long.hashCode(bytes);
      hash = 31 * hash + Long.hashCode(chunk);
      hash = 31 * hash + (type == null ? 0 : type.ordinal());
      return 31 * hash + (operator == null ? 0 : operator.name().hashCode());
    }

    String describe(TypedOperator reduction) {
      String from = root < 0 ? "" : " root=" + root;
      String how = reduction == null ? "" : " " + reduction.describe();
      return "%s bytes=%s%s%s algorithm=%s chunk=%s"
          .formatted(operation.name(), bytes, from, how, algorithm, chunk);
    }
  }

  /**
   * The plan of an operation.
   *
   * @param root -1 for none
   * @param bytes of each PE, or of each block
   * @param type null where nothing is combined, as {@code operator}
   */
  GraphPlan plan(
      CollectiveOperation operation,
      CollectiveSettings settings,
      int root,
      long bytes,
      Datatype type,
      Operator operator) {
    sought.operation = operation;
    sought.algorithm = operation.choose(settings, pes, bytes, operator);
    sought.root = root;
    sought.bytes = bytes;
    sought.chunk = chunk(operation.chunk(sought.algorithm, settings.chunkBytes(), bytes));
    sought.type = type;
    sought.operator = operator;
    GraphPlan known = plans.get(sought);
    if (known == null) {
      Key key = sought.copy();
      known = make(key);
      plans.put(key, known);
    }
    return known;
  }

  private GraphPlan make(Key key) {
    boolean blocks =
        key.operation == CollectiveOperation.GATHER
            || key.operation == CollectiveOperation.ALLGATHER;
    boolean dealt = key.operation == CollectiveOperation.SCATTER;
    boolean both = key.operation == CollectiveOperation.ALL_TO_ALL;
    long all = Math.multiplyExact(key.bytes, (long) pes);
    GraphDraft builder =
        new GraphDraft(
            key.operation.name(),
            rank,
            pes,
            dealt || both ? all : key.bytes,
            blocks || both ? all : key.bytes,
            key.chunk);
    TypedOperator reduction =
        key.operator == null ? null : TypedOperator.of(key.type, key.operator);
    key.operation.define(builder, key.algorithm, key.root, key.bytes, reduction);
    boolean agrees = reduction != null && reduction.isOwn();
    return newPlan(builder.build(agrees, new Signature(key.describe(reduction))));
  }

  /** The plan of a graph of the program's own. */
  GraphPlan plan(GraphNodes graph) {
    GraphPlan known = plans.get(graph);
    if (known == null) {
      known = newPlan(graph);
      plans.put(graph, known);
    }
    return known;
  }

  private GraphPlan newPlan(GraphNodes graph) {
    int buffers = BUFFERS;
    while (buffers > 1 && graph.windowBytes(buffers) * AT_ONCE > arenaBytes) {
      buffers--;
    }
    if (graph.windowBytes(buffers) > arenaBytes) {
      throw RefusedException.byOption(
          "arenaBytes",
          "%s needs %s bytes to receive into, the arena has %s"
              .formatted(graph.signature, graph.windowBytes(buffers), arenaBytes));
    }
    return new GraphPlan(graph, buffers);
  }

  /** The largest message: two collectives with two buffers per PE fit into the arena. */
  private long chunk(long wanted) {
    long most = arenaBytes / ((long) AT_ONCE * LEAST_BUFFERS * Math.max(1, pes - 1));
    return Math.max(SeatLayout.LINE, Math.min(wanted, most) & -SeatLayout.LINE);
  }

  /** A graph of the program's own, after a look at those of all PEs. */
  GraphNodes graph(String name, CollectiveSettings settings, Graph.Definition definition) {
    GraphDraft[] builders = new GraphDraft[pes];
    StringBuilder text = new StringBuilder(name);
    boolean agrees = false;
    int nodes = 0;
    for (int pe = 0; pe < pes; pe++) {
      builders[pe] = new GraphDraft(name, pe, pes, 0, 0, chunk(settings.chunkBytes()));
      definition.define(builders[pe]);
      agrees |= builders[pe].callsProgram();
      nodes += builders[pe].nodes.size();
      builders[pe].describe(text);
    }
    long hash = new Signature(text.toString()).word(0);
    Signature signature =
        new Signature("graph %.60s nodes=%s hash=%016x".formatted(name, nodes, hash));
    GraphNodes[] all = new GraphNodes[pes];
    for (int pe = 0; pe < pes; pe++) {
      all[pe] = builders[pe].build(agrees, signature);
    }
    GraphCheck.requireMatching(all);
    return all[rank];
  }
}
