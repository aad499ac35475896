package org.temoto.task.collective.engine;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalRange;
import org.temoto.task.collective.Algorithm;
import org.temoto.task.collective.CollectiveRequest;
import org.temoto.task.collective.Collectives;
import org.temoto.task.collective.Datatype;
import org.temoto.task.collective.Graph;
import org.temoto.task.collective.Operator;

/** One PE's collectives, with settings. */
final class LocalCollectives implements Collectives {
  private static final int NO_ROOT = -1;

  private final CollectiveRuntime runtime;
  private final CollectiveSettings settings;
  private final int rank;
  private final int pes;

  LocalCollectives(CollectiveRuntime runtime, CollectiveSettings settings) {
    this.runtime = runtime;
    this.settings = settings;
    rank = runtime.engine().rank();
    pes = runtime.engine().layout().pes();
  }

  @Override
  public Collectives with(Algorithm algorithm) {
    return new LocalCollectives(runtime, settings.withAlgorithm(algorithm));
  }

  @Override
  public Collectives withChunkBytes(long bytes) {
    return new LocalCollectives(runtime, settings.withChunkBytes(bytes));
  }

  @Override
  public Collectives withFixedOrder() {
    return new LocalCollectives(runtime, settings.inFixedOrder());
  }

  @Override
  public boolean progress() {
    return runtime.progress();
  }

  /** For tests. */
  CollectiveEngine engine() {
    return runtime.engine();
  }

  int rank() {
    return rank;
  }

  int pes() {
    return pes;
  }

  // --- barrier

  @Override
  public CollectiveRequest startBarrier() {
    return started(barrierCall());
  }

  @Override
  public void barrier() {
    await(barrierCall());
  }

  private Call barrierCall() {
    return call().plan(CollectiveOperation.BARRIER, NO_ROOT, 0);
  }

  // --- broadcast

  @Override
  public CollectiveRequest startBroadcast(int root, MemorySegment bytes) {
    return started(broadcastCall(root, bytes));
  }

  @Override
  public void broadcast(int root, MemorySegment bytes) {
    await(broadcastCall(root, bytes));
  }

  private Call broadcastCall(int root, MemorySegment bytes) {
    requireRoot(root);
    boolean here = rank == root;
    return call()
        .plan(CollectiveOperation.BROADCAST, root, bytes.byteSize())
        .inPlace(here ? bytes : writable(bytes), here, !here);
  }

  @Override
  public CollectiveRequest startBroadcast(int root, GlobalRange bytes) {
    requireRoot(root);
    boolean here = rank == root;
    Call call = call().plan(CollectiveOperation.BROADCAST, root, bytes.length());
    return started(call.inPlace(bytes, here ? Access.READ : Access.WRITE));
  }

  // --- reductions

  @Override
  public CollectiveRequest startReduce(
      int root, MemorySegment from, MemorySegment to, Datatype type, Operator operator) {
    return started(reduceCall(root, from, to, type, operator));
  }

  @Override
  public void reduce(
      int root, MemorySegment from, MemorySegment to, Datatype type, Operator operator) {
    await(reduceCall(root, from, to, type, operator));
  }

  private Call reduceCall(
      int root, MemorySegment from, MemorySegment to, Datatype type, Operator operator) {
    requireRoot(root);
    Call call = call().plan(CollectiveOperation.REDUCE, root, from.byteSize(), type, operator);
    if (rank != root) {
      return call.bytes(from, MemorySegment.NULL);
    }
    requireSize("to", to.byteSize(), from.byteSize());
    return combining(call, from, to);
  }

  @Override
  public CollectiveRequest startReduce(
      int root, GlobalRange from, GlobalRange to, Datatype type, Operator operator) {
    requireRoot(root);
    Call call = call().plan(CollectiveOperation.REDUCE, root, from.length(), type, operator);
    if (rank != root) {
      return started(call.ranges(from, null));
    }
    requireSize("to", to.length(), from.length());
    return started(combining(call, from, to));
  }

  @Override
  public CollectiveRequest startAllreduce(
      MemorySegment from, MemorySegment to, Datatype type, Operator operator) {
    return started(allreduceCall(from, to, type, operator));
  }

  @Override
  public void allreduce(MemorySegment from, MemorySegment to, Datatype type, Operator operator) {
    await(allreduceCall(from, to, type, operator));
  }

  private Call allreduceCall(
      MemorySegment from, MemorySegment to, Datatype type, Operator operator) {
    requireSize("to", to.byteSize(), from.byteSize());
    Call call =
        call().plan(CollectiveOperation.ALLREDUCE, NO_ROOT, from.byteSize(), type, operator);
    return combining(call, from, to);
  }

  @Override
  public CollectiveRequest startAllreduce(
      GlobalRange from, GlobalRange to, Datatype type, Operator operator) {
    requireSize("to", to.length(), from.length());
    Call call = call().plan(CollectiveOperation.ALLREDUCE, NO_ROOT, from.length(), type, operator);
    return started(combining(call, from, to));
  }

  private static Call combining(Call call, MemorySegment from, MemorySegment to) {
    if (from.equals(to)) {
      return call.inPlace(writable(to), true, true);
    }
    requireDisjoint(from, to);
    return call.bytes(from, writable(to));
  }

  private static Call combining(Call call, GlobalRange from, GlobalRange to) {
    if (from.equals(to)) {
      return call.inPlace(to, Access.READ_WRITE);
    }
    requireDisjoint(from, to);
    return call.ranges(from, to);
  }

  // --- blocks

  @Override
  public CollectiveRequest startGather(int root, MemorySegment from, MemorySegment to) {
    return started(gatherCall(root, from, to));
  }

  @Override
  public void gather(int root, MemorySegment from, MemorySegment to) {
    await(gatherCall(root, from, to));
  }

  private Call gatherCall(int root, MemorySegment from, MemorySegment to) {
    requireRoot(root);
    Call call = call().plan(CollectiveOperation.GATHER, root, from.byteSize());
    return rank == root
        ? exchanging(call, from, to, from.byteSize(), all(from.byteSize()))
        : call.bytes(from, MemorySegment.NULL);
  }

  @Override
  public CollectiveRequest startGather(int root, GlobalRange from, GlobalRange to) {
    requireRoot(root);
    Call call = call().plan(CollectiveOperation.GATHER, root, from.length());
    return started(
        rank == root
            ? exchanging(call, from, to, from.length(), all(from.length()))
            : call.ranges(from, null));
  }

  @Override
  public CollectiveRequest startAllgather(MemorySegment from, MemorySegment to) {
    return started(allgatherCall(from, to));
  }

  @Override
  public void allgather(MemorySegment from, MemorySegment to) {
    await(allgatherCall(from, to));
  }

  private Call allgatherCall(MemorySegment from, MemorySegment to) {
    long block = from.byteSize();
    return exchanging(
        call().plan(CollectiveOperation.ALLGATHER, NO_ROOT, block), from, to, block, all(block));
  }

  @Override
  public CollectiveRequest startAllgather(GlobalRange from, GlobalRange to) {
    long block = from.length();
    return started(
        exchanging(
            call().plan(CollectiveOperation.ALLGATHER, NO_ROOT, block),
            from,
            to,
            block,
            all(block)));
  }

  @Override
  public CollectiveRequest startScatter(int root, MemorySegment from, MemorySegment to) {
    return started(scatterCall(root, from, to));
  }

  @Override
  public void scatter(int root, MemorySegment from, MemorySegment to) {
    await(scatterCall(root, from, to));
  }

  private Call scatterCall(int root, MemorySegment from, MemorySegment to) {
    requireRoot(root);
    Call call = call().plan(CollectiveOperation.SCATTER, root, to.byteSize());
    return rank == root
        ? exchanging(call, from, to, all(to.byteSize()), to.byteSize())
        : call.bytes(MemorySegment.NULL, writable(to));
  }

  @Override
  public CollectiveRequest startScatter(int root, GlobalRange from, GlobalRange to) {
    requireRoot(root);
    Call call = call().plan(CollectiveOperation.SCATTER, root, to.length());
    return started(
        rank == root
            ? exchanging(call, from, to, all(to.length()), to.length())
            : call.ranges(null, to));
  }

  @Override
  public CollectiveRequest startAllToAll(MemorySegment from, MemorySegment to) {
    return started(allToAllCall(from, to));
  }

  @Override
  public void allToAll(MemorySegment from, MemorySegment to) {
    await(allToAllCall(from, to));
  }

  private Call allToAllCall(MemorySegment from, MemorySegment to) {
    long bytes = from.byteSize();
    return exchanging(
        call().plan(CollectiveOperation.ALL_TO_ALL, NO_ROOT, block(bytes)), from, to, bytes, bytes);
  }

  @Override
  public CollectiveRequest startAllToAll(GlobalRange from, GlobalRange to) {
    long bytes = from.length();
    return started(
        exchanging(
            call().plan(CollectiveOperation.ALL_TO_ALL, NO_ROOT, block(bytes)),
            from,
            to,
            bytes,
            bytes));
  }

  private static Call exchanging(
      Call call, MemorySegment from, MemorySegment to, long fromBytes, long toBytes) {
    requireSize("from", from.byteSize(), fromBytes);
    requireSize("to", to.byteSize(), toBytes);
    requireDisjoint(from, to);
    return call.bytes(from, writable(to));
  }

  private static Call exchanging(
      Call call, GlobalRange from, GlobalRange to, long fromBytes, long toBytes) {
    requireSize("from", from.length(), fromBytes);
    requireSize("to", to.length(), toBytes);
    requireDisjoint(from, to);
    return call.ranges(from, to);
  }

  private long all(long block) {
    return Math.multiplyExact(block, (long) pes);
  }

  private long block(long bytes) {
    if (bytes % pes != 0) {
      throw new IllegalArgumentException(
          "from.byteSize=" + bytes + " must be a multiple of the number of PEs, " + pes);
    }
    return bytes / pes;
  }

  // --- graphs

  @Override
  public Graph graph(String name, Graph.Definition definition) {
    return runtime.planner().graph(name, settings, definition);
  }

  @Override
  public CollectiveRequest issue(Graph graph, MemorySegment input, MemorySegment output) {
    Call call = graphCall(nodes(graph), input.byteSize(), output.byteSize());
    if (input.equals(output)) {
      return started(call.inPlace(writable(output), true, true));
    }
    requireDisjoint(input, output);
    return started(call.both(input, writable(output)));
  }

  @Override
  public CollectiveRequest issue(Graph graph, GlobalRange input, GlobalRange output) {
    Call call = graphCall(nodes(graph), input.length(), output.length());
    if (input.equals(output)) {
      return started(call.inPlace(output, Access.READ_WRITE));
    }
    requireDisjoint(input, output);
    return started(call.both(input, output));
  }

  private static GraphNodes nodes(Graph graph) {
    if (graph instanceof GraphNodes nodes) {
      return nodes;
    }
    throw new IllegalArgumentException(graph + " was not made by Collectives.graph");
  }

  private Call graphCall(GraphNodes graph, long inputBytes, long outputBytes) {
    requireSize("input", inputBytes, graph.inputBytes);
    requireSize("output", outputBytes, graph.outputBytes);
    if (graph.pes != pes) {
      throw new IllegalArgumentException(
          graph + " was made for " + graph.pes + " PEs, the job has " + pes);
    }
    return call().plan(graph);
  }

  // --- what is refused

  private void requireRoot(int root) {
    if (root < 0 || root >= pes) {
      throw new IllegalArgumentException("root=" + root + " is none of the job's " + pes + " PEs");
    }
  }

  private static void requireSize(String name, long bytes, long wanted) {
    if (bytes != wanted) {
      throw new IllegalArgumentException(
          name + ".byteSize=" + bytes + " must be " + wanted + " in this collective");
    }
  }

  private static MemorySegment writable(MemorySegment segment) {
    if (segment.isReadOnly()) {
      throw new IllegalArgumentException("what a collective fills must not be read-only");
    }
    return segment;
  }

  private static void requireDisjoint(MemorySegment from, MemorySegment to) {
    if (from.byteSize() > 0 && to.byteSize() > 0 && from.asOverlappingSlice(to).isPresent()) {
      throw new IllegalArgumentException(
          "from=" + from + " and to=" + to + " overlap: they must not share bytes");
    }
  }

  private static void requireDisjoint(GlobalRange from, GlobalRange to) {
    boolean shared =
        from.memory() == to.memory()
            && from.length() > 0
            && to.length() > 0
            && from.offset() < to.offset() + to.length()
            && to.offset() < from.offset() + from.length();
    if (shared) {
      throw new IllegalArgumentException(
          "from=" + from + " and to=" + to + " overlap: they must not share bytes");
    }
  }

  // --- issuing

  private Call call() {
    return runtime.call(settings);
  }

  private CollectiveRequest started(Call call) {
    return call.start(new RequestHandle(runtime.engine()));
  }

  private void await(Call call) {
    call.run(runtime.blockingRequest());
  }
}
