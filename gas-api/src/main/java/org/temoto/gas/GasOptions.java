package org.temoto.gas;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;

/**
 * Options of an address space; immutable, validated here and nowhere else. Those that only few jobs
 * need, of the engine, a simulation or a cluster, stand in {@link OptionGroup}s.
 *
 * @param backend {@code simulated}, {@code shmem}, or {@code auto}: the backend whose launcher
 *     started this process, else the simulated one; default {@code auto}
 * @param pes number of PEs that a simulated job has; a cluster launcher decides it for the others;
 *     default 4
 * @param workers worker strands per PE; default 1
 * @param pageSize page size of a memory that does not say, in bytes: a power of two from 4 KiB to
 *     16 MiB; default 64 KiB
 * @param cacheBytes bound on the cached copies that one PE keeps, in bytes; with {@link
 *     Coherence#AUTOMATIC} those that tasks write to have twins of the same size beside it; default
 *     1 GiB
 * @param heapBytes capacity of each PE's symmetric heap, in bytes: from 1 MiB to 64 PiB; default 4
 *     GiB
 * @param coherence whether the program or the end of writing publishes written bytes; default
 *     {@link Coherence#EXPLICIT}
 * @param ownership when the pages of a memory that does not say change their owners; default {@link
 *     OwnershipPolicy#FIXED}
 * @param seed of what the job chooses at random: victims, and all that a simulation draws; default
 *     1
 * @param groups at most one of each class, in the order of their names; default none
 */
public record GasOptions(
    String backend,
    int pes,
    int workers,
    int pageSize,
    long cacheBytes,
    long heapBytes,
    Coherence coherence,
    OwnershipPolicy ownership,
    long seed,
    List<OptionGroup> groups) {
  /** The backend that stands for "the one whose launcher started this process". */
  public static final String AUTO = "auto";

  public static final int MIN_PAGE_SIZE = 4 << 10;
  public static final int MAX_PAGE_SIZE = 16 << 20;
  public static final long MAX_HEAP_BYTES = 1L << 56;
  public static final int MAX_PES = 1 << 14;
  public static final int MAX_WORKERS = 1 << 10;

  /** Default of every option. */
  public static final GasOptions DEFAULT =
      new GasOptions(
          AUTO,
          4,
          1,
          64 << 10,
          1L << 30,
          4L << 30,
          Coherence.EXPLICIT,
          OwnershipPolicy.FIXED,
          1,
          List.of());

  public GasOptions {
    Objects.requireNonNull(backend, "backend");
    Objects.requireNonNull(coherence, "coherence");
    Objects.requireNonNull(ownership, "ownership");
    groups = sorted(groups);
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
  }

  private static List<OptionGroup> sorted(List<OptionGroup> groups) {
    List<OptionGroup> all = new ArrayList<>(groups);
    // A comparator of Java's own would be serializable, for which the JVM makes a class at each
    // start.
    all.sort((one, other) -> one.getClass().getName().compareTo(other.getClass().getName()));
    for (int i = 1; i < all.size(); i++) {
      Class<?> type = all.get(i).getClass();
      require(type != all.get(i - 1).getClass(), "groups", groups, "one " + type.getSimpleName());
    }
    return List.copyOf(all);
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
      throw new InvalidOptionException(name, value, rule);
    }
  }

  /** The same with another {@link #backend()}. */
  public GasOptions withBackend(String next) {
    return new GasOptions(
        next, pes, workers, pageSize, cacheBytes, heapBytes, coherence, ownership, seed, groups);
  }

  /** The same with another {@link #pes()}. */
  public GasOptions withPes(int next) {
    return new GasOptions(
        backend,
        next,
        workers,
        pageSize,
        cacheBytes,
        heapBytes,
        coherence,
        ownership,
        seed,
        groups);
  }

  /** The same with another {@link #workers()}. */
  public GasOptions withWorkers(int next) {
    return new GasOptions(
        backend, pes, next, pageSize, cacheBytes, heapBytes, coherence, ownership, seed, groups);
  }

  /** The same with another {@link #pageSize()}. */
  public GasOptions withPageSize(int next) {
    return new GasOptions(
        backend, pes, workers, next, cacheBytes, heapBytes, coherence, ownership, seed, groups);
  }

  /** The same with another {@link #cacheBytes()}. */
  public GasOptions withCacheBytes(long next) {
    return new GasOptions(
        backend, pes, workers, pageSize, next, heapBytes, coherence, ownership, seed, groups);
  }

  /** The same with another {@link #heapBytes()}. */
  public GasOptions withHeapBytes(long next) {
    return new GasOptions(
        backend, pes, workers, pageSize, cacheBytes, next, coherence, ownership, seed, groups);
  }

  /** The same with other {@link #coherence()}. */
  public GasOptions withCoherence(Coherence next) {
    return new GasOptions(
        backend, pes, workers, pageSize, cacheBytes, heapBytes, next, ownership, seed, groups);
  }

  /** The same with another {@link #ownership()}. */
  public GasOptions withOwnership(OwnershipPolicy next) {
    return new GasOptions(
        backend, pes, workers, pageSize, cacheBytes, heapBytes, coherence, next, seed, groups);
  }

  /** The same with another {@link #seed()}. */
  public GasOptions withSeed(long next) {
    return new GasOptions(
        backend, pes, workers, pageSize, cacheBytes, heapBytes, coherence, ownership, next, groups);
  }

  /** The same with {@code group} in place of the group of its class. */
  public GasOptions with(OptionGroup group) {
    List<OptionGroup> all = new ArrayList<>(groups);
    all.removeIf(each -> each.getClass() == group.getClass());
    all.add(group);
    return new GasOptions(
        backend, pes, workers, pageSize, cacheBytes, heapBytes, coherence, ownership, seed, all);
  }

  /**
   * The same with a change to the group of {@code initial}'s class, which is {@code initial} if
   * none is attached; for example {@code with(EngineOptions.DEFAULT, engine ->
   * engine.without(EngineOptions.Feature.ALIASING))}.
   */
  public <G extends OptionGroup> GasOptions with(G initial, UnaryOperator<G> change) {
    return with(change.apply(group(initial)));
  }

  /** The attached group of {@code otherwise}'s class; {@code otherwise} if there is none. */
  public <G extends OptionGroup> G group(G otherwise) {
    for (OptionGroup group : groups) {
      if (group.getClass() == otherwise.getClass()) {
        @SuppressWarnings("unchecked") // its class is G's
        G found = (G) group;
        return found;
      }
    }
    return otherwise;
  }

  /**
   * Public record of options that few jobs need, attached to {@link GasOptions} by {@link
   * GasOptions#with}: those of the engine ({@link EngineOptions}), and those that one backend
   * understands. A group that the job's backend does not know is ignored, if it can be.
   */
  public interface OptionGroup {
    /**
     * Options that a job goes without where its backend does not know the group, in words ({@code
     * schedule virtual}), if they could be missed: a warning names them. By default none.
     *
     * @throws InvalidOptionException if there are options that may not be ignored
     */
    default List<String> ignored() {
      return List.of();
    }
  }

  /** Policy that says whether the program or the end of writing publishes written bytes. */
  public enum Coherence {
    /** The program, by {@link LocalView#commit} (Ikegami and Taura). */
    EXPLICIT,

    /**
     * The end of writing (Endo and Taura, 2017): closing a write view publishes what was written
     * through it, as a commit would, and so does what releases under it: a fork, a fence or
     * barrier, an unlock, the end of a promise, a detached task. It leaves this PE with its next
     * release, as commits do; tasks that are not stolen cost no communication. {@link
     * LocalView#commit} does no harm.
     *
     * <p>Of a {@link Access#READ_WRITE} view those bytes are published that have changed, or,
     * through the views of arrays, the elements: so it may be as wide as the task likes, and other
     * tasks may write other bytes of it meanwhile. That takes a second copy of the pages that it
     * touches, beside the cache, a look at all of its bytes, and a transfer for each run of changed
     * bytes. Of a {@link Access#WRITE} view all bytes are published; they must have been stored.
     */
    AUTOMATIC
  }
}
