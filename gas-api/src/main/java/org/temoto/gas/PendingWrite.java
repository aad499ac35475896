package org.temoto.gas;

import java.lang.foreign.MemorySegment;

/**
 * Room for the new bytes of a region, that {@link GlobalMemory#startWrite} has given. The task that
 * asked for it stores every byte, commits once, and closes it; not thread-safe. A task that ends
 * before it has closed its writes fails.
 */
public interface PendingWrite extends AutoCloseable {
  /**
   * The parts of the region, each where {@link #start} says, with unspecified contents. What is
   * between parts belongs to others. Not to be used after {@link #commit}, which {@link
   * GasOptions#checks} refuses where it is no view's.
   */
  MemorySegment segment();

  /**
   * Where part {@code part} of the region begins in {@link #segment}, in bytes, counted from 0 in
   * ascending order; parts without a gap between them are one. Those of a strided region are the
   * same distance apart.
   *
   * @throws IndexOutOfBoundsException if there is no such part
   */
  long start(int part);

  /**
   * Makes what stands in {@link #segment} the bytes of the region: seen by this task and those that
   * it forks from now on, by others after the next release. Cost: where the room is where the pages
   * will be, a fetch of their directory words together and a compare-and-swap for each, now; else
   * nothing now, and for the next release what the commit of a view costs.
   *
   * @throws IllegalStateException if it has been committed or closed
   */
  void commit();

  /**
   * Gives the room back; closing twice is harmless. If it was not committed, the bytes of the
   * region are unspecified from now on.
   */
  @Override
  void close();
}
