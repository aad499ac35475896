package org.temoto.task.collective.engine;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.temoto.task.collective.Datatype;
import org.temoto.task.collective.Graph;
import org.temoto.task.collective.Graph.Buffer;
import org.temoto.task.collective.Operator;
import org.temoto.task.collective.engine.GraphNodes.Kind;

/** {@link Graph.Builder} that becomes {@link GraphNodes}. */
final class GraphDraft implements Graph.Builder {
  /** A node; members that its kind has no use for are 0, null or any buffer. */
  record Node(
      Kind kind,
      int peer,
      Buffer from,
      long fromOffset,
      Buffer to,
      long toOffset,
      long bytes,
      Reduction reduction,
      Graph.Kernel kernel) {
    boolean callsProgram() {
      return kind == Kind.COMPUTE || reduction != null && reduction.isOwn();
    }
  }

  private static final int NONE = -1;

  final String name;
  final int pes;
  long inputBytes;
  long outputBytes;
  final List<Node> nodes = new ArrayList<>();
  long scratchBytes;

  private final int rank;
  private final long chunkBytes;

  /** Edges: before, after, before, after... */
  private final IntArrayList edges = new IntArrayList();

  private final int[] lastSend;
  private final int[] lastReceive;
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
    lastSend = new int[pes];
    lastReceive = new int[pes];
    Arrays.fill(lastSend, NONE);
    Arrays.fill(lastReceive, NONE);
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
    inputBytes = requireSize("input", bytes);
  }

  @Override
  public void output(long bytes) {
    outputBytes = requireSize("output", bytes);
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
  public int send(int to, Buffer buffer, long offset, long bytes) {
    requirePeer("send to", to);
    requireBytes("send", buffer, offset, bytes);
    requireMessage(bytes);
    int node = add(new Node(Kind.SEND, to, buffer, offset, Buffer.SCRATCH, 0, bytes, null, null));
    lastSend[to] = follow(lastSend[to], node);
    return node;
  }

  @Override
  public int receive(int from, Buffer buffer, long offset, long bytes) {
    requireTarget("receive", buffer);
    requireBytes("receive", buffer, offset, bytes);
    return receive(
        new Node(Kind.RECEIVE, from, Buffer.SCRATCH, 0, buffer, offset, bytes, null, null));
  }

  @Override
  public int combine(
      int from,
      Buffer own,
      long ownOffset,
      Buffer to,
      long toOffset,
      long elements,
      Datatype type,
      Operator operator) {
    return combine(Kind.COMBINE, from, own, ownOffset, to, toOffset, elements, type, operator);
  }

  @Override
  public int combineBefore(
      int from,
      Buffer own,
      long ownOffset,
      Buffer to,
      long toOffset,
      long elements,
      Datatype type,
      Operator operator) {
    return combine(
        Kind.COMBINE_BEFORE, from, own, ownOffset, to, toOffset, elements, type, operator);
  }

  private int combine(
      Kind kind,
      int from,
      Buffer own,
      long ownOffset,
      Buffer to,
      long toOffset,
      long elements,
      Datatype type,
      Operator operator) {
    Reduction reduction = Reduction.of(type, operator);
    long bytes = Math.multiplyExact(elements, (long) type.bytes());
    requireBytes("combine", own, ownOffset, bytes);
    requireTarget("combine", to);
    requireBytes("combine", to, toOffset, bytes);
    return receive(new Node(kind, from, own, ownOffset, to, toOffset, bytes, reduction, null));
  }

  private int receive(Node node) {
    requirePeer("receive from", node.peer);
    requireMessage(node.bytes);
    int number = add(node);
    lastReceive[node.peer] = follow(lastReceive[node.peer], number);
    return number;
  }

  @Override
  public int copy(Buffer from, long fromOffset, Buffer to, long toOffset, long bytes) {
    requireBytes("copy", from, fromOffset, bytes);
    requireTarget("copy", to);
    requireBytes("copy", to, toOffset, bytes);
    return add(new Node(Kind.COPY, 0, from, fromOffset, to, toOffset, bytes, null, null));
  }

  @Override
  public int compute(Graph.Kernel kernel) {
    return add(new Node(Kind.COMPUTE, 0, Buffer.INPUT, 0, Buffer.OUTPUT, 0, 0, null, kernel));
  }

  @Override
  public void after(int node, int before) {
    requireNode(node);
    requireNode(before);
    edges.add(before);
    edges.add(node);
  }

  private int add(Node node) {
    if (built) {
      throw new IllegalStateException("the graph has been built");
    }
    nodes.add(node);
    return nodes.size() - 1;
  }

  private int follow(int before, int node) {
    if (before != NONE) {
      after(node, before);
    }
    return node;
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
          "a message of "
              + bytes
              + " bytes: at most chunkBytes="
              + chunkBytes
              + ", what is larger is sent in several");
    }
  }

  private static void requireTarget(String what, Buffer buffer) {
    if (buffer == Buffer.INPUT) {
      throw new IllegalArgumentException(what + " into INPUT: it is read only");
    }
  }

  private void requireBytes(String what, Buffer buffer, long offset, long bytes) {
    long size =
        switch (buffer) {
          case INPUT -> inputBytes;
          case OUTPUT -> outputBytes;
          case SCRATCH -> scratchBytes;
        };
    if (offset < 0 || bytes < 0 || offset > size - bytes) {
      throw new IndexOutOfBoundsException(
          what
              + " of [offset="
              + offset
              + ", bytes="
              + bytes
              + "] is outside the "
              + size
              + " bytes of "
              + buffer);
    }
  }

  // --- the graph

  /** Tells whether a node calls the program's code. */
  boolean callsProgram() {
    return nodes.stream().anyMatch(Node::callsProgram);
  }

  /** Adds this PE's part to what tells graphs of all PEs apart. */
  void addTo(Fingerprint fingerprint) {
    fingerprint.add(inputBytes).add(outputBytes).add(scratchBytes).add(nodes.size());
    for (Node node : nodes) {
      fingerprint
          .add(node.kind().ordinal())
          .add(node.peer())
          .add(node.from().ordinal())
          .add(node.fromOffset())
          .add(node.to().ordinal())
          .add(node.toOffset())
          .add(node.bytes());
      if (node.reduction() != null) {
        fingerprint.add(node.reduction().type().ordinal()).add(node.reduction().operator().name());
      }
    }
    for (int i = 0; i < edges.size(); i++) {
      fingerprint.add(edges.getInt(i));
    }
  }

  /**
   * The graph; refuses a cycle.
   *
   * @param agrees whether the program's code is called on any PE: then an agreement ends it
   * @param signature what PEs compare
   */
  GraphNodes build(boolean agrees, Signature signature) {
    if (agrees) {
      agree();
    }
    built = true;
    int count = nodes.size();
    int[] first = new int[count + 1];
    int[] predecessors = new int[count];
    for (int i = 0; i < edges.size(); i += 2) {
      first[edges.getInt(i) + 1]++;
      predecessors[edges.getInt(i + 1)]++;
    }
    for (int i = 0; i < count; i++) {
      first[i + 1] += first[i];
    }
    int[] fill = first.clone();
    int[] successors = new int[edges.size() / 2];
    for (int i = 0; i < edges.size(); i += 2) {
      successors[fill[edges.getInt(i)]++] = edges.getInt(i + 1);
    }
    GraphNodes graph = new GraphNodes(this, first, successors, predecessors, agrees, signature);
    GraphCheck.requireAcyclic(graph, rank);
    return graph;
  }

  /**
   * Signals after everything: a PE that has them all knows that all have come to its end, and has
   * said what failed.
   */
  private void agree() {
    int[] last = sinks();
    Barriers.dissemination(this, last);
  }

  /** The nodes that nothing comes after. */
  private int[] sinks() {
    boolean[] followed = new boolean[nodes.size()];
    for (int i = 0; i < edges.size(); i += 2) {
      followed[edges.getInt(i)] = true;
    }
    IntArrayList found = new IntArrayList();
    for (int i = 0; i < followed.length; i++) {
      if (!followed[i]) {
        found.add(i);
      }
    }
    return found.toIntArray();
  }
}
