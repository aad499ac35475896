package org.temoto.task.collective.engine;

import org.temoto.task.collective.Graph.Buffer;

/** Algorithms of gather, scatter, allgather and all-to-all for blocks of equal size. */
final class Exchanges {
  private Exchanges() {}

  static void gather(GraphDraft graph, int root, long block) {
    int pes = graph.pes();
    if (graph.rank() != root) {
      Pieces.send(graph, root, Buffer.INPUT, 0, block);
      return;
    }
    Pieces.copy(graph, Buffer.INPUT, 0, Buffer.OUTPUT, root * block, block);
    for (int i = 1; i < pes; i++) {
      int pe = (root + i) % pes;
      Pieces.receive(graph, pe, Buffer.OUTPUT, pe * block, (pe + 1) * block);
    }
  }

  static void scatter(GraphDraft graph, int root, long block) {
    int pes = graph.pes();
    if (graph.rank() != root) {
      Pieces.receive(graph, root, Buffer.OUTPUT, 0, block);
      return;
    }
    for (int i = 1; i < pes; i++) {
      int pe = (root + i) % pes;
      Pieces.send(graph, pe, Buffer.INPUT, pe * block, (pe + 1) * block);
    }
    Pieces.copy(graph, Buffer.INPUT, root * block, Buffer.OUTPUT, 0, block);
  }

  /** Each block goes once around. */
  static void ringAllgather(GraphDraft graph, long block) {
    int pes = graph.pes();
    int rank = graph.rank();
    Pieces.copy(graph, Buffer.INPUT, 0, Buffer.OUTPUT, rank * block, block);
    if (pes > 1) {
      BlockPartition blocks = new BlockPartition(pes * block, pes, 1);
      int before = (rank + pes - 1) % pes;
      Pieces.send(graph, (rank + 1) % pes, Buffer.INPUT, 0, block);
      Rings.around(graph, blocks, before, pes - 2, Rings.receive(graph, blocks, before));
    }
  }

  /**
   * Every PE sends a block to all others, beginning behind itself.
   *
   * @param stride from the block for one PE to that for the next; 0 if all get the same one
   */
  static void pairwise(GraphDraft graph, long block, long stride) {
    int pes = graph.pes();
    int rank = graph.rank();
    Pieces.copy(graph, Buffer.INPUT, rank * stride, Buffer.OUTPUT, rank * block, block);
    for (int i = 1; i < pes; i++) {
      int to = (rank + i) % pes;
      int from = (rank + pes - i) % pes;
      Pieces.send(graph, to, Buffer.INPUT, to * stride, to * stride + block);
      Pieces.receive(graph, from, Buffer.OUTPUT, from * block, (from + 1) * block);
    }
  }
}
