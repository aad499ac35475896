package org.temoto.task.collective.engine;

import java.util.ArrayDeque;

/** A graph with what is needed to run it, again and again: its buffers and what PEs agree on. */
final class GraphPlan {
  final GraphNodes graph;

  /** At most so many buffers per pair of PEs. */
  final int buffers;

  /** Nodes without predecessors, a bit each. */
  final long[] first;

  /** Executions that no collective has, the last used last. Guarded by {@link Executions}. */
  final ArrayDeque<GraphExecution> unused = new ArrayDeque<>();

  /** True if the planner has forgotten it. Guarded as {@link #unused}. */
  boolean dropped;

  GraphPlan(GraphNodes graph, int buffers) {
    this.graph = graph;
    this.buffers = buffers;
    first = new long[graph.nodes.length + Long.SIZE - 1 >>> 6];
    for (int i = 0; i < graph.nodes.length; i++) {
      if (graph.predecessors[i] == 0) {
        first[i >>> 6] |= 1L << i;
      }
    }
  }

  @Override
  public String toString() {
    return graph.signature.toString();
  }
}
