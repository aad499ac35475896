package org.temoto.gas;

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
 * @param bytesEvicted the part of {@code bytesFetched} that would still have been here if its page
 *     had not been evicted; may miss some
 * @param bytesCommitted bytes put to other PEs by commits
 * @param bytesCopied page bytes copied between this PE's own frames and its view, where aliasing
 *     was not possible
 * @param bytesAliased page bytes of this PE's own frames that stand in its views without a copy, of
 *     all memories allocated so far
 * @param bytesDirect bytes that moved between PEs of one host, or within one, by loads and stores
 *     instead of calls of the communication library: data, directory words, tasks. May miss some
 *     where strands share a channel
 * @param pageMigrations pages whose owner changed
 * @param migrationsRefused migrations that found no free frame
 * @param evictions pages dropped from the cache
 * @param releases releases that had commits to complete: none on a single PE whose views are its
 *     frames
 * @param acquires acquire events
 * @param bytesCachedPeak copies that were here at once, at most; of all PEs, the sum of their peaks
 * @param bytesPinnedPeak bytes of copies that open views pinned at once, at most, looked at
 *     whenever the cache was full: what it cannot do without; of all PEs, the sum of their peaks
 */
public record GasStatistics(
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
    long bytesPinnedPeak) {
  /**
   * Statistics since {@code before}; what is no event but a state (bytes aliased, peaks) as it is
   * now.
   */
  public GasStatistics since(GasStatistics before) {
    return new GasStatistics(
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
        bytesPinnedPeak);
  }
}
