package org.temoto.task.collective;

import java.lang.foreign.MemorySegment;

/**
 * Collective algorithm of a program's own: nodes that send, receive, combine, copy or compute, each
 * after its predecessors (Nomura and Ishikawa's CAD graph). Made by {@link Collectives#graph}, for
 * jobs of as many PEs; immutable, and may be issued any number of times.
 */
public interface Graph {
  /** Buffer of a request to which a node's bytes belong. */
  enum Buffer {
    /** The bytes that this PE gives. */
    INPUT,
    /** The bytes that this PE gets; may be those of the input. */
    OUTPUT,
    /** Memory of this request alone; of any contents at the start. */
    SCRATCH
  }

  /**
   * Algorithm that adds the nodes of PE {@code builder.rank()} to its graph. Called for every PE of
   * the job on every PE, so that what does not match is found before anything is sent; the same
   * arguments have the same outcome everywhere.
   */
  @FunctionalInterface
  interface Definition {
    void define(Builder builder);
  }

  /**
   * Function that a computing node calls on the bytes of its request. Called by any strand of the
   * PE, by several for several nodes at once; must not use global memory, nor wait. If it throws,
   * the collective fails on every PE; a {@link VirtualMachineError} ends the job.
   */
  @FunctionalInterface
  interface Kernel {
    void compute(MemorySegment input, MemorySegment output, MemorySegment scratch);
  }

  /**
   * Builder of one PE's nodes. Nodes are numbers, in the order of the calls. The k-th send of one
   * PE to another is met by the k-th receive there; sends to one PE happen one after the other, and
   * so do receives from one PE. A send may wait until the receive before is done: a graph must not
   * rely on more. Not thread-safe.
   */
  interface Builder {
    /** The PE whose part this is. */
    int rank();

    /** The number of PEs. */
    int pes();

    /** The largest message in bytes: more is sent in several. */
    long chunkBytes();

    /** Says that the input of this PE has {@code bytes}; before any node that uses it. */
    void input(long bytes);

    /** Says that the output of this PE has {@code bytes}; before any node that uses it. */
    void output(long bytes);

    /** Adds {@code bytes} to the scratch buffer; returns where they begin, a multiple of 64. */
    long scratch(long bytes);

    /** Sends {@code bytes} to PE {@code to}; 0 bytes are a signal. */
    int send(int to, Buffer buffer, long offset, long bytes);

    /** Receives {@code bytes} from PE {@code from}. */
    int receive(int from, Buffer buffer, long offset, long bytes);

    /**
     * Receives elements from PE {@code from} and combines them: {@code to = own op received}. What
     * is combined may be replaced; bytes that have been sent before may be still on their way.
     */
    int combine(
        int from,
        Buffer own,
        long ownOffset,
        Buffer to,
        long toOffset,
        long elements,
        Datatype type,
        Operator operator);

    /** As {@link #combine}, in the other order: {@code to = received op own}. */
    int combineBefore(
        int from,
        Buffer own,
        long ownOffset,
        Buffer to,
        long toOffset,
        long elements,
        Datatype type,
        Operator operator);

    /** Copies bytes that do not overlap, or are the same. */
    int copy(Buffer from, long fromOffset, Buffer to, long toOffset, long bytes);

    /** Calls {@code kernel}. */
    int compute(Kernel kernel);

    /** Lets {@code node} begin when {@code before} is done. */
    void after(int node, int before);
  }
}
