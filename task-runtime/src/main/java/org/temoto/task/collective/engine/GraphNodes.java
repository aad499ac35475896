package org.temoto.task.collective.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.temoto.task.collective.Graph;

/**
 * One PE's nodes of a {@link Graph}: flat arrays without references between nodes; immutable, used
 * by any number of collectives. Made by a {@link GraphDraft}.
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
    COMPUTE;

    boolean sends() {
      return this == SEND;
    }

    boolean receives() {
      return this == RECEIVE || this == COMBINE || this == COMBINE_BEFORE;
    }
  }

  /**
   * Messages with one other PE in one direction.
   *
   * @param peer the other PE
   * @param messages how many there are
   * @param data how many of them have bytes
   * @param slotBytes the largest, rounded up
   */
  record Pair(int peer, int messages, int data, long slotBytes) {}

  final String name;

  /** Signature that PEs that issue it compare. */
  final Signature signature;

  final int pes;
  final long inputBytes;
  final long outputBytes;
  final long scratchBytes;

  final Kind[] kinds;

  /** Place of the other PE of a node among {@link #sends} or {@link #receives}. */
  final int[] pairs;

  /** Ordinals of {@link Graph.Buffer}. */
  final byte[] fromBuffers;

  final long[] fromOffsets;
  final byte[] toBuffers;
  final long[] toOffsets;
  final long[] bytes;

  /** The number of a node's message among those of its pair, and among those that have bytes. */
  final int[] messages;

  final int[] data;

  /** Null where a node neither combines nor computes. */
  final Reduction[] reductions;

  final Graph.Kernel[] kernels;

  /** The successors of node i are at firstSuccessor[i] to firstSuccessor[i + 1]. */
  final int[] firstSuccessor;

  final int[] successors;
  final int[] predecessors;
  final Pair[] sends;
  final Pair[] receives;

  /** True if code of the program is called on any PE, and may throw: all agree at the end. */
  final boolean agrees;

  /** Of all messages. Their sources are the channel's for a while. */
  final long sentBytes;

  GraphNodes(
      GraphDraft draft,
      int[] firstSuccessor,
      int[] successors,
      int[] predecessors,
      boolean agrees,
      Signature signature) {
    int nodes = draft.nodes.size();
    name = draft.name;
    pes = draft.pes;
    inputBytes = draft.inputBytes;
    outputBytes = draft.outputBytes;
    scratchBytes = draft.scratchBytes;
    kinds = new Kind[nodes];
    pairs = new int[nodes];
    fromBuffers = new byte[nodes];
    fromOffsets = new long[nodes];
    toBuffers = new byte[nodes];
    toOffsets = new long[nodes];
    bytes = new long[nodes];
    messages = new int[nodes];
    data = new int[nodes];
    reductions = new Reduction[nodes];
    kernels = new Graph.Kernel[nodes];
    for (int i = 0; i < nodes; i++) {
      GraphDraft.Node node = draft.nodes.get(i);
      kinds[i] = node.kind();
      fromBuffers[i] = (byte) node.from().ordinal();
      fromOffsets[i] = node.fromOffset();
      toBuffers[i] = (byte) node.to().ordinal();
      toOffsets[i] = node.toOffset();
      bytes[i] = node.bytes();
      reductions[i] = node.reduction();
      kernels[i] = node.kernel();
    }
    this.firstSuccessor = firstSuccessor;
    this.successors = successors;
    this.predecessors = predecessors;
    this.agrees = agrees;
    this.signature = signature;
    sends = number(draft, Kind::sends);
    receives = number(draft, Kind::receives);
    sentBytes = sentBytes();
  }

  /** Numbers the messages of one direction; returns its pairs. */
  private Pair[] number(GraphDraft draft, Predicate<Kind> direction) {
    int[] places = new int[pes];
    Arrays.fill(places, -1);
    List<Pair> found = new ArrayList<>();
    for (int i = 0; i < kinds.length; i++) {
      if (direction.test(kinds[i])) {
        int peer = draft.nodes.get(i).peer();
        if (places[peer] < 0) {
          places[peer] = found.size();
          found.add(new Pair(peer, 0, 0, 0));
        }
        Pair pair = found.get(places[peer]);
        pairs[i] = places[peer];
        messages[i] = pair.messages;
        data[i] = pair.data;
        long slot = Math.max(pair.slotBytes, bytes[i] + SeatLayout.LINE - 1 & -SeatLayout.LINE);
        found.set(
            places[peer],
            new Pair(peer, pair.messages + 1, pair.data + (bytes[i] > 0 ? 1 : 0), slot));
      }
    }
    return found.toArray(Pair[]::new);
  }

  private long sentBytes() {
    long sum = 0;
    for (int i = 0; i < kinds.length; i++) {
      sum += kinds[i] == Kind.SEND ? bytes[i] : 0;
    }
    return sum;
  }

  int nodes() {
    return kinds.length;
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
    return name + " of " + kinds.length + " nodes";
  }
}
