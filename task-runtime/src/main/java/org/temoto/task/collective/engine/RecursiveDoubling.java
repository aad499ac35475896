package org.temoto.task.collective.engine;

import org.temoto.task.collective.Graph.Buffer;
import org.temoto.task.collective.engine.GraphNodes.Kind;

/**
 * The allreduce in which all exchange what they have with partners at doubling distances. Where the
 * PEs are no power of two, as many of the first ones as there are too many give theirs to their
 * neighbour before, and get the result after. All is combined in the order of the PEs.
 *
 * <p>What is being sent must not change, so each round has bytes of its own.
 */
final class RecursiveDoubling {
  private RecursiveDoubling() {}

  static void define(GraphDraft graph, long bytes, TypedOperator reduction) {
    int pes = graph.pes();
    int rank = graph.rank();
    int partners = Integer.highestOneBit(pes);
    int extra = pes - partners;
    if (rank < 2 * extra && rank % 2 == 0) {
      Pieces.send(graph, rank + 1, Buffer.INPUT, 0, bytes);
      Pieces.receive(graph, rank + 1, Buffer.OUTPUT, 0, bytes);
      return;
    }
    boolean folds = rank < 2 * extra;
    long have = graph.scratch(bytes);
    Place input = new Place(Buffer.INPUT, 0);
    Place first = new Place(Buffer.SCRATCH, have);
    int[] done =
        folds
            ? Pieces.combine(graph, Kind.COMBINE_BEFORE, rank - 1, reduction, input, first, bytes)
            : Pieces.copy(graph, Buffer.INPUT, 0, Buffer.SCRATCH, have, bytes);
    int self = folds ? rank / 2 : rank - extra;
    for (int distance = 1; distance < partners; distance *= 2) {
      int other = self ^ distance;
      int partner = other < extra ? 2 * other + 1 : other + extra;
      Pieces.follow(graph, Pieces.send(graph, partner, Buffer.SCRATCH, have, have + bytes), done);
      long next = graph.scratch(bytes);
      int[] combined =
          Pieces.combine(
              graph,
              other < self ? Kind.COMBINE_BEFORE : Kind.COMBINE,
              partner,
              reduction,
              new Place(Buffer.SCRATCH, have),
              new Place(Buffer.SCRATCH, next),
              bytes);
      Pieces.follow(graph, combined, done);
      done = combined;
      have = next;
    }
    int[] copied = Pieces.copy(graph, Buffer.SCRATCH, have, Buffer.OUTPUT, 0, bytes);
    Pieces.follow(graph, copied, done);
    if (folds) {
      Pieces.follow(graph, Pieces.send(graph, rank - 1, Buffer.SCRATCH, have, have + bytes), done);
    }
  }
}
