package org.temoto.task.collective;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.GlobalRange;

/**
 * Collective operations of all PEs. Every method but {@link #progress} is called by the program of
 * each PE, not by tasks, in the same order with the same sizes, roots, types, operators and
 * settings: where that is not so the job ends with a message that names two PEs and what they have
 * issued. A request may be awaited by any strand.
 *
 * <p>What starts with {@code start} returns at once; any number may be under way, and what is
 * started first need not end first. The others wait. Bytes are local memory, native or on the heap
 * (arrays are copied in and out), or global ranges. Ranges are localized at the start and committed
 * when the request is awaited, which the program does itself; until then its views are open, and
 * the rules for views hold: the program's own views of these bytes are not used meanwhile. They may
 * be other ranges on each PE. A collective orders nothing but its own bytes: it is no {@link
 * org.temoto.gas.GlobalAddressSpace#barrier}.
 *
 * <p>Segments have the sizes that are said; otherwise an {@link IllegalArgumentException} says so,
 * before anything is sent, as for what overlaps and must not. Input and output may be the same
 * where it is said. Docs/collectives.md tells of collectives that end nowhere or fail.
 */
public interface Collectives {
  /**
   * The same with another algorithm, which says how the bytes move; the default is {@link
   * Algorithm#AUTO}.
   */
  Collectives with(Algorithm algorithm);

  /**
   * The same with another largest message, from 64 bytes to 1 GiB; the default is 64 KiB. A larger
   * one is sent in chunks, one behind the other; a small receive area makes them smaller.
   *
   * @throws org.temoto.gas.InvalidOptionException if it is out of these bounds
   */
  Collectives withChunkBytes(long bytes);

  /**
   * The same where {@link Algorithm#AUTO} chooses, for reductions, what gives bit for bit the
   * result of a loop over the PEs in their order. Without it a result depends on the number of PEs,
   * the bytes and the algorithm only: never on when something arrives. Off by default.
   */
  Collectives withFixedOrder();

  /**
   * Moves on whatever can move, without waiting for other PEs; whether anything did. By any strand
   * of the PE.
   */
  boolean progress();

  // --- barrier

  /** Done when every PE has started it. Costs ceil(log2 P) latencies. */
  CollectiveRequest startBarrier();

  /** See {@link #startBarrier}. */
  void barrier();

  // --- broadcast

  /** The root's bytes on every PE. */
  CollectiveRequest startBroadcast(int root, MemorySegment bytes);

  /** See {@link #startBroadcast(int, MemorySegment)}. */
  void broadcast(int root, MemorySegment bytes);

  /** See {@link #startBroadcast(int, MemorySegment)}. */
  CollectiveRequest startBroadcast(int root, GlobalRange bytes);

  /** See {@link #startBroadcast(int, MemorySegment)}. */
  default void broadcast(int root, GlobalRange bytes) {
    startBroadcast(root, bytes).await();
  }

  // --- reductions

  /**
   * All PEs' elements combined, at the root. {@code from} and {@code to} have the same size, and
   * may be the same; {@code to} is used at the root only, and may be anything elsewhere.
   */
  CollectiveRequest startReduce(
      int root, MemorySegment from, MemorySegment to, Datatype type, Operator operator);

  /** See {@link #startReduce(int, MemorySegment, MemorySegment, Datatype, Operator)}. */
  void reduce(int root, MemorySegment from, MemorySegment to, Datatype type, Operator operator);

  /** See {@link #startReduce(int, MemorySegment, MemorySegment, Datatype, Operator)}. */
  CollectiveRequest startReduce(
      int root, GlobalRange from, GlobalRange to, Datatype type, Operator operator);

  /** See {@link #startReduce(int, MemorySegment, MemorySegment, Datatype, Operator)}. */
  default void reduce(
      int root, GlobalRange from, GlobalRange to, Datatype type, Operator operator) {
    startReduce(root, from, to, type, operator).await();
  }

  /** All PEs' elements combined, on every PE; {@code from} and {@code to} may be the same. */
  CollectiveRequest startAllreduce(
      MemorySegment from, MemorySegment to, Datatype type, Operator operator);

  /** See {@link #startAllreduce(MemorySegment, MemorySegment, Datatype, Operator)}. */
  void allreduce(MemorySegment from, MemorySegment to, Datatype type, Operator operator);

  /** In place. */
  default CollectiveRequest startAllreduce(MemorySegment bytes, Datatype type, Operator operator) {
    return startAllreduce(bytes, bytes, type, operator);
  }

  /** In place. */
  default void allreduce(MemorySegment bytes, Datatype type, Operator operator) {
    allreduce(bytes, bytes, type, operator);
  }

  /** See {@link #startAllreduce(MemorySegment, MemorySegment, Datatype, Operator)}. */
  CollectiveRequest startAllreduce(
      GlobalRange from, GlobalRange to, Datatype type, Operator operator);

  /** See {@link #startAllreduce(MemorySegment, MemorySegment, Datatype, Operator)}. */
  default void allreduce(GlobalRange from, GlobalRange to, Datatype type, Operator operator) {
    startAllreduce(from, to, type, operator).await();
  }

  // --- blocks

  /**
   * The blocks of all PEs, one behind the other, at the root. All {@code from} have the same size;
   * {@code to} has that of all, at the root, and may be anything elsewhere.
   */
  CollectiveRequest startGather(int root, MemorySegment from, MemorySegment to);

  /** See {@link #startGather(int, MemorySegment, MemorySegment)}. */
  void gather(int root, MemorySegment from, MemorySegment to);

  /** See {@link #startGather(int, MemorySegment, MemorySegment)}. */
  CollectiveRequest startGather(int root, GlobalRange from, GlobalRange to);

  /** See {@link #startGather(int, MemorySegment, MemorySegment)}. */
  default void gather(int root, GlobalRange from, GlobalRange to) {
    startGather(root, from, to).await();
  }

  /** The blocks of all PEs, one behind the other, on every PE. */
  CollectiveRequest startAllgather(MemorySegment from, MemorySegment to);

  /** See {@link #startAllgather(MemorySegment, MemorySegment)}. */
  void allgather(MemorySegment from, MemorySegment to);

  /** See {@link #startAllgather(MemorySegment, MemorySegment)}. */
  CollectiveRequest startAllgather(GlobalRange from, GlobalRange to);

  /** See {@link #startAllgather(MemorySegment, MemorySegment)}. */
  default void allgather(GlobalRange from, GlobalRange to) {
    startAllgather(from, to).await();
  }

  /**
   * To each PE its block of the root's. All {@code to} have the same size; {@code from} has that of
   * all, at the root, and may be anything elsewhere.
   */
  CollectiveRequest startScatter(int root, MemorySegment from, MemorySegment to);

  /** See {@link #startScatter(int, MemorySegment, MemorySegment)}. */
  void scatter(int root, MemorySegment from, MemorySegment to);

  /** See {@link #startScatter(int, MemorySegment, MemorySegment)}. */
  CollectiveRequest startScatter(int root, GlobalRange from, GlobalRange to);

  /** See {@link #startScatter(int, MemorySegment, MemorySegment)}. */
  default void scatter(int root, GlobalRange from, GlobalRange to) {
    startScatter(root, from, to).await();
  }

  /**
   * Block i of each PE's to PE i, where they stand in the order of the PEs that they came from.
   * Both have the same size, one block for each PE.
   */
  CollectiveRequest startAllToAll(MemorySegment from, MemorySegment to);

  /** See {@link #startAllToAll(MemorySegment, MemorySegment)}. */
  void allToAll(MemorySegment from, MemorySegment to);

  /** See {@link #startAllToAll(MemorySegment, MemorySegment)}. */
  CollectiveRequest startAllToAll(GlobalRange from, GlobalRange to);

  /** See {@link #startAllToAll(MemorySegment, MemorySegment)}. */
  default void allToAll(GlobalRange from, GlobalRange to) {
    startAllToAll(from, to).await();
  }

  // --- graphs of the program's own

  /**
   * Makes an algorithm of the program's own, to be issued any number of times. Every PE looks at
   * the graphs of all, so this takes time in proportion to the nodes of all PEs; it sends nothing.
   *
   * @param name the same on every PE: by it and the nodes of all, disagreement is noticed
   * @throws IllegalArgumentException if nodes wait for each other, or messages do not match
   */
  Graph graph(String name, Graph.Definition definition);

  /**
   * Starts a graph made by {@link #graph}, on segments of the sizes that it says. They may be the
   * same; otherwise they must not share bytes.
   */
  CollectiveRequest issue(Graph graph, MemorySegment input, MemorySegment output);

  /** See {@link #issue(Graph, MemorySegment, MemorySegment)}. */
  CollectiveRequest issue(Graph graph, GlobalRange input, GlobalRange output);

  /**
   * Algorithm by which a collective moves its bytes. P is the number of PEs, s the bytes of each, l
   * and B the latency and bandwidth of the network; docs/collectives.md has the costs.
   */
  enum Algorithm {
    /** The library chooses by bytes, PEs and operator. */
    AUTO,
    /** A tree of log2 P levels: for few bytes. */
    BINOMIAL_TREE,
    /** A tree in which each PE sends to two others at most, chunk after chunk. */
    BINARY_TREE,
    /**
     * Each PE sends to the next one only. A broadcast is a pipeline of chunks; reductions send a
     * P-th of the bytes around, and need an operator that commutes.
     */
    RING,
    /** A broadcast that deals out parts, which then go around. */
    SCATTER_ALLGATHER,
    /** All exchange with partners at doubling distances: for few bytes. */
    RECURSIVE_DOUBLING,
    /**
     * PE 0's elements, then PE 1's and so on, one by one, chunk after chunk: gives bit for bit what
     * a loop over the PEs gives, whatever the number of bytes.
     */
    CHAIN,
    /** Signals at doubling distances. */
    DISSEMINATION,
    /** Each pair that has something to exchange does so directly. */
    PAIRWISE
  }
}
