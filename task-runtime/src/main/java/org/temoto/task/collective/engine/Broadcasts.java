package org.temoto.task.collective.engine;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import org.temoto.task.collective.Collectives.Algorithm;
import org.temoto.task.collective.Graph.Buffer;

/** Broadcasts from a root: the bytes are the output, which at the root is there. */
final class Broadcasts {
  private Broadcasts() {}

  static void define(GraphDraft graph, Algorithm algorithm, int root, long bytes) {
    int pes = graph.pes();
    int node = relative(graph, root);
    switch (algorithm) {
      case BINOMIAL_TREE -> {
        int[] children = IntArrays.reverse(Trees.binomialChildren(node, pes));
        tree(graph, root, bytes, Trees.binomialParent(node), children);
      }
      case BINARY_TREE ->
          tree(graph, root, bytes, Trees.binaryParent(node), Trees.binaryChildren(node, pes));
      case RING -> {
        int[] next = node + 1 < pes ? new int[] {node + 1} : new int[0];
        tree(graph, root, bytes, node - 1, next);
      }
      case SCATTER_ALLGATHER -> scatterAllgather(graph, root, bytes);
      default -> throw new AssertionError(algorithm);
    }
  }

  private static int relative(GraphDraft graph, int root) {
    return (graph.rank() - root + graph.pes()) % graph.pes();
  }

  private static int absolute(GraphDraft graph, int root, int node) {
    return (node + root) % graph.pes();
  }

  /** Each chunk comes from the parent and goes to the children, a pipeline of chunks. */
  private static void tree(GraphDraft graph, int root, long bytes, int parent, int[] children) {
    long chunk = graph.chunkBytes();
    for (long at = 0; at < bytes; at += chunk) {
      long size = Math.min(chunk, bytes - at);
      int[] come = {};
      if (parent >= 0) {
        int from = absolute(graph, root, parent);
        come = Pieces.receive(graph, from, Buffer.OUTPUT, at, at + size);
      }
      for (int child : children) {
        int to = absolute(graph, root, child);
        Pieces.follow(graph, Pieces.send(graph, to, Buffer.OUTPUT, at, at + size), come);
      }
    }
  }

  /**
   * Van de Geijn's: parts go down a binomial tree, each subtree's together; then around a ring. The
   * root and its ring neighbour before it leave out what the root has.
   */
  private static void scatterAllgather(GraphDraft graph, int root, long bytes) {
    int pes = graph.pes();
    int node = relative(graph, root);
    BlockPartition blocks = new BlockPartition(bytes, pes, 1);
    int[] last = scatter(graph, root, blocks);
    int next = absolute(graph, root, (node + 1) % pes);
    int before = absolute(graph, root, (node + pes - 1) % pes);
    for (int step = 0; step < pes - 1; step++) {
      int[] come = {};
      int sent = (node - step + pes) % pes;
      int received = (node - 1 - step + pes) % pes;
      if (node != 0) {
        come =
            Pieces.receive(
                graph, before, Buffer.OUTPUT, blocks.from(received), blocks.to(received));
      }
      if (node != pes - 1) {
        int[] messages =
            Pieces.send(graph, next, Buffer.OUTPUT, blocks.from(sent), blocks.to(sent));
        Pieces.follow(graph, messages, last);
      }
      last = come;
    }
  }

  /** Returns the last node by which the own part has come, if any. */
  private static int[] scatter(GraphDraft graph, int root, BlockPartition blocks) {
    int pes = graph.pes();
    int node = relative(graph, root);
    int below = node == 0 ? pes : Math.min(pes, node + Integer.lowestOneBit(node));
    int[] last = {};
    if (node != 0) {
      int parent = absolute(graph, root, Trees.binomialParent(node));
      int[] come =
          Pieces.receive(graph, parent, Buffer.OUTPUT, blocks.from(node), blocks.from(below));
      last = Arrays.copyOfRange(come, Math.max(0, come.length - 1), come.length);
    }
    for (int child : IntArrays.reverse(Trees.binomialChildren(node, pes))) {
      int end = Math.min(pes, child + Integer.lowestOneBit(child));
      int to = absolute(graph, root, child);
      Pieces.follow(
          graph, Pieces.send(graph, to, Buffer.OUTPUT, blocks.from(child), blocks.from(end)), last);
    }
    return last;
  }
}
