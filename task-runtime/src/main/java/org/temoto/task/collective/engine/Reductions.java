package org.temoto.task.collective.engine;

import it.unimi.dsi.fastutil.ints.IntArrays;
import org.temoto.task.collective.Graph.Buffer;
import org.temoto.task.collective.engine.GraphNodes.Kind;

/**
 * Reductions along trees and chains, to a root or to all. The elements of all PEs are the input. A
 * node does not change any more what it has sent up: the result comes down only after it has been
 * received above.
 */
final class Reductions {
  private static final int[] NOTHING = {};

  private Reductions() {}

  /**
   * Place where a PE has what it has combined so far, and the nodes after which that is complete.
   */
  private record Partial(Place place, int[] nodes) {}

  // --- to a root

  /**
   * Up a binomial tree. With an operator that commutes the root is its top; else PE 0 is, so that
   * all is combined in the order of the PEs, and sends the result to the root.
   */
  static void treeToRoot(GraphDraft graph, int root, long bytes, TypedOperator reduction) {
    int top = reduction.operator().isCommutative() ? root : 0;
    if (graph.rank() == root && root == top) {
      up(graph, top, bytes, reduction, Buffer.OUTPUT);
    } else {
      Partial sum = up(graph, top, bytes, reduction, Buffer.SCRATCH);
      forward(graph, top, root, bytes, sum);
    }
  }

  /** Along the PEs, from 0 to the last one, which sends the result to the root. */
  static void chainToRoot(GraphDraft graph, int root, long bytes, TypedOperator reduction) {
    int last = graph.pes() - 1;
    boolean ends = graph.rank() == last && root == last;
    Partial sum = along(graph, bytes, reduction, ends ? Buffer.OUTPUT : Buffer.SCRATCH);
    forward(graph, last, root, bytes, sum);
  }

  private static void forward(GraphDraft graph, int from, int root, long bytes, Partial sum) {
    if (from == root) {
      return;
    }
    if (graph.rank() == from) {
      send(graph, root, bytes, sum);
    }
    if (graph.rank() == root) {
      Pieces.receive(graph, from, Buffer.OUTPUT, 0, bytes);
    }
  }

  // --- to all

  /** Up a binomial tree to PE 0, in the order of the PEs, and down again. */
  static void treeToAll(GraphDraft graph, long bytes, TypedOperator reduction) {
    Partial sum = up(graph, 0, bytes, reduction, Buffer.OUTPUT);
    int rank = graph.rank();
    int parent = Trees.binomialParent(rank);
    int[] come =
        parent == Trees.NONE ? sum.nodes : Pieces.receive(graph, parent, Buffer.OUTPUT, 0, bytes);
    for (int child : IntArrays.reverse(Trees.binomialChildren(rank, graph.pes()))) {
      Pieces.follow(graph, Pieces.send(graph, child, Buffer.OUTPUT, 0, bytes), come);
    }
  }

  /** Along the PEs and back. */
  static void chainToAll(GraphDraft graph, long bytes, TypedOperator reduction) {
    int rank = graph.rank();
    boolean isLast = rank == graph.pes() - 1;
    Partial sum = along(graph, bytes, reduction, Buffer.OUTPUT);
    int[] come = isLast ? sum.nodes : Pieces.receive(graph, rank + 1, Buffer.OUTPUT, 0, bytes);
    if (rank > 0) {
      Pieces.follow(graph, Pieces.send(graph, rank - 1, Buffer.OUTPUT, 0, bytes), come);
    }
  }

  // --- parts

  /** Combines what is below in the binomial tree under {@code top}, and sends it up. */
  private static Partial up(
      GraphDraft graph, int top, long bytes, TypedOperator reduction, Buffer buffer) {
    int pes = graph.pes();
    int node = (graph.rank() - top + pes) % pes;
    Partial sum = new Partial(new Place(Buffer.INPUT, 0), NOTHING);
    int[] children = Trees.binomialChildren(node, pes);
    if (children.length > 0) {
      Place into = new Place(buffer, buffer == Buffer.SCRATCH ? graph.scratch(bytes) : 0);
      for (int child : children) {
        int from = (child + top) % pes;
        int[] nodes = Pieces.combine(graph, Kind.COMBINE, from, reduction, sum.place, into, bytes);
        Pieces.follow(graph, nodes, sum.nodes);
        sum = new Partial(into, nodes);
      }
    }
    if (node != 0) {
      send(graph, (Trees.binomialParent(node) + top) % pes, bytes, sum);
    } else if (pes == 1) {
      Pieces.copy(graph, Buffer.INPUT, 0, buffer, 0, bytes);
    }
    return sum;
  }

  /** Puts the own elements behind what comes from the PE before, and sends it to the next one. */
  private static Partial along(
      GraphDraft graph, long bytes, TypedOperator reduction, Buffer buffer) {
    int rank = graph.rank();
    Partial sum = new Partial(new Place(Buffer.INPUT, 0), NOTHING);
    if (rank > 0) {
      Place into = new Place(buffer, buffer == Buffer.SCRATCH ? graph.scratch(bytes) : 0);
      int[] nodes =
          Pieces.combine(graph, Kind.COMBINE_BEFORE, rank - 1, reduction, sum.place, into, bytes);
      sum = new Partial(into, nodes);
    }
    if (rank < graph.pes() - 1) {
      send(graph, rank + 1, bytes, sum);
    } else if (graph.pes() == 1) {
      Pieces.copy(graph, Buffer.INPUT, 0, buffer, 0, bytes);
    }
    return sum;
  }

  private static void send(GraphDraft graph, int to, long bytes, Partial sum) {
    long offset = sum.place.offset();
    int[] messages = Pieces.send(graph, to, sum.place.buffer(), offset, offset + bytes);
    Pieces.follow(graph, messages, sum.nodes);
  }
}
