package org.temoto.task.collective.engine;

import org.temoto.task.collective.Graph.Buffer;

/** The dissemination barrier (Hensgen, Finkel, Manber 1988): ceil(log2 P) rounds of signals. */
final class Barriers {
  private Barriers() {}

  /**
   * The barrier begins when the nodes {@code before} are done: no PE sends a round before it has
   * sent the one before, so what arrives tells that all that are counted have begun.
   */
  static void dissemination(GraphDraft graph, int... before) {
    int rank = graph.rank();
    int pes = graph.pes();
    int last = -1;
    int lastSend = -1;
    for (int distance = 1; distance < pes; distance *= 2) {
      int send = graph.send((rank + distance) % pes, Buffer.SCRATCH, 0, 0);
      int receive = graph.receive((rank + pes - distance) % pes, Buffer.SCRATCH, 0, 0);
      if (last >= 0) {
        graph.after(send, last);
        graph.after(send, lastSend);
        graph.after(receive, last);
      } else {
        for (int node : before) {
          graph.after(send, node);
        }
      }
      last = receive;
      lastSend = send;
    }
  }
}
