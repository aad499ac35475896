package org.temoto.task.collective.engine;

/**
 * Slot for one collective after another: how many messages the earlier ones had, by PE, on which
 * both sides agree. Used by one collective at a time.
 */
final class CollectiveSlot {
  final int index;

  /** Messages to each PE so far, and those of them that had bytes. */
  final long[] sent;

  final long[] sentData;

  /** The same from each PE. */
  final long[] received;

  final long[] receivedData;

  /** Collectives so far that call the program's code. */
  long agreed;

  /** The signature that the left neighbour has set last. */
  long lastSignature;

  CollectiveSlot(int index, int pes) {
    this.index = index;
    sent = new long[pes];
    sentData = new long[pes];
    received = new long[pes];
    receivedData = new long[pes];
  }

  /** The seat's collective has sent and received everything. */
  void add(GraphNodes graph) {
    agreed += graph.agrees ? 1 : 0;
    for (GraphNodes.Pair pair : graph.sends) {
      sent[pair.peer] += pair.messages;
      sentData[pair.peer] += pair.data;
    }
    for (GraphNodes.Pair pair : graph.receives) {
      received[pair.peer] += pair.messages;
      receivedData[pair.peer] += pair.data;
    }
  }
}
