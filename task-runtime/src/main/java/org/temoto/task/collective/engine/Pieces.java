package org.temoto.task.collective.engine;

import org.temoto.task.collective.Graph.Buffer;
import org.temoto.task.collective.engine.GraphNodes.Kind;

/**
 * Methods that send, receive and combine what is larger than a message as several: each returns its
 * nodes in order.
 */
final class Pieces {
  private Pieces() {}

  private interface Piece {
    int add(long at, long size);
  }

  private static int[] each(GraphDraft graph, long bytes, Piece piece) {
    long chunk = graph.chunkBytes();
    int[] nodes = new int[Math.toIntExact((bytes + chunk - 1) / chunk)];
    for (int i = 0; i < nodes.length; i++) {
      long at = i * chunk;
      nodes[i] = piece.add(at, Math.min(chunk, bytes - at));
    }
    return nodes;
  }

  static int[] send(GraphDraft graph, int pe, Buffer buffer, long from, long to) {
    return each(graph, to - from, (at, size) -> graph.send(pe, buffer, from + at, size));
  }

  static int[] receive(GraphDraft graph, int pe, Buffer buffer, long from, long to) {
    return each(graph, to - from, (at, size) -> graph.receive(pe, buffer, from + at, size));
  }

  /** {@code target = own op received}, or the other way round if {@code kind} says so. */
  static int[] combine(
      GraphDraft graph,
      Kind kind,
      int pe,
      TypedOperator reduction,
      Place own,
      Place target,
      long bytes) {
    return each(
        graph,
        bytes,
        (at, size) -> graph.combine(kind, pe, own.plus(at), target.plus(at), size, reduction));
  }

  static int[] copy(
      GraphDraft graph, Buffer source, long sourceFrom, Buffer target, long from, long bytes) {
    return each(
        graph, bytes, (at, size) -> graph.copy(source, sourceFrom + at, target, from + at, size));
  }

  /**
   * Each of {@code nodes} begins after the one of {@code before} at the same place, if there are as
   * many, else after the last of them.
   */
  static void follow(GraphDraft graph, int[] nodes, int[] before) {
    for (int i = 0; i < nodes.length && before.length > 0; i++) {
      graph.after(nodes[i], before.length == nodes.length ? before[i] : before[before.length - 1]);
    }
  }
}
