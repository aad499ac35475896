package org.temoto.gas;

import java.util.Objects;

/**
 * Options of one allocation; the defaults are those of {@link #of}.
 *
 * @param name appears in messages and reports
 * @param byteSize at least 1
 * @param pageSize in bytes, a power of two from 4 KiB to 16 MiB; 0, the default, for the space's
 * @param distribution which PE manages which pages; default {@link Distribution#block()}
 * @param ownership when its pages change their owners; null, the default, for the space's
 * @param words whether the memory is for {@link GlobalMemory#words()}, which cannot be localized;
 *     default no
 * @param spareFrames frames of each PE for pages that migrate to it, as a share of the pages that
 *     the PE with the most manages, from 0 to 16; null, the default, for the space's ({@link
 *     EngineOptions#spareFrames()}) where pages follow their writers, and none where ownership is
 *     {@link OwnershipPolicy#FIXED} or {@link OwnershipPolicy#FORWARDED}
 */
public record MemoryOptions(
    String name,
    long byteSize,
    int pageSize,
    Distribution distribution,
    OwnershipPolicy ownership,
    boolean words,
    Double spareFrames) {
  public MemoryOptions {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(distribution, "distribution");
    if (byteSize < 1) {
      throw new IllegalArgumentException(
          "memory \"" + name + "\": byteSize=" + byteSize + " must be at least 1");
    }
    if (pageSize != 0) {
      GasOptions.requirePageSize(pageSize);
    }
    if (spareFrames != null) {
      EngineOptions.requireSpareFrames(spareFrames);
    }
  }

  /** Block distribution, the space's page size and ownership policy. */
  public static MemoryOptions of(String name, long byteSize) {
    return new MemoryOptions(name, byteSize, 0, Distribution.block(), null, false, null);
  }

  /**
   * A memory of {@code count} 64-bit words that all PEs change by atomics, see {@link SharedWords}:
   * small pages, block distribution.
   */
  public static MemoryOptions words(String name, long count) {
    return new MemoryOptions(
        name,
        bytes(name, count, Long.BYTES),
        GasOptions.MIN_PAGE_SIZE,
        Distribution.block(),
        OwnershipPolicy.FIXED,
        true,
        null);
  }

  /**
   * As {@link #of}, of {@code count} elements.
   *
   * @throws RefusedException if that is more bytes than a long holds
   */
  public static MemoryOptions elements(String name, long count, int elementBytes) {
    return of(name, bytes(name, count, elementBytes));
  }

  private static long bytes(String name, long count, int elementBytes) {
    if (count < 1) {
      throw new IllegalArgumentException(
          "count=" + count + " of memory \"" + name + "\" must be at least 1");
    }
    if (count > Long.MAX_VALUE / elementBytes) {
      throw new RefusedException(
          "memory \"%s\" of %s elements of %s bytes: no heap holds more than %s bytes"
              .formatted(name, count, elementBytes, GasOptions.MAX_HEAP_BYTES));
    }
    return count * elementBytes;
  }

  /** The same with another {@link #pageSize()}. */
  public MemoryOptions withPageSize(int bytes) {
    return new MemoryOptions(name, byteSize, bytes, distribution, ownership, words, spareFrames);
  }

  /** The same with another {@link #distribution()}. */
  public MemoryOptions withDistribution(Distribution choice) {
    return new MemoryOptions(name, byteSize, pageSize, choice, ownership, words, spareFrames);
  }

  /** The same with another {@link #ownership()}. */
  public MemoryOptions withOwnership(OwnershipPolicy choice) {
    return new MemoryOptions(name, byteSize, pageSize, distribution, choice, words, spareFrames);
  }

  /**
   * The same with another {@link #spareFrames()}: for pages that the program migrates, or that are
   * to find more room where they move.
   */
  public MemoryOptions withSpareFrames(double share) {
    return new MemoryOptions(name, byteSize, pageSize, distribution, ownership, words, share);
  }

  /**
   * Policy that says when a page moves to another owner, the PE that holds its bytes and sends them
   * to others. Pages move into spare frames of their new owner, of which a PE has for each memory a
   * quarter of its own share, unless {@link MemoryOptions#withSpareFrames} or {@link
   * EngineOptions#spareFrames} say otherwise. A page that would move but finds no free frame stays
   * where it is, is committed as under {@link #FIXED}, and is counted as refused.
   */
  public enum OwnershipPolicy {
    /**
     * A commit sends its bytes to the owner. There are no spare frames; a memory that is allocated
     * with some has its pages moved by {@link GlobalMemory#migrate}.
     */
    FIXED,

    /**
     * The PE that commits to a page first becomes its owner for good, where the page's own PE has
     * not written to it: one compare-and-swap if it commits all of the page. Good where tasks fill
     * memory that the same PEs use afterwards. A PE has as many spare frames as pages of its own
     * share at least.
     */
    FIRST_TOUCH,

    /**
     * A PE that commits a whole page becomes its owner instead of sending the bytes: one
     * compare-and-swap. Good where what one PE writes it reads or writes again, or others read
     * once.
     */
    LAST_WRITER,

    /**
     * A PE that commits to a page, all of it or a part, for the third time with no commit of
     * another PE between becomes its owner. Good where a page has one writer for long, and for
     * pages at the border of two, which stay.
     */
    ADAPTIVE,

    /**
     * As {@link #FIXED}, and PEs that read a page at about the same time hand it on to each other:
     * it is fetched whole, and mostly not from its owner. Good where many PEs read what one PE
     * holds. A PE keeps up to 1 MiB of copies for others, or 4 pages if that is more, of each
     * memory. A fetch takes a few operations more, and requests are served at their await.
     */
    FORWARDED
  }
}
