package org.temoto.task.collective.engine;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.temoto.task.collective.Datatype;
import org.temoto.task.collective.Graph;
import org.temoto.task.collective.Graph.Buffer;
import org.temoto.task.collective.Operator;
import org.temoto.task.collective.engine.GraphNodes.Kind;
import org.temoto.task.collective.engine.GraphNodes.Node;
import org.temoto.task.collective.engine.GraphNodes.Pair;

/** {@link Graph.Builder} that becomes {@link GraphNodes}. */
final class GraphDraft implements Graph.Builder {
  /** Place of bytes that a node has no use for. */
  private static final Place NOWHERE = new Place(Buffer.SCRATCH, 0);

  final String name;
  final int pes;
  long inputBytes;
  long outputBytes;
  long scratchBytes;
  final List<Node> nodes = new ArrayList<>();
  final List<IntArrayList> successors = new ArrayList<>();
  final IntArrayList predecessors = new IntArrayList();
  final List<Pair> sends = new ArrayList<>();
  final List<Pair> receives = new ArrayList<>();

  private final int rank;
  private final long chunkBytes;

  /** The pairs with each PE; null where there is no message. */
  private final Pair[] to;

  private final Pair[] from;
  private boolean built;

  /**
   * @param chunkBytes the largest message
   */
  GraphDraft(String name, int rank, int pes, long inputBytes, long outputBytes, long chunkBytes) {
    this.name = name;
    this.rank = rank;
    this.pes = pes;
    this.inputBytes = inputBytes;
    this.outputBytes = outputBytes;
    this.chunkBytes = chunkBytes;
    to = new Pair[pes];
    from = new Pair[pes];
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int pes() {
    return pes;
  }

  @Override
  public long chunkBytes() {
    return chunkBytes;
  }

  @Override
  public void input(long bytes) {
    requireRoom(Buffer.INPUT, requireSize("input", bytes));
    inputBytes = bytes;
  }

  @Override
  public void output(long bytes) {
    requireRoom(Buffer.OUTPUT, requireSize("output", bytes));
    outputBytes = bytes;
  }

  private static long requireSize(String what, long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("bytes=" + bytes + " of " + what + " must be 0 or more");
    }
    return bytes;
  }

  @Override
  public long scratch(long bytes) {
    long at = scratchBytes;
    scratchBytes =
        Math.addExact(at, requireSize("scratch", bytes)) + SeatLayout.LINE - 1 & -SeatLayout.LINE;
    return at;
  }

  // --- nodes

  @Override
  public int send(int peer, Buffer buffer, long offset, long bytes) {
    Place place = new Place(buffer, offset);
    requirePeer("send to", peer);
    requireBytes("send", place, bytes);
    return message(Kind.SEND, peer, place, NOWHERE, bytes, null);
  }

  @Override
  public int receive(int peer, Buffer buffer, long offset, long bytes) {
    Place place = new Place(buffer, offset);
    requireTarget("receive", place, bytes);
    requirePeer("receive from", peer);
    return message(Kind.RECEIVE, peer, NOWHERE, place, bytes, null);
  }

  @Override
  public int combine(
      int peer,
      Buffer own,
      long ownOffset,
      Buffer target,
      long offset,
      long elements,
      Datatype type,
      Operator operator) {
    long bytes = Math.multiplyExact(elements, (long) type.bytes());
    Place from = new Place(own, ownOffset);
    Place to = new Place(target, offset);
    return combine(Kind.COMBINE, peer, from, to, bytes, TypedOperator.of(type, operator));
  }

  @Override
  public int combineBefore(
      int peer,
      Buffer own,
      long ownOffset,
      Buffer target,
      long offset,
      long elements,
      Datatype type,
      Operator operator) {
    long bytes = Math.multiplyExact(elements, (long) type.bytes());
    Place from = new Place(own, ownOffset);
    Place to = new Place(target, offset);
    return combine(Kind.COMBINE_BEFORE, peer, from, to, bytes, TypedOperator.of(type, operator));
  }

  int combine(Kind kind, int peer, Place own, Place target, long bytes, TypedOperator reduction) {
    requireBytes("combine", own, bytes);
    requireTarget("combine", target, bytes);
    requirePeer("receive from", peer);
    return message(kind, peer, own, target, bytes, reduction);
  }

  /** Messages of a pair are in the order of the calls. */
  private int message(
      Kind kind, int peer, Place source, Place target, long bytes, TypedOperator reduction) {
    requireMessage(bytes);
    Pair[] pairs = kind == Kind.SEND ? to : from;
    List<Pair> known = kind == Kind.SEND ? sends : receives;
    boolean first = pairs[peer] == null;
    if (first) {
      pairs[peer] = new Pair(known.size(), peer);
      known.add(pairs[peer]);
    }
    Pair pair = pairs[peer];
    int node =
        add(new Node(kind, pair, pair.messages, pair.data, source, target, bytes, reduction, null));
    if (!first) {
      after(node, pair.last);
    }
    pair.last = node;
    pair.messages++;
    pair.data += bytes > 0 ? 1 : 0;
    pair.slotBytes = Math.max(pair.slotBytes, bytes + SeatLayout.LINE - 1 & -SeatLayout.LINE);
    return node;
  }

  @Override
  public int copy(Buffer source, long sourceOffset, Buffer target, long offset, long bytes) {
    Place from = new Place(source, sourceOffset);
    Place to = new Place(target, offset);
    requireBytes("copy", from, bytes);
    requireTarget("copy", to, bytes);
    return add(new Node(Kind.COPY, null, 0, 0, from, to, bytes, null, null));
  }

  @Override
  public int compute(Graph.Kernel kernel) {
    return add(new Node(Kind.COMPUTE, null, 0, 0, NOWHERE, NOWHERE, 0, null, kernel));
  }

  @Override
  public void after(int node, int before) {
    requireNode(node);
    requireNode(before);
    successors.get(before).add(node);
    predecessors.set(node, predecessors.getInt(node) + 1);
  }

  private int add(Node node) {
    if (built) {
      throw new IllegalStateException("the graph has been built");
    }
    nodes.add(node);
    successors.add(new IntArrayList());
    predecessors.add(0);
    return nodes.size() - 1;
  }

  // --- what is refused

  private void requireNode(int node) {
    if (node < 0 || node >= nodes.size()) {
      throw new IllegalArgumentException(
          "node=" + node + " is none of the graph's " + nodes.size() + " nodes so far");
    }
  }

  private void requirePeer(String what, int peer) {
    if (peer < 0 || peer >= pes || peer == rank) {
      throw new IllegalArgumentException(
          what + " PE " + peer + " by PE " + rank + ": must be another one of the " + pes);
    }
  }

  private void requireMessage(long bytes) {
    if (bytes > chunkBytes) {
      throw new IllegalArgumentException(
          "a message of %s bytes: at most chunkBytes=%s, what is larger is sent in several"
              .formatted(bytes, chunkBytes));
    }
  }

  private void requireTarget(String what, Place place, long bytes) {
    if (place.buffer() == Buffer.INPUT) {
      throw new IllegalArgumentException(what + " into INPUT: it is read only");
    }
    requireBytes(what, place, bytes);
  }

  private void requireBytes(String what, Place place, long bytes) {
    long size =
        switch (place.buffer()) {
          case INPUT -> inputBytes;
          case OUTPUT -> outputBytes;
          case SCRATCH -> scratchBytes;
        };
    requireInside(size, what, place, bytes);
  }

  private static void requireInside(long size, String what, Place place, long bytes) {
    long offset = place.offset();
    if (offset < 0 || bytes < 0 || offset > size - bytes) {
      throw new IndexOutOfBoundsException(
          "%s of [offset=%s, bytes=%s] is outside the %s bytes of %s"
              .formatted(what, offset, bytes, size, place.buffer()));
    }
  }

  /** Nodes were checked against the size that the buffer had before. */
  private void requireRoom(Buffer buffer, long size) {
    for (Node node : nodes) {
      for (Place place : List.of(node.from(), node.to())) {
        if (place.buffer() == buffer) {
          requireInside(size, node.kind() + " before that", place, node.bytes());
        }
      }
    }
  }

  // --- the graph

  /** Tells whether a node calls the program's code. */
  boolean callsProgram() {
    return nodes.stream().anyMatch(Node::callsProgram);
  }

  /**
   * Appends what tells this PE's part from others, which differ in anything but the code of their
   * kernels.
   */
  void describe(StringBuilder text) {
    text.append(List.of(inputBytes, outputBytes, scratchBytes));
    for (int i = 0; i < nodes.size(); i++) {
      Node node = nodes.get(i);
      int peer = node.pair() == null ? rank : node.pair().peer;
      if (node.reduction() != null) {
        text.append(node.reduction().describe()).append(' ');
      }
      text.append(
          List.of(node.kind(), node.from(), node.to(), peer, node.bytes(), successors.get(i)));
    }
  }

  /**
   * The graph.
   *
   * @param agrees whether the program's code is called on any PE: then an agreement ends it
   * @param signature what PEs compare
   */
  GraphNodes build(boolean agrees, Signature signature) {
    if (agrees) {
      // Signals after everything: a PE that has them all knows that all have come to its end, and
      // has said what failed.
      Barriers.dissemination(this, sinks());
    }
    built = true;
    return new GraphNodes(this, agrees, signature);
  }

  /** The nodes that nothing comes after. */
  private int[] sinks() {
    return IntStream.range(0, nodes.size()).filter(i -> successors.get(i).isEmpty()).toArray();
  }
}
