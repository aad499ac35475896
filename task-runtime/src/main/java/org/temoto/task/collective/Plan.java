package org.temoto.task.collective;

import java.util.ArrayDeque;

/**
 * A graph with what is needed to run it, again and again: how it uses the arena, what PEs agree on,
 * and executions that are not in use. Thread-safe.
 */
final class Plan {
  /** How many executions that are not in use are kept, and of how many bytes at most. */
  private static final int KEPT = 256;

  private static final long KEPT_BYTES = 16 << 20;

  final Graph graph;
  final Signature signature;

  /** At most so many buffers per pair of PEs. */
  final int buffers;

  /** Nodes without predecessors, a bit each. */
  final long[] first;

  private final ArrayDeque<Execution> unused = new ArrayDeque<>();

  Plan(Graph graph, Signature signature, int buffers) {
    this.graph = graph;
    this.signature = signature;
    this.buffers = buffers;
    first = new long[graph.nodes() + Long.SIZE - 1 >>> 6];
    for (int i = 0; i < graph.nodes(); i++) {
      if (graph.predecessors[i] == 0) {
        first[i >>> 6] |= 1L << i;
      }
    }
  }

  synchronized Execution take(Engine engine) {
    Execution kept = unused.pollLast();
    return kept != null ? kept : new Execution(engine, this);
  }

  synchronized void giveBack(Execution execution) {
    if (unused.size() < KEPT && (unused.size() + 1) * execution.ownBytes() <= KEPT_BYTES
        || unused.isEmpty()) {
      unused.addLast(execution);
    }
  }

  @Override
  public String toString() {
    return signature.toString();
  }
}
