package org.temoto.gas;

import java.lang.foreign.MemorySegment;

/**
 * Advanced interface of a {@link GlobalMemory}: transfers between its owners and native memory that
 * go past the views. What a task reads so is not kept for others, and what it writes so it does not
 * see in a view: for bytes that are used once. Programs begin with {@link GlobalMemory#localize},
 * and come here for what a measurement shows to gain.
 */
public interface DirectTransfers {
  /**
   * Starts what {@link GlobalMemory#read(Region, MemorySegment)} does, so that the task computes
   * while the bytes are on their way. Until it is complete no task writes them, and {@code to}
   * belongs to it.
   *
   * @param to native memory
   * @throws IllegalArgumentException as there, or if {@code to} is on the Java heap
   */
  PendingRead startRead(Region region, MemorySegment to);

  /**
   * Room for new bytes of {@code region}, for a task that writes all of them and does not read them
   * again. Until it is committed it counts as a write of these bytes, as a view for {@link
   * Access#WRITE} does: no other task reads or writes them, nor does this one elsewhere. A fork
   * does not freeze it; what children are to see is committed before.
   *
   * <p>The room is where the pages will be, so that a commit copies nothing, where this PE becomes
   * the owner of what it writes ({@link OwnershipPolicy#LAST_WRITER}), the region is of whole
   * pages, none of which this PE manages, so many frames in a row are free, and commits are
   * explicit; on a single PE, with identity buffers and for a checker it is a view's, as it is
   * otherwise. Pages that a view of this PE shows at the commit are copied there. No communication
   * but what a view for {@link Access#WRITE} needs, and a release, if this PE has a commit of these
   * pages on its way. Called as {@link GlobalMemory#localize(long, long, Access)}.
   *
   * @throws IllegalArgumentException if the region is of another memory, or gathered
   * @throws GasException if the memory is sealed
   */
  PendingWrite startWrite(Region region);

  /**
   * A read that {@link #startRead} has started. Used by the task that started it, which may have
   * several, and await them in any order. It also completes, waiting if need be, when its task
   * forks; and where all that can travel besides computing does (eight requests, reads and releases
   * per worker of the PE, at most 64), when the task localizes what is not here or starts another
   * one. A task that ends before it has awaited or closed its reads fails.
   */
  interface PendingRead extends AutoCloseable {
    /** Waits until the bytes are there; does nothing from the second time on. */
    void await();

    /** As {@link #await}. */
    @Override
    void close();
  }

  /**
   * Room for the new bytes of a region, that {@link #startWrite} has given. The task that asked for
   * it stores every byte, commits once, and closes it; not thread-safe. A task that ends before it
   * has closed its writes fails.
   */
  interface PendingWrite extends AutoCloseable {
    /**
     * The parts of the region, each where {@link #start} says, with unspecified contents. What is
     * between parts belongs to others. Other threads are refused by a {@link WrongThreadException}.
     * Not to be used after {@link #commit}, which {@link
     * EngineOptions.Feature#USE_AFTER_CLOSE_CHECKS} refuses where it is no view's.
     */
    MemorySegment segment();

    /**
     * Start of part {@code part} of the region in {@link #segment}, in bytes. Parts are counted
     * from 0 in ascending order; those without a gap between them are one. Those of a strided
     * region are the same distance apart.
     *
     * @throws IndexOutOfBoundsException if there is no such part
     */
    long start(int part);

    /**
     * Makes what stands in {@link #segment} the bytes of the region: seen by this task and those
     * that it forks from now on, by others after the next release. Cost: where the room is where
     * the pages will be, a fetch of their directory words together and a compare-and-swap for each,
     * now; else nothing now, and for the next release what the commit of a view costs.
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
}
