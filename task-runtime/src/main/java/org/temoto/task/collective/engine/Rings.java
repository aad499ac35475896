package org.temoto.task.collective.engine;

import org.temoto.task.collective.Graph.Buffer;
import org.temoto.task.collective.engine.GraphNodes.Kind;

/**
 * Reductions around a ring: one P-th of the elements after the other goes once around and gathers
 * the elements of all PEs (reduce-scatter); the results go once more around, or to a root. Each PE
 * sends 2 (P-1)/P of the bytes at most, which is the least. The order of combination of a part
 * begins at another PE for each: the operator commutes.
 *
 * <p>Results replace what has been sent before: they come only after that has been received.
 */
final class Rings {
  private Rings() {}

  static void toAll(GraphDraft graph, long bytes, TypedOperator reduction) {
    int pes = graph.pes();
    int rank = graph.rank();
    BlockPartition blocks = new BlockPartition(bytes, pes, reduction.type().bytes());
    int[] done = reduceScatter(graph, blocks, reduction, Buffer.OUTPUT, 0);
    around(graph, blocks, (rank + 1) % pes, pes - 1, done);
  }

  /**
   * Passes blocks of the output on, {@code steps} times: {@code first}, which is complete after the
   * nodes {@code done}, then what has come.
   */
  static void around(GraphDraft graph, BlockPartition blocks, int first, int steps, int[] done) {
    int[] come = done;
    for (int step = 0; step < steps; step++) {
      int sent = Math.floorMod(first - step, graph.pes());
      int received = Math.floorMod(first - step - 1, graph.pes());
      Pieces.follow(graph, send(graph, Buffer.OUTPUT, 0, blocks, sent), come);
      come = receive(graph, blocks, received);
    }
  }

  /** Receives a block of the output from the PE before. */
  static int[] receive(GraphDraft graph, BlockPartition blocks, int block) {
    return Pieces.receive(
        graph, previous(graph), Buffer.OUTPUT, blocks.from(block), blocks.to(block));
  }

  static void toRoot(GraphDraft graph, int root, long bytes, TypedOperator reduction) {
    int pes = graph.pes();
    int rank = graph.rank();
    BlockPartition blocks = new BlockPartition(bytes, pes, reduction.type().bytes());
    boolean here = rank == root;
    long base = here ? 0 : graph.scratch(bytes);
    Buffer buffer = here ? Buffer.OUTPUT : Buffer.SCRATCH;
    int[] done = reduceScatter(graph, blocks, reduction, buffer, base);
    if (here) {
      for (int pe = 0; pe < pes; pe++) {
        int block = (pe + 1) % pes;
        if (pe != root) {
          Pieces.receive(graph, pe, Buffer.OUTPUT, blocks.from(block), blocks.to(block));
        }
      }
    } else {
      int block = (rank + 1) % pes;
      int[] messages =
          Pieces.send(graph, root, buffer, base + blocks.from(block), base + blocks.to(block));
      Pieces.follow(graph, messages, done);
    }
  }

  /** Returns the nodes after which the part behind the own one is complete, in {@code buffer}. */
  private static int[] reduceScatter(
      GraphDraft graph, BlockPartition blocks, TypedOperator reduction, Buffer buffer, long base) {
    int pes = graph.pes();
    int rank = graph.rank();
    if (pes == 1) {
      return Pieces.copy(graph, Buffer.INPUT, 0, buffer, base, blocks.bytes());
    }
    int[] done = {};
    for (int step = 0; step < pes - 1; step++) {
      int sent = (rank - step + pes) % pes;
      int received = (rank - 1 - step + pes) % pes;
      Pieces.follow(
          graph,
          step == 0
              ? send(graph, Buffer.INPUT, 0, blocks, sent)
              : send(graph, buffer, base, blocks, sent),
          done);
      long at = blocks.from(received);
      done =
          Pieces.combine(
              graph,
              Kind.COMBINE_BEFORE,
              previous(graph),
              reduction,
              new Place(Buffer.INPUT, at),
              new Place(buffer, base + at),
              blocks.to(received) - at);
    }
    return done;
  }

  /** Sends a block to the next PE. */
  private static int[] send(
      GraphDraft graph, Buffer buffer, long base, BlockPartition blocks, int block) {
    int next = (graph.rank() + 1) % graph.pes();
    return Pieces.send(graph, next, buffer, base + blocks.from(block), base + blocks.to(block));
  }

  private static int previous(GraphDraft graph) {
    return (graph.rank() + graph.pes() - 1) % graph.pes();
  }
}
