package org.temoto.task.collective.engine;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.temoto.task.collective.engine.GraphNodes.Node;
import org.temoto.task.collective.engine.GraphNodes.Pair;

/** Check of the graphs of all PEs for what would wait for ever, before anything is sent. */
final class GraphCheck {
  private final GraphNodes[] graphs;

  /** The number of each graph's first node among the nodes of all. */
  private final int[] base;

  private final IntArrayList[] successors;

  private GraphCheck(GraphNodes[] graphs) {
    this.graphs = graphs;
    base = new int[graphs.length + 1];
    for (int i = 0; i < graphs.length; i++) {
      base[i + 1] = base[i] + graphs[i].nodes.length;
    }
    successors = new IntArrayList[base[graphs.length]];
    Arrays.setAll(successors, i -> new IntArrayList(2));
  }

  /**
   * Refuses graphs of all PEs whose messages do not match, or whose nodes wait for each other,
   * where a send may wait for the receive before it.
   */
  static void requireMatching(GraphNodes[] graphs) {
    GraphCheck check = new GraphCheck(graphs);
    check.addEdges();
    check.requireAcyclic(
        "graph \"%s\" has a cycle: on PE %s node %s (%s) waits for itself, or for nodes that do");
    for (int pe = 0; pe < graphs.length; pe++) {
      for (Pair pair : graphs[pe].sends) {
        check.match(pe, pair.peer);
      }
      for (Pair pair : graphs[pe].receives) {
        check.match(pair.peer, pe);
      }
    }
    check.requireAcyclic(
        "graph \"%s\" has a cycle between PEs: on PE %s node %s (%s) would wait for ever");
  }

  private void addEdges() {
    for (int pe = 0; pe < graphs.length; pe++) {
      for (int node = 0; node < graphs[pe].nodes.length; node++) {
        for (int next : graphs[pe].successors[node]) {
          successors[base[pe] + node].add(base[pe] + next);
        }
      }
    }
  }

  private void match(int from, int to) {
    int[] sends = nodes(from, graphs[from].sends, to);
    int[] receives = nodes(to, graphs[to].receives, from);
    String name = graphs[from].name;
    if (sends.length != receives.length) {
      throw new IllegalArgumentException(
          "graph \"%s\": PE %s sends %s messages to PE %s, which receives %s"
              .formatted(name, from, sends.length, to, receives.length));
    }
    for (int k = 0; k < sends.length; k++) {
      long sent = graphs[from].nodes[sends[k]].bytes();
      long received = graphs[to].nodes[receives[k]].bytes();
      if (sent != received) {
        throw new IllegalArgumentException(
            "graph \"%s\": message %s from PE %s to PE %s has %s bytes where it is sent, %s where it is received"
                .formatted(name, k, from, to, sent, received));
      }
      successors[base[from] + sends[k]].add(base[to] + receives[k]);
      if (k + 1 < sends.length) {
        successors[base[to] + receives[k]].add(base[from] + sends[k + 1]);
      }
    }
  }

  /** The nodes of {@code pe} that exchange with {@code peer}, in the direction of {@code pairs}. */
  private int[] nodes(int pe, Pair[] pairs, int peer) {
    Node[] all = graphs[pe].nodes;
    Pair pair = Arrays.stream(pairs).filter(each -> each.peer == peer).findAny().orElse(null);
    return pair == null
        ? new int[0]
        : IntStream.range(0, all.length).filter(i -> all[i].pair() == pair).toArray();
  }

  /**
   * Refuses nodes that wait for each other.
   *
   * @param message for the graph's name, the PE, the node and its kind
   */
  private void requireAcyclic(String message) {
    int[] left = new int[successors.length];
    for (IntArrayList each : successors) {
      each.forEach(next -> left[next]++);
    }
    IntArrayList ready = new IntArrayList();
    IntStream.range(0, left.length).filter(i -> left[i] == 0).forEach(ready::add);
    for (int done = 0; done < ready.size(); done++) {
      for (int next : successors[ready.getInt(done)].toIntArray()) {
        if (--left[next] == 0) {
          ready.add(next);
        }
      }
    }
    for (int pe = 0; pe < graphs.length; pe++) {
      for (int i = 0; i < graphs[pe].nodes.length; i++) {
        if (left[base[pe] + i] > 0) {
          throw new IllegalArgumentException(
              message.formatted(graphs[pe].name, pe, i, graphs[pe].nodes[i].kind()));
        }
      }
    }
  }
}
