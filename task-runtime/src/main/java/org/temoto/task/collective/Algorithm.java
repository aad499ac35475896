package org.temoto.task.collective;

/**
 * Algorithm by which a collective moves its bytes. P is the number of PEs, s the bytes of each, l
 * and B the latency and bandwidth of the network; docs/collectives.md has the costs.
 */
public enum Algorithm {
  /** The library chooses by bytes, PEs and operator. */
  AUTO,
  /** A tree of log2 P levels: for few bytes. */
  BINOMIAL_TREE,
  /** A tree in which each PE sends to two others at most, chunk after chunk. */
  BINARY_TREE,
  /**
   * Each PE sends to the next one only. A broadcast is a pipeline of chunks; reductions send a P-th
   * of the bytes around, and need an operator that commutes.
   */
  RING,
  /** A broadcast that deals out parts, which then go around. */
  SCATTER_ALLGATHER,
  /** All exchange with partners at doubling distances: for few bytes. */
  RECURSIVE_DOUBLING,
  /**
   * PE 0's elements, then PE 1's and so on, one by one, chunk after chunk: gives bit for bit what a
   * loop over the PEs gives, whatever the number of bytes.
   */
  CHAIN,
  /** Signals at doubling distances. */
  DISSEMINATION,
  /** Each pair that has something to exchange does so directly. */
  PAIRWISE
}
