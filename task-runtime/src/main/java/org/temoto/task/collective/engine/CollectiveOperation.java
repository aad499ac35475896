package org.temoto.task.collective.engine;

import java.util.List;
import java.util.stream.Stream;
import org.temoto.task.collective.Collectives.Algorithm;
import org.temoto.task.collective.Operator;

/** The collectives, and the algorithms that each has. */
public enum CollectiveOperation {
  BARRIER(Algorithm.DISSEMINATION),
  BROADCAST(
      Algorithm.BINOMIAL_TREE, Algorithm.BINARY_TREE, Algorithm.RING, Algorithm.SCATTER_ALLGATHER),
  REDUCE(Algorithm.BINOMIAL_TREE, Algorithm.RING, Algorithm.CHAIN),
  ALLREDUCE(Algorithm.BINOMIAL_TREE, Algorithm.RECURSIVE_DOUBLING, Algorithm.RING, Algorithm.CHAIN),
  GATHER(Algorithm.PAIRWISE),
  ALLGATHER(Algorithm.PAIRWISE, Algorithm.RING),
  SCATTER(Algorithm.PAIRWISE),
  ALL_TO_ALL(Algorithm.PAIRWISE);

  /** Up to so many bytes the number of messages counts, not their bytes. */
  private static final long FEW_BYTES = 16 << 10;

  /** A pipeline has so many chunks, if they are not smaller than so many bytes. */
  private static final int PIPED = 32;

  private static final long LEAST_PIPED = 4 << 10;

  private final List<Algorithm> algorithms;

  CollectiveOperation(Algorithm first, Algorithm... more) {
    algorithms = Stream.concat(Stream.of(first), Stream.of(more)).toList();
  }

  /** Algorithms that {@link org.temoto.task.collective.Collectives#with} takes, besides AUTO. */
  public List<Algorithm> algorithms() {
    return algorithms;
  }

  /**
   * The algorithm that is used.
   *
   * @param bytes of each PE
   * @param operator null for none
   */
  Algorithm choose(CollectiveSettings settings, int pes, long bytes, Operator operator) {
    Algorithm wanted = settings.algorithm();
    if (wanted == Algorithm.AUTO) {
      return automatic(settings, pes, bytes, operator);
    }
    if (!algorithms.contains(wanted)) {
      throw new IllegalArgumentException(
          "algorithm=" + wanted + " of " + this + " must be AUTO or one of " + algorithms);
    }
    if (wanted == Algorithm.RING && operator != null && !operator.isCommutative()) {
      throw new IllegalArgumentException(
          "algorithm=RING of %s needs an operator that commutes, operator=%s does not say so (Operator.commutative)"
              .formatted(this, operator));
    }
    return wanted;
  }

  /** The largest message of a pipeline: small enough for many, unless each is very small. */
  long chunk(Algorithm algorithm, long most, long bytes) {
    boolean piped =
        algorithm == Algorithm.CHAIN
            || algorithm == Algorithm.BINARY_TREE
            || this == BROADCAST && algorithm == Algorithm.RING;
    return piped ? Math.min(most, Math.max(LEAST_PIPED, bytes / PIPED)) : most;
  }

  private Algorithm automatic(CollectiveSettings settings, int pes, long bytes, Operator operator) {
    boolean few = bytes <= FEW_BYTES || pes <= 2;
    return switch (this) {
      case BARRIER -> Algorithm.DISSEMINATION;
      case BROADCAST -> {
        if (few) {
          yield Algorithm.BINOMIAL_TREE;
        }
        // While the pipeline fills, P - 2 chunks pass one PE after the other.
        yield (pes - 2) * chunk(Algorithm.RING, settings.chunkBytes(), bytes) <= bytes
            ? Algorithm.RING
            : Algorithm.SCATTER_ALLGATHER;
      }
      case REDUCE, ALLREDUCE -> {
        if (settings.fixedOrder()) {
          yield Algorithm.CHAIN;
        }
        if (bytes > FEW_BYTES) {
          yield operator.isCommutative() ? Algorithm.RING : Algorithm.CHAIN;
        }
        yield this == REDUCE ? Algorithm.BINOMIAL_TREE : Algorithm.RECURSIVE_DOUBLING;
      }
      case ALLGATHER -> few ? Algorithm.PAIRWISE : Algorithm.RING;
      case GATHER, SCATTER, ALL_TO_ALL -> Algorithm.PAIRWISE;
    };
  }

  /**
   * Adds the nodes.
   *
   * @param bytes of each PE, or of each block
   * @param reduction null for none
   */
  void define(
      GraphDraft graph, Algorithm algorithm, int root, long bytes, TypedOperator reduction) {
    switch (this) {
      case BARRIER -> Barriers.dissemination(graph);
      case BROADCAST -> Broadcasts.define(graph, algorithm, root, bytes);
      case REDUCE -> {
        switch (algorithm) {
          case BINOMIAL_TREE -> Reductions.treeToRoot(graph, root, bytes, reduction);
          case RING -> Rings.toRoot(graph, root, bytes, reduction);
          case CHAIN -> Reductions.chainToRoot(graph, root, bytes, reduction);
          default -> throw new AssertionError(algorithm);
        }
      }
      case ALLREDUCE -> {
        switch (algorithm) {
          case BINOMIAL_TREE -> Reductions.treeToAll(graph, bytes, reduction);
          case RECURSIVE_DOUBLING -> RecursiveDoubling.define(graph, bytes, reduction);
          case RING -> Rings.toAll(graph, bytes, reduction);
          case CHAIN -> Reductions.chainToAll(graph, bytes, reduction);
          default -> throw new AssertionError(algorithm);
        }
      }
      case GATHER -> Exchanges.gather(graph, root, bytes);
      case SCATTER -> Exchanges.scatter(graph, root, bytes);
      case ALLGATHER -> {
        if (algorithm == Algorithm.RING) {
          Exchanges.ringAllgather(graph, bytes);
        } else {
          Exchanges.pairwise(graph, bytes, 0);
        }
      }
      case ALL_TO_ALL -> Exchanges.pairwise(graph, bytes, bytes);
    }
  }
}
