package org.temoto.task.collective.engine;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalRange;
import org.temoto.task.collective.CollectiveRequest;
import org.temoto.task.collective.Collectives;
import org.temoto.task.collective.Collectives.Algorithm;
import org.temoto.task.collective.Datatype;
import org.temoto.task.collective.Graph;
import org.temoto.task.collective.Operator;

/** One PE's collectives, with settings. */
final class LocalCollectives implements Collectives {
  private static final int NO_ROOT = -1;

  final CollectiveRuntime runtime;
  private final CollectiveSettings settings;
  final int rank;
  final int pes;

  LocalCollectives(CollectiveRuntime runtime, CollectiveSettings settings) {
    this.runtime = runtime;
    this.settings = settings;
    rank = runtime.engine.rank;
    pes = runtime.engine.layout.pes();
  }

  @Override
  public Collectives with(Algorithm algorithm) {
    return with(algorithm, settings.chunkBytes(), settings.fixedOrder());
  }

  @Override
  public Collectives withChunkBytes(long bytes) {
    return with(settings.algorithm(), bytes, settings.fixedOrder());
  }

  @Override
  public Collectives withFixedOrder() {
    return with(settings.algorithm(), settings.chunkBytes(), true);
  }

  private Collectives with(Algorithm algorithm, long chunkBytes, boolean fixedOrder) {
    return new LocalCollectives(runtime, new CollectiveSettings(algorithm, chunkBytes, fixedOrder));
  }

  @Override
  public boolean progress() {
    return runtime.progress();
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
    return call(MemorySegment.NULL, MemorySegment.NULL)
        .plan(CollectiveOperation.BARRIER, NO_ROOT, 0)
        .giving();
  }

  // --- broadcast

  @Override
  public CollectiveRequest startBroadcast(int root, MemorySegment bytes) {
    return started(broadcast(call(bytes, bytes), root));
  }

  @Override
  public void broadcast(int root, MemorySegment bytes) {
    await(broadcast(call(bytes, bytes), root));
  }

  @Override
  public CollectiveRequest startBroadcast(int root, GlobalRange bytes) {
    return started(broadcast(call(bytes, bytes), root));
  }

  private Call broadcast(Call call, int root) {
    requireRoot(root);
    return call.plan(CollectiveOperation.BROADCAST, root, call.toBytes())
        .inPlace(rank == root ? Access.READ : Access.WRITE);
  }

  // --- reductions

  @Override
  public CollectiveRequest startReduce(
      int root, MemorySegment from, MemorySegment to, Datatype type, Operator operator) {
    return started(reduce(call(from, to), root, type, operator));
  }

  @Override
  public void reduce(
      int root, MemorySegment from, MemorySegment to, Datatype type, Operator operator) {
    await(reduce(call(from, to), root, type, operator));
  }

  @Override
  public CollectiveRequest startReduce(
      int root, GlobalRange from, GlobalRange to, Datatype type, Operator operator) {
    return started(reduce(call(from, to), root, type, operator));
  }

  private Call reduce(Call call, int root, Datatype type, Operator operator) {
    requireRoot(root);
    call.plan(CollectiveOperation.REDUCE, root, type, operator);
    if (rank != root) {
      return call.giving();
    }
    requireSize("to", call.toBytes(), call.fromBytes());
    return call.both(Access.WRITE);
  }

  @Override
  public CollectiveRequest startAllreduce(
      MemorySegment from, MemorySegment to, Datatype type, Operator operator) {
    return started(allreduce(call(from, to), type, operator));
  }

  @Override
  public void allreduce(MemorySegment from, MemorySegment to, Datatype type, Operator operator) {
    await(allreduce(call(from, to), type, operator));
  }

  @Override
  public CollectiveRequest startAllreduce(
      GlobalRange from, GlobalRange to, Datatype type, Operator operator) {
    return started(allreduce(call(from, to), type, operator));
  }

  private Call allreduce(Call call, Datatype type, Operator operator) {
    requireSize("to", call.toBytes(), call.fromBytes());
    return call.plan(CollectiveOperation.ALLREDUCE, NO_ROOT, type, operator).both(Access.WRITE);
  }

  // --- blocks

  @Override
  public CollectiveRequest startGather(int root, MemorySegment from, MemorySegment to) {
    return started(gather(call(from, to), root));
  }

  @Override
  public void gather(int root, MemorySegment from, MemorySegment to) {
    await(gather(call(from, to), root));
  }

  @Override
  public CollectiveRequest startGather(int root, GlobalRange from, GlobalRange to) {
    return started(gather(call(from, to), root));
  }

  private Call gather(Call call, int root) {
    requireRoot(root);
    long block = call.fromBytes();
    call.plan(CollectiveOperation.GATHER, root, block);
    return rank == root ? exchanging(call, block, all(block)) : call.giving();
  }

  @Override
  public CollectiveRequest startAllgather(MemorySegment from, MemorySegment to) {
    return started(allgather(call(from, to)));
  }

  @Override
  public void allgather(MemorySegment from, MemorySegment to) {
    await(allgather(call(from, to)));
  }

  @Override
  public CollectiveRequest startAllgather(GlobalRange from, GlobalRange to) {
    return started(allgather(call(from, to)));
  }

  private Call allgather(Call call) {
    long block = call.fromBytes();
    call.plan(CollectiveOperation.ALLGATHER, NO_ROOT, block);
    return exchanging(call, block, all(block));
  }

  @Override
  public CollectiveRequest startScatter(int root, MemorySegment from, MemorySegment to) {
    return started(scatter(call(from, to), root));
  }

  @Override
  public void scatter(int root, MemorySegment from, MemorySegment to) {
    await(scatter(call(from, to), root));
  }

  @Override
  public CollectiveRequest startScatter(int root, GlobalRange from, GlobalRange to) {
    return started(scatter(call(from, to), root));
  }

  private Call scatter(Call call, int root) {
    requireRoot(root);
    long block = call.toBytes();
    call.plan(CollectiveOperation.SCATTER, root, block);
    return rank == root ? exchanging(call, all(block), block) : call.getting();
  }

  @Override
  public CollectiveRequest startAllToAll(MemorySegment from, MemorySegment to) {
    return started(allToAll(call(from, to)));
  }

  @Override
  public void allToAll(MemorySegment from, MemorySegment to) {
    await(allToAll(call(from, to)));
  }

  @Override
  public CollectiveRequest startAllToAll(GlobalRange from, GlobalRange to) {
    return started(allToAll(call(from, to)));
  }

  private Call allToAll(Call call) {
    long bytes = call.fromBytes();
    if (bytes % pes != 0) {
      throw new IllegalArgumentException(
          "from.byteSize=" + bytes + " must be a multiple of the number of PEs, " + pes);
    }
    call.plan(CollectiveOperation.ALL_TO_ALL, NO_ROOT, bytes / pes);
    return exchanging(call, bytes, bytes);
  }

  private static Call exchanging(Call call, long fromBytes, long toBytes) {
    requireSize("from", call.fromBytes(), fromBytes);
    requireSize("to", call.toBytes(), toBytes);
    return call.apart(Access.WRITE);
  }

  private long all(long block) {
    return Math.multiplyExact(block, (long) pes);
  }

  // --- graphs

  @Override
  public Graph graph(String name, Graph.Definition definition) {
    return runtime.planner.graph(name, settings, definition);
  }

  @Override
  public CollectiveRequest issue(Graph graph, MemorySegment input, MemorySegment output) {
    return started(graphCall(call(input, output), graph));
  }

  @Override
  public CollectiveRequest issue(Graph graph, GlobalRange input, GlobalRange output) {
    return started(graphCall(call(input, output), graph));
  }

  private Call graphCall(Call call, Graph graph) {
    if (!(graph instanceof GraphNodes nodes)) {
      throw new IllegalArgumentException(graph + " was not made by Collectives.graph");
    }
    requireSize("input", call.fromBytes(), nodes.inputBytes);
    requireSize("output", call.toBytes(), nodes.outputBytes);
    if (nodes.pes != pes) {
      throw new IllegalArgumentException(
          graph + " was made for " + nodes.pes + " PEs, the job has " + pes);
    }
    return call.plan(nodes).both(Access.READ_WRITE); // it may leave parts of the output
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

  // --- issuing

  private Call call(MemorySegment from, MemorySegment to) {
    return runtime.call().begin(settings, from, to);
  }

  private Call call(GlobalRange from, GlobalRange to) {
    return runtime.call().begin(settings, from, to);
  }

  private CollectiveRequest started(Call call) {
    return call.start(new RequestHandle(runtime.engine));
  }

  private void await(Call call) {
    call.run(runtime.blockingRequest());
  }
}
