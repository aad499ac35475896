package org.temoto.gas.engine.transfer;

import java.util.Arrays;
import org.temoto.gas.GlobalAddressSpace;

/**
 * One strand's counters: written by that strand only, without synchronization; a sum taken by
 * another strand may miss the latest events of strands that still run.
 */
public final class Counters {
  public long hits;
  public long misses;
  public long bytesFetched;
  public long bytesRefetched;
  public long bytesAsked;
  public long bytesEvicted;
  public long bytesCommitted;
  public long bytesCopied;
  public long bytesAliased;
  public long bytesDirect;
  public long migrations;
  public long migrationsRefused;
  public long evictions;
  public long releases;
  public long acquires;
  public long bytesCachedPeak;
  public long bytesPinnedPeak;
  public long remoteWords;
  public long remoteWordNanos;

  /**
   * Nanoseconds in fetches and releases that communicated, and in accesses to shared words of other
   * PEs. No part of the statistics.
   */
  public long communicationNanos;

  /** Adds to {@code total}, one of {@link #toArray}, what this counts. */
  public void addTo(long[] total) {
    long[] own = toArray();
    Arrays.setAll(total, i -> total[i] + own[i]);
  }

  public long[] toArray() {
    return new long[] {
      hits,
      misses,
      bytesFetched,
      bytesRefetched,
      bytesAsked,
      bytesEvicted,
      bytesCommitted,
      bytesCopied,
      bytesAliased,
      bytesDirect,
      migrations,
      migrationsRefused,
      evictions,
      releases,
      acquires,
      bytesCachedPeak,
      bytesPinnedPeak,
      remoteWords,
      remoteWordNanos
    };
  }

  public static GlobalAddressSpace.Statistics statistics(long[] c) {
    return new GlobalAddressSpace.Statistics(
        c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8], c[9], c[10], c[11], c[12], c[13],
        c[14], c[15], c[16], c[17], c[18]);
  }
}
