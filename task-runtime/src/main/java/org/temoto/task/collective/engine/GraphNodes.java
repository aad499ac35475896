package org.temoto.task.collective.engine;

import java.util.Arrays;
import org.temoto.task.collective.Graph;

/**
 * One PE's nodes of a {@link Graph}, without references between nodes; immutable, used by any
 * number of collectives. Made by a {@link GraphDraft}.
 */
final class GraphNodes implements Graph {
  /** Kind of a node. */
  enum Kind {
    /** Puts bytes into the receiver's buffer and signals; with no bytes, signals only. */
    SEND,
    /** Takes bytes out of the buffer. */
    RECEIVE,
    /** {@code to = from op received}. */
    COMBINE,
    /** {@code to = received op from}. */
    COMBINE_BEFORE,
    COPY,
    COMPUTE
  }

  /** Messages with one other PE in one direction. Changed by the {@link GraphDraft} only. */
  static final class Pair {
    /** The place among those of the direction. */
    final int index;

    final int peer;

    int messages;

    /** Messages that have bytes. */
    int data;

    /** The largest message, rounded up. */
    long slotBytes;

    int last;

    Pair(int index, int peer) {
      this.index = index;
      this.peer = peer;
    }
  }

  /**
   * A node; members that its kind has no use for are 0, null or any place.
   *
   * @param pair null where nothing is sent or received
   * @param message the number of its message among those of the pair
   * @param datum the same among those that have bytes
   */
  record Node(
      Kind kind,
      Pair pair,
      int message,
      int datum,
      Place from,
      Place to,
      long bytes,
      TypedOperator reduction,
      Kernel kernel) {
    boolean callsProgram() {
      return kind == Kind.COMPUTE || reduction != null && reduction.isOwn();
    }
  }

  final String name;

  /** Signature that PEs that issue it compare. */
  final Signature signature;

  final int pes;
  final long inputBytes;
  final long outputBytes;
  final long scratchBytes;
  final Node[] nodes;
  final int[][] successors;
  final int[] predecessors;
  final Pair[] sends;
  final Pair[] receives;

  /** True if code of the program is called on any PE, and may throw: all agree at the end. */
  final boolean agrees;

  /** Bytes of all messages. Their sources are the channel's for a while. */
  final long sentBytes;

  GraphNodes(GraphDraft draft, boolean agrees, Signature signature) {
    name = draft.name;
    pes = draft.pes;
    inputBytes = draft.inputBytes;
    outputBytes = draft.outputBytes;
    scratchBytes = draft.scratchBytes;
    nodes = draft.nodes.toArray(Node[]::new);
    successors = draft.successors.stream().map(after -> after.toIntArray()).toArray(int[][]::new);
    predecessors = draft.predecessors.toIntArray();
    sends = draft.sends.toArray(Pair[]::new);
    receives = draft.receives.toArray(Pair[]::new);
    this.agrees = agrees;
    this.signature = signature;
    sentBytes =
        Arrays.stream(nodes).mapToLong(node -> node.kind == Kind.SEND ? node.bytes : 0).sum();
  }

  /**
   * Bytes that the receive windows take if each has {@code buffers} buffers, or one per message.
   */
  long windowBytes(int buffers) {
    long sum = 0;
    for (Pair pair : receives) {
      sum += Math.min(buffers, pair.data) * pair.slotBytes;
    }
    return sum;
  }

  @Override
  public String toString() {
    return name + " of " + nodes.length + " nodes";
  }
}
