package org.temoto.task.collective.engine;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.function.Predicate;
import org.temoto.task.collective.engine.GraphNodes.Kind;

/** Check of the graphs of all PEs for what would wait for ever, before anything is sent. */
final class GraphCheck {
  private final GraphNodes[] graphs;

  /** The number of each graph's first node among the nodes of all. */
  private final int[] base;

  private final IntArrayList[] successors;
  private final int[] predecessors;

  private GraphCheck(GraphNodes[] graphs) {
    this.graphs = graphs;
    base = new int[graphs.length + 1];
    for (int i = 0; i < graphs.length; i++) {
      base[i + 1] = base[i] + graphs[i].nodes();
    }
    predecessors = new int[base[graphs.length]];
    successors = new IntArrayList[predecessors.length];
    Arrays.setAll(successors, i -> new IntArrayList(2));
  }

  /** Refuses nodes of one graph that wait for each other. */
  static void requireAcyclic(GraphNodes graph, int rank) {
    int[] left = graph.predecessors.clone();
    int[] ready = new int[left.length];
    int count = 0;
    for (int i = 0; i < left.length; i++) {
      if (left[i] == 0) {
        ready[count++] = i;
      }
    }
    for (int done = 0; done < count; done++) {
      int node = ready[done];
      for (int i = graph.firstSuccessor[node]; i < graph.firstSuccessor[node + 1]; i++) {
        if (--left[graph.successors[i]] == 0) {
          ready[count++] = graph.successors[i];
        }
      }
    }
    for (int i = 0; i < left.length; i++) {
      if (left[i] > 0) {
        throw new IllegalArgumentException(
            "graph \""
                + graph.name
                + "\" has a cycle: on PE "
                + rank
                + " node "
                + i
                + " ("
                + graph.kinds[i]
                + ") waits for itself, or for nodes that do");
      }
    }
  }

  /**
   * Refuses graphs of all PEs whose messages do not match, or that wait for each other, where a
   * send may wait for the receive before it.
   */
  static void requireMatching(GraphNodes[] graphs) {
    GraphCheck check = new GraphCheck(graphs);
    check.addEdges();
    for (int pe = 0; pe < graphs.length; pe++) {
      for (GraphNodes.Pair pair : graphs[pe].sends) {
        check.match(pe, pair.peer());
      }
      for (GraphNodes.Pair pair : graphs[pe].receives) {
        check.match(pair.peer(), pe);
      }
    }
    check.requireAcyclic();
  }

  private void addEdges() {
    for (int pe = 0; pe < graphs.length; pe++) {
      GraphNodes graph = graphs[pe];
      for (int node = 0; node < graph.nodes(); node++) {
        for (int i = graph.firstSuccessor[node]; i < graph.firstSuccessor[node + 1]; i++) {
          edge(base[pe] + node, base[pe] + graph.successors[i]);
        }
      }
    }
  }

  private void edge(int before, int after) {
    successors[before].add(after);
    predecessors[after]++;
  }

  private void match(int from, int to) {
    int[] sends = nodes(from, to, graphs[from].sends, Kind::sends);
    int[] receives = nodes(to, from, graphs[to].receives, Kind::receives);
    String name = graphs[from].name;
    if (sends.length != receives.length) {
      throw new IllegalArgumentException(
          "graph \"%s\": PE %d sends %d messages to PE %d, which receives %d"
              .formatted(name, from, sends.length, to, receives.length));
    }
    for (int k = 0; k < sends.length; k++) {
      long sent = graphs[from].bytes[sends[k]];
      long received = graphs[to].bytes[receives[k]];
      if (sent != received) {
        throw new IllegalArgumentException(
            "graph \"%s\": message %d from PE %d to PE %d has %d bytes where it is sent, %d where it is received"
                .formatted(name, k, from, to, sent, received));
      }
      edge(base[from] + sends[k], base[to] + receives[k]);
      if (k + 1 < sends.length) {
        edge(base[to] + receives[k], base[from] + sends[k + 1]);
      }
    }
  }

  /** The nodes of {@code pe}, of the kinds of one direction, that exchange with {@code peer}. */
  private int[] nodes(int pe, int peer, GraphNodes.Pair[] pairs, Predicate<Kind> direction) {
    GraphNodes graph = graphs[pe];
    IntArrayList found = new IntArrayList();
    for (int i = 0; i < graph.nodes(); i++) {
      if (direction.test(graph.kinds[i]) && pairs[graph.pairs[i]].peer() == peer) {
        found.add(i);
      }
    }
    return found.toIntArray();
  }

  private void requireAcyclic() {
    IntArrayList ready = new IntArrayList();
    for (int i = 0; i < predecessors.length; i++) {
      if (predecessors[i] == 0) {
        ready.add(i);
      }
    }
    for (int done = 0; done < ready.size(); done++) {
      for (int next : successors[ready.getInt(done)]) {
        if (--predecessors[next] == 0) {
          ready.add(next);
        }
      }
    }
    for (int pe = 0; pe < graphs.length; pe++) {
      for (int i = 0; i < graphs[pe].nodes(); i++) {
        if (predecessors[base[pe] + i] > 0) {
          throw new IllegalArgumentException(
              "graph \"%s\" has a cycle between PEs: node %d of PE %d (%s) would wait for ever"
                  .formatted(graphs[pe].name, i, pe, graphs[pe].kinds[i]));
        }
      }
    }
  }
}
