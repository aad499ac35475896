package org.temoto.gas;

import java.util.Objects;

/**
 * What a program may choose about its address space; immutable, validated here and nowhere else.
 *
 * @param backend {@code simulated}, {@code shmem}, or {@code auto}: the backend whose launcher
 *     started this process, else the simulated one
 * @param pes number of PEs that a simulated job has; a cluster launcher decides it for the others
 * @param workers worker strands per PE
 * @param pageSize default page size of a memory in bytes: a power of two from 4 KiB to 16 MiB
 * @param cacheBytes bound on the cached copies that one PE keeps, in bytes
 * @param heapBytes capacity of each PE's symmetric heap, in bytes
 * @param spareFrames frames per PE and memory for pages that migrate in, as a share of the pages of
 *     the memory
 * @param buffers how a simulated backend keeps local copies
 * @param network the network that a simulated backend imitates
 * @param aliasing whether pages owned from the start appear in the view without a copy, where the
 *     platform can
 * @param checks whether a view's segment refuses access after unlocalize (costs an arena per
 *     localize)
 * @param seed of everything that a simulated backend chooses at random
 */
public record GasOptions(
    String backend,
    int pes,
    int workers,
    int pageSize,
    long cacheBytes,
    long heapBytes,
    double spareFrames,
    Buffers buffers,
    Network network,
    boolean aliasing,
    boolean checks,
    long seed) {
  /** The backend that stands for "whichever launcher started us". */
  public static final String AUTO = "auto";

  public static final int MIN_PAGE_SIZE = 4 << 10;
  public static final int MAX_PAGE_SIZE = 16 << 20;
  public static final int MAX_PES = 1 << 14;
  public static final int MAX_WORKERS = 1 << 10;

  /** What an option is when nothing is said about it. */
  public static final GasOptions DEFAULT =
      new GasOptions(
          AUTO,
          4,
          1,
          64 << 10,
          1L << 30,
          4L << 30,
          0.25,
          Buffers.SEPARATE,
          Network.NONE,
          true,
          Boolean.getBoolean("temoto.checks"),
          1);

  public GasOptions {
    Objects.requireNonNull(backend, "backend");
    Objects.requireNonNull(buffers, "buffers");
    Objects.requireNonNull(network, "network");
    require(pes >= 1 && pes <= MAX_PES, "pes", pes, "from 1 to " + MAX_PES);
    require(workers >= 1 && workers <= MAX_WORKERS, "workers", workers, "from 1 to " + MAX_WORKERS);
    requirePageSize(pageSize);
    require(
        cacheBytes >= pageSize, "cache", cacheBytes, "at least one page of " + pageSize + " bytes");
    require(heapBytes >= 1 << 20, "heap", heapBytes, "at least 1 MiB");
    require(spareFrames >= 0 && spareFrames <= 16, "spareFrames", spareFrames, "from 0 to 16");
  }

  /** Refuses what cannot be a page size. */
  public static void requirePageSize(long pageSize) {
    require(
        pageSize >= MIN_PAGE_SIZE && pageSize <= MAX_PAGE_SIZE && Long.bitCount(pageSize) == 1,
        "pageSize",
        pageSize,
        "a power of two from 4 KiB to 16 MiB");
  }

  private static void require(boolean holds, String name, Object value, String rule) {
    if (!holds) {
      throw new IllegalArgumentException(name + "=" + value + " must be " + rule);
    }
  }

  public GasOptions withBackend(String name) {
    return new GasOptions(
        name,
        pes,
        workers,
        pageSize,
        cacheBytes,
        heapBytes,
        spareFrames,
        buffers,
        network,
        aliasing,
        checks,
        seed);
  }

  public GasOptions withPes(int n) {
    return new GasOptions(
        backend,
        n,
        workers,
        pageSize,
        cacheBytes,
        heapBytes,
        spareFrames,
        buffers,
        network,
        aliasing,
        checks,
        seed);
  }

  public GasOptions withWorkers(int n) {
    return new GasOptions(
        backend,
        pes,
        n,
        pageSize,
        cacheBytes,
        heapBytes,
        spareFrames,
        buffers,
        network,
        aliasing,
        checks,
        seed);
  }

  public GasOptions withPageSize(int bytes) {
    return new GasOptions(
        backend,
        pes,
        workers,
        bytes,
        cacheBytes,
        heapBytes,
        spareFrames,
        buffers,
        network,
        aliasing,
        checks,
        seed);
  }

  public GasOptions withCacheBytes(long bytes) {
    return new GasOptions(
        backend,
        pes,
        workers,
        pageSize,
        bytes,
        heapBytes,
        spareFrames,
        buffers,
        network,
        aliasing,
        checks,
        seed);
  }

  public GasOptions withHeapBytes(long bytes) {
    return new GasOptions(
        backend,
        pes,
        workers,
        pageSize,
        cacheBytes,
        bytes,
        spareFrames,
        buffers,
        network,
        aliasing,
        checks,
        seed);
  }

  public GasOptions withSpareFrames(double share) {
    return new GasOptions(
        backend,
        pes,
        workers,
        pageSize,
        cacheBytes,
        heapBytes,
        share,
        buffers,
        network,
        aliasing,
        checks,
        seed);
  }

  public GasOptions withBuffers(Buffers kind) {
    return new GasOptions(
        backend,
        pes,
        workers,
        pageSize,
        cacheBytes,
        heapBytes,
        spareFrames,
        kind,
        network,
        aliasing,
        checks,
        seed);
  }

  public GasOptions withNetwork(Network model) {
    return new GasOptions(
        backend,
        pes,
        workers,
        pageSize,
        cacheBytes,
        heapBytes,
        spareFrames,
        buffers,
        model,
        aliasing,
        checks,
        seed);
  }

  public GasOptions withAliasing(boolean on) {
    return new GasOptions(
        backend,
        pes,
        workers,
        pageSize,
        cacheBytes,
        heapBytes,
        spareFrames,
        buffers,
        network,
        on,
        checks,
        seed);
  }

  public GasOptions withChecks(boolean on) {
    return new GasOptions(
        backend,
        pes,
        workers,
        pageSize,
        cacheBytes,
        heapBytes,
        spareFrames,
        buffers,
        network,
        aliasing,
        on,
        seed);
  }

  public GasOptions withSeed(long value) {
    return new GasOptions(
        backend,
        pes,
        workers,
        pageSize,
        cacheBytes,
        heapBytes,
        spareFrames,
        buffers,
        network,
        aliasing,
        checks,
        value);
  }
}
