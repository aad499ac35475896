package org.temoto.gas;

import java.util.Objects;

/**
 * What an allocation may choose.
 *
 * @param name appears in messages and reports
 * @param byteSize at least 1
 * @param pageSize in bytes, a power of two from 4 KiB to 16 MiB; 0 for the space's default
 * @param ownership when its pages change their owners; null for the space's default
 * @param words whether the memory is for {@link GlobalMemory#words()}, which cannot be localized
 */
public record MemoryOptions(
    String name,
    long byteSize,
    int pageSize,
    Distribution distribution,
    OwnershipPolicy ownership,
    boolean words) {
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
  }

  /** Block distribution, the space's page size and ownership policy. */
  public static MemoryOptions of(String name, long byteSize) {
    return new MemoryOptions(name, byteSize, 0, Distribution.block(), null, false);
  }

  /**
   * A memory of {@code count} 64-bit words that all PEs change by atomics, see {@link SharedWords}:
   * small pages, block distribution.
   */
  public static MemoryOptions words(String name, long count) {
    return new MemoryOptions(
        name,
        Math.multiplyExact(count, Long.BYTES),
        GasOptions.MIN_PAGE_SIZE,
        Distribution.block(),
        OwnershipPolicy.FIXED,
        true);
  }

  public MemoryOptions withPageSize(int bytes) {
    return new MemoryOptions(name, byteSize, bytes, distribution, ownership, words);
  }

  public MemoryOptions withDistribution(Distribution choice) {
    return new MemoryOptions(name, byteSize, pageSize, choice, ownership, words);
  }

  public MemoryOptions withOwnership(OwnershipPolicy choice) {
    return new MemoryOptions(name, byteSize, pageSize, distribution, choice, words);
  }
}
