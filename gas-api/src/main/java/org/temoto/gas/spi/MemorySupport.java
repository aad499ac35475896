package org.temoto.gas.spi;

/** Access of structures that are built on a memory to the object by which a PE has it. */
public interface MemorySupport {
  /** The object that this PE keeps beside the memory; null if there is none. By any strand. */
  Object attachment();

  /** Keeps {@code object} beside the memory; null for none any more. */
  void attach(Object object);

  /**
   * Writes {@code values[i]} from word {@code at[i]} on, all at the same time, as {@link
   * org.temoto.gas.SharedWords#write}; returns when all are there. Of a memory of words.
   */
  void writeWords(long[] at, long[][] values);

  /** Tells whether a checker watches this memory; the same for all strands. */
  boolean isWatched();

  /**
   * The bytes [{@code from}, {@code to}) are given to a new use, which whatever was done to them
   * before comes before.
   */
  void renewed(long from, long to);

  /** The bytes [{@code from}, {@code to}) are not to be used, until they are renewed. */
  void discarded(long from, long to);
}
