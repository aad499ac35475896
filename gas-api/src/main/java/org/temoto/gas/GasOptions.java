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
 * @param caching whether a localize trusts copies that are here already; off, to see what that is
 *     worth, it fetches every page of other PEs that it reads
 * @param heapBytes capacity of each PE's symmetric heap, in bytes: from 1 MiB to 64 PiB
 * @param spareFrames frames of each PE for pages that migrate to it, as a share of the pages of a
 *     memory that the PE with the most manages, where pages follow their writers and the memory
 *     says nothing else; at least one if it is not 0
 * @param coherence who says that written bytes are to be published
 * @param ownership when the pages of a memory that does not say change their owners
 * @param buffers how a simulated backend keeps local copies
 * @param network the network that a simulated backend imitates
 * @param progress whether and how often a thread drives the communication library of a cluster
 * @param aliasing whether pages owned from the start appear in the view without a copy, where the
 *     platform can
 * @param direct whether bytes move by loads and stores between PEs of one host, where the platform
 *     can
 * @param threads how the strands of a PE call a cluster's communication library
 * @param binding whether workers keep to a core each where the process has as many workers as cores
 *     that it may use; on Linux, on the wall clock
 * @param checks whether a view's segment refuses access after unlocalize (costs an arena per
 *     localize)
 * @param checker whether a simulated job looks for broken promises and ends with a {@link
 *     CheckFailedException} if there are any (docs/checker.md); several times slower
 * @param schedule what decides which strand of a simulated job goes on
 * @param costs what computing and waiting take in virtual time
 * @param seed of everything that a simulated backend chooses at random
 */
public record GasOptions(
    String backend,
    int pes,
    int workers,
    int pageSize,
    long cacheBytes,
    boolean caching,
    long heapBytes,
    double spareFrames,
    Coherence coherence,
    OwnershipPolicy ownership,
    Buffers buffers,
    Network network,
    ProgressThread progress,
    boolean aliasing,
    boolean direct,
    Threads threads,
    boolean binding,
    boolean checks,
    boolean checker,
    Schedule schedule,
    Costs costs,
    long seed) {
  /** The backend that stands for "whichever launcher started us". */
  public static final String AUTO = "auto";

  public static final int MIN_PAGE_SIZE = 4 << 10;
  public static final int MAX_PAGE_SIZE = 16 << 20;
  public static final long MAX_HEAP_BYTES = 1L << 56;
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
          true,
          4L << 30,
          0.25,
          Coherence.EXPLICIT,
          OwnershipPolicy.FIXED,
          Buffers.SEPARATE,
          Network.NONE,
          ProgressThread.WHERE_NEEDED,
          true,
          true,
          Threads.BEST,
          true,
          Boolean.getBoolean("temoto.checks"),
          Boolean.getBoolean("temoto.check"),
          Schedule.THREADS,
          Costs.MEASURED,
          1);

  public GasOptions {
    Objects.requireNonNull(backend, "backend");
    Objects.requireNonNull(coherence, "coherence");
    Objects.requireNonNull(ownership, "ownership");
    Objects.requireNonNull(buffers, "buffers");
    Objects.requireNonNull(network, "network");
    Objects.requireNonNull(threads, "threads");
    Objects.requireNonNull(progress, "progress");
    Objects.requireNonNull(schedule, "schedule");
    Objects.requireNonNull(costs, "costs");
    require(pes >= 1 && pes <= MAX_PES, "pes", pes, "from 1 to " + MAX_PES);
    require(workers >= 1 && workers <= MAX_WORKERS, "workers", workers, "from 1 to " + MAX_WORKERS);
    requirePageSize(pageSize);
    require(
        cacheBytes >= pageSize,
        "cacheBytes",
        cacheBytes,
        "at least one page of " + pageSize + " bytes");
    require(
        heapBytes >= 1 << 20 && heapBytes <= MAX_HEAP_BYTES,
        "heapBytes",
        heapBytes,
        "from 1 MiB to 64 PiB");
    requireSpareFrames(spareFrames);
  }

  /** Refuses what cannot be a page size. */
  public static void requirePageSize(long pageSize) {
    require(
        pageSize >= MIN_PAGE_SIZE && pageSize <= MAX_PAGE_SIZE && Long.bitCount(pageSize) == 1,
        "pageSize",
        pageSize,
        "a power of two from 4 KiB to 16 MiB");
  }

  /** Refuses what cannot be a share of spare frames. */
  static void requireSpareFrames(double share) {
    require(share >= 0 && share <= 16, "spareFrames", share, "from 0 to 16");
  }

  private static void require(boolean holds, String name, Object value, String rule) {
    if (!holds) {
      throw new InvalidOptionException(name, value, rule);
    }
  }

  /** The same with another {@link #backend()}. */
  public GasOptions withBackend(String value) {
    Draft draft = new Draft(this);
    draft.backend = value;
    return draft.options();
  }

  /** The same with another {@link #pes()}. */
  public GasOptions withPes(int value) {
    Draft draft = new Draft(this);
    draft.pes = value;
    return draft.options();
  }

  /** The same with another {@link #workers()}. */
  public GasOptions withWorkers(int value) {
    Draft draft = new Draft(this);
    draft.workers = value;
    return draft.options();
  }

  /** The same with another {@link #pageSize()}. */
  public GasOptions withPageSize(int value) {
    Draft draft = new Draft(this);
    draft.pageSize = value;
    return draft.options();
  }

  /** The same with another {@link #cacheBytes()}. */
  public GasOptions withCacheBytes(long value) {
    Draft draft = new Draft(this);
    draft.cacheBytes = value;
    return draft.options();
  }

  /** The same with another {@link #caching()}. */
  public GasOptions withCaching(boolean value) {
    Draft draft = new Draft(this);
    draft.caching = value;
    return draft.options();
  }

  /** The same with another {@link #heapBytes()}. */
  public GasOptions withHeapBytes(long value) {
    Draft draft = new Draft(this);
    draft.heapBytes = value;
    return draft.options();
  }

  /** The same with another {@link #spareFrames()}. */
  public GasOptions withSpareFrames(double value) {
    Draft draft = new Draft(this);
    draft.spareFrames = value;
    return draft.options();
  }

  /** The same with other {@link #coherence()}. */
  public GasOptions withCoherence(Coherence value) {
    Draft draft = new Draft(this);
    draft.coherence = value;
    return draft.options();
  }

  /** The same with another {@link #ownership()}. */
  public GasOptions withOwnership(OwnershipPolicy value) {
    Draft draft = new Draft(this);
    draft.ownership = value;
    return draft.options();
  }

  /** The same with another {@link #buffers()}. */
  public GasOptions withBuffers(Buffers value) {
    Draft draft = new Draft(this);
    draft.buffers = value;
    return draft.options();
  }

  /** The same with another {@link #network()}. */
  public GasOptions withNetwork(Network value) {
    Draft draft = new Draft(this);
    draft.network = value;
    return draft.options();
  }

  /** The same with another {@link #progress()}. */
  public GasOptions withProgress(ProgressThread value) {
    Draft draft = new Draft(this);
    draft.progress = value;
    return draft.options();
  }

  /** The same with another {@link #aliasing()}. */
  public GasOptions withAliasing(boolean value) {
    Draft draft = new Draft(this);
    draft.aliasing = value;
    return draft.options();
  }

  /** The same with another {@link #direct()}. */
  public GasOptions withDirect(boolean value) {
    Draft draft = new Draft(this);
    draft.direct = value;
    return draft.options();
  }

  /** The same with another {@link #threads()}. */
  public GasOptions withThreads(Threads value) {
    Draft draft = new Draft(this);
    draft.threads = value;
    return draft.options();
  }

  /** The same with another {@link #binding()}. */
  public GasOptions withBinding(boolean value) {
    Draft draft = new Draft(this);
    draft.binding = value;
    return draft.options();
  }

  /** The same with another {@link #checks()}. */
  public GasOptions withChecks(boolean value) {
    Draft draft = new Draft(this);
    draft.checks = value;
    return draft.options();
  }

  /** The same with another {@link #checker()}. */
  public GasOptions withChecker(boolean value) {
    Draft draft = new Draft(this);
    draft.checker = value;
    return draft.options();
  }

  /** The same with another {@link #schedule()}. */
  public GasOptions withSchedule(Schedule value) {
    Draft draft = new Draft(this);
    draft.schedule = value;
    return draft.options();
  }

  /** The same with other {@link #costs()}. */
  public GasOptions withCosts(Costs value) {
    Draft draft = new Draft(this);
    draft.costs = value;
    return draft.options();
  }

  /** The same with another {@link #seed()}. */
  public GasOptions withSeed(long value) {
    Draft draft = new Draft(this);
    draft.seed = value;
    return draft.options();
  }

  /** Options in the making. */
  private static final class Draft {
    private String backend;
    private int pes;
    private int workers;
    private int pageSize;
    private long cacheBytes;
    private boolean caching;
    private long heapBytes;
    private double spareFrames;
    private Coherence coherence;
    private OwnershipPolicy ownership;
    private Buffers buffers;
    private Network network;
    private ProgressThread progress;
    private boolean aliasing;
    private boolean direct;
    private Threads threads;
    private boolean binding;
    private boolean checks;
    private boolean checker;
    private Schedule schedule;
    private Costs costs;
    private long seed;

    Draft(GasOptions from) {
      backend = from.backend;
      pes = from.pes;
      workers = from.workers;
      pageSize = from.pageSize;
      cacheBytes = from.cacheBytes;
      caching = from.caching;
      heapBytes = from.heapBytes;
      spareFrames = from.spareFrames;
      coherence = from.coherence;
      ownership = from.ownership;
      buffers = from.buffers;
      network = from.network;
      progress = from.progress;
      aliasing = from.aliasing;
      direct = from.direct;
      threads = from.threads;
      binding = from.binding;
      checks = from.checks;
      checker = from.checker;
      schedule = from.schedule;
      costs = from.costs;
      seed = from.seed;
    }

    GasOptions options() {
      return new GasOptions(
          backend,
          pes,
          workers,
          pageSize,
          cacheBytes,
          caching,
          heapBytes,
          spareFrames,
          coherence,
          ownership,
          buffers,
          network,
          progress,
          aliasing,
          direct,
          threads,
          binding,
          checks,
          checker,
          schedule,
          costs,
          seed);
    }
  }
}
