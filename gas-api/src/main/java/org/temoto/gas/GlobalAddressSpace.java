package org.temoto.gas;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * Address space of all PEs' memory, as one PE uses it. Programs are SPMD at the outside: {@link
 * Temoto#launch} runs the body once per PE. Methods marked collective are called by every PE in the
 * same order: the job fails where PEs wait for each other in different ones, or for one whose
 * program has returned.
 */
public interface GlobalAddressSpace {
  /** This PE's number, from 0. */
  int pe();

  /** The number of PEs. */
  int pes();

  /** Options in effect, the number of PEs and the backend included. */
  GasOptions options();

  /** Allocates a zeroed memory. Collective. */
  GlobalMemory allocate(MemoryOptions options);

  /** Allocates a zeroed memory with defaults for everything else. Collective. */
  default GlobalMemory allocate(String name, long byteSize) {
    return allocate(MemoryOptions.of(name, byteSize));
  }

  /**
   * Release, barrier over all PEs, acquire: everything committed before is visible everywhere
   * after. Collective.
   *
   * @throws GasException if this program holds a lock, which another may wait for
   */
  void barrier();

  /**
   * Writes all memories of the space, shared words too, to the directory {@code folder}, each PE
   * what it owns, with checksums. It is made if it is not there; what is there must be a
   * checkpoint, which stays valid until the new one is whole: whatever ends the job meanwhile, one
   * of the two is found. Every PE must see the same directory. No task may be running; what has not
   * been committed may or may not be in it. Release, barrier and acquire before. Collective: it
   * succeeds on all PEs, or fails on all with the same message.
   *
   * @throws RefusedException if two memories have the same name, {@code folder} has other files, or
   *     another job writes to it; the checkpoint before is valid
   * @throws java.io.UncheckedIOException if writing fails; one of the two is valid
   */
  void checkpoint(Path folder);

  /**
   * Fills all memories of the space from a checkpoint: those of the same names, which the program
   * has allocated with the same sizes. Number of PEs, page sizes, distributions and policies may be
   * others; but a {@link org.temoto.gas.array.GlobalBest} has a size for each number of PEs. No
   * view for writing may be open, no task running. Barrier before and after. Collective as {@link
   * #checkpoint}.
   *
   * @throws RefusedException if there is no checkpoint, it is damaged, or its memories are not
   *     those of the space; all memories are what they were
   * @throws java.io.UncheckedIOException if reading fails; what is in the memories is unspecified
   */
  void restore(Path folder);

  /** Completes all commits that this PE has registered. */
  void releaseFence();

  /**
   * Starts what {@link #releaseFence} does, and returns while the bytes travel; one wait, for
   * directory words, if anything is registered. Pages that change owners do so before it returns.
   *
   * <p>Done after {@link Request#await}, or after any later release of the PE (a fence, a barrier,
   * the end of a stolen task): a PE that is to see what was committed acquires after that. The
   * request need not be awaited or closed; it is thread-safe, for strands of this PE.
   */
  Request<Void> releaseFenceAsync();

  /**
   * Makes what this strand localizes from now on at least as new as what was released before this
   * call.
   */
  void acquireFence();

  /**
   * The job's own clock in nanoseconds since some moment: that of the machine, or in virtual time
   * that of the calling strand. Only differences on one PE have a meaning. No communication.
   */
  long nanoTime();

  /**
   * Tells a simulation whose computing is modelled how long what the program has just computed
   * takes, in nanoseconds of a machine that it has in mind; elsewhere it does nothing. For what is
   * computed outside of tasks, which have {@code TaskContext.charge}.
   */
  void charge(long nanos);

  /** The report of this PE's program. */
  Report report();

  /** Statistics of this PE so far. */
  Statistics statistics();

  /** The sum of {@link #statistics()} over all PEs, the same on every PE. Collective. */
  Statistics totalStatistics();

  /**
   * The sum over all PEs, element by element, of arrays of the same length; the same on every PE.
   * Collective.
   *
   * @throws IllegalArgumentException on every PE, if not all arrays have the same length
   */
  long[] sum(long... values);

  /** The value that PE 0 passes, on every PE. Collective. */
  long broadcast(long value);

  /**
   * Report of a job: values that its program has found, whether they are right, and how long its
   * computation took. Each PE has its own; a command that runs the program ({@code temoto run},
   * {@code simulate}, {@code check}) shows that of PE 0, and whether all PEs have verified theirs;
   * elsewhere it is not used. Used by the program of the PE.
   */
  interface Report {
    /**
     * Adds a value; one of the same name is replaced.
     *
     * @param name in camel case, as the names of other values in JSON
     * @param value a number (boxed, big, or atomic: what it is now), a boolean or a text
     * @throws IllegalArgumentException if it is anything else
     */
    Report put(String name, Object value);

    /** Says whether a result is right; the command fails if any is not. */
    Report verify(boolean isRight);

    /**
     * Computes what the job is about. The time of these calls on PE 0, together, is that of the
     * job; without one it is the whole program's. Barrier before. Collective.
     */
    <R> R measure(Supplier<R> computation);

    /** The values that have been {@link #put}, in this order. */
    Map<String, Object> values();

    /** The verdict on all results; empty if {@link #verify} has not been called. */
    Optional<Boolean> isVerified();

    /** The time of {@link #measure} in seconds; empty if it has not been called. */
    OptionalDouble seconds();
  }

  /**
   * Counts of the work of an address space so far, on one PE or summed over all. All sizes are in
   * bytes.
   *
   * @param localizeHits localizes that needed no communication
   * @param localizeMisses localizes that did
   * @param bytesFetched page bytes got from other PEs, refetches after a join included
   * @param bytesRefetched the part of {@code bytesFetched} that revalidated views after a join
   * @param bytesAsked the part of {@code bytesFetched} that was asked for; the rest came along,
   *     because it stands beside it in a page
   * @param bytesEvicted the part of {@code bytesFetched} that would still have been here if its
   *     page had not been evicted; may miss some
   * @param bytesCommitted bytes put to other PEs by commits
   * @param bytesCopied page bytes copied between this PE's own frames and its view, where aliasing
   *     was not possible
   * @param bytesAliased page bytes of this PE's own frames that stand in its views without a copy,
   *     of all memories allocated so far
   * @param bytesDirect bytes that moved between PEs of one host, or within one, by loads and stores
   *     instead of calls of the communication library: data, directory words, tasks. May miss some
   *     where strands share a channel
   * @param pageMigrations pages whose owner changed
   * @param migrationsRefused migrations that found no free frame
   * @param evictions pages dropped from the cache
   * @param releases releases that had commits to complete: none on a single PE whose views are its
   *     frames
   * @param acquires acquire events
   * @param bytesCachedPeak copies that were here at once, at most; of all PEs, the sum of their
   *     peaks
   * @param bytesPinnedPeak bytes of copies that open views pinned at once, at most, looked at
   *     whenever the cache was full: what it cannot do without; of all PEs, the sum of their peaks
   * @param remoteWords operations on shared words of other PEs, those of locks and semaphores
   *     included: each a round trip at least
   * @param remoteWordNanos nanoseconds that these took
   */
  record Statistics(
      long localizeHits,
      long localizeMisses,
      long bytesFetched,
      long bytesRefetched,
      long bytesAsked,
      long bytesEvicted,
      long bytesCommitted,
      long bytesCopied,
      long bytesAliased,
      long bytesDirect,
      long pageMigrations,
      long migrationsRefused,
      long evictions,
      long releases,
      long acquires,
      long bytesCachedPeak,
      long bytesPinnedPeak,
      long remoteWords,
      long remoteWordNanos) {
    /**
     * Statistics since {@code before}; what is no event but a state (bytes aliased, peaks) as it is
     * now.
     */
    public Statistics since(Statistics before) {
      return new Statistics(
          localizeHits - before.localizeHits,
          localizeMisses - before.localizeMisses,
          bytesFetched - before.bytesFetched,
          bytesRefetched - before.bytesRefetched,
          bytesAsked - before.bytesAsked,
          bytesEvicted - before.bytesEvicted,
          bytesCommitted - before.bytesCommitted,
          bytesCopied - before.bytesCopied,
          bytesAliased,
          bytesDirect - before.bytesDirect,
          pageMigrations - before.pageMigrations,
          migrationsRefused - before.migrationsRefused,
          evictions - before.evictions,
          releases - before.releases,
          acquires - before.acquires,
          bytesCachedPeak,
          bytesPinnedPeak,
          remoteWords - before.remoteWords,
          remoteWordNanos - before.remoteWordNanos);
    }
  }
}
