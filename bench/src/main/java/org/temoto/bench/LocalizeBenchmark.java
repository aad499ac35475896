package org.temoto.bench;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.Region;
import org.temoto.gas.Request;
import org.temoto.gas.spi.StrandMemory;

/**
 * Benchmark of localize, commit and release on two simulated PEs whose network takes no time,
 * beside a plain copy of the same bytes. Everything is done to pages that PE 1 owns and PE 0 uses.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 7, time = 1)
public class LocalizeBenchmark {
  private static final int PAGES = 64;

  /** The first page of PE 1, by the distribution in blocks. */
  private static final int REMOTE = PAGES / 2;

  /** A cache of so many pages, when pages have to be evicted. */
  private static final int FEW = 4;

  /** Views of a task that looks here and there. */
  private static final int VIEWS = 1000;

  /** Pages that are asked for together. */
  private static final int ASKED = 8;

  /** Elements of an index set. */
  private static final int ELEMENTS = 256;

  /** Bytes of the views that stay within a page. */
  private static final int PART = 256;

  @Param({"4096", "65536", "262144", "1048576"})
  public int page;

  private OpenCluster cluster;
  private final GlobalMemory[] faces = new GlobalMemory[2];
  private GlobalMemory memory;
  private long counter;

  @Setup(Level.Trial)
  public void open() {
    open(GasOptions.DEFAULT);
  }

  private void open(GasOptions defaults) {
    GasOptions options = defaults.withBackend("simulated").withPes(2).withPageSize(page);
    cluster =
        new OpenCluster(
            options,
            space -> {
              faces[space.pe()] = space.allocate("bench", (long) PAGES * page);
              space.barrier();
            });
    memory = faces[0];
  }

  @TearDown(Level.Trial)
  public void close() {
    cluster.become(0).release();
    cluster.become(1).release();
    cluster.close();
  }

  private long remotePage() {
    return (long) REMOTE * page;
  }

  /** Localize what is here, and let go of it: no communication. */
  @Benchmark
  public long hitRead() {
    try (LocalView view = memory.localize(remotePage() + PART, PART, Access.READ)) {
      return view.length();
    }
  }

  @Benchmark
  public long hitReadWrite() {
    try (LocalView view = memory.localize(remotePage() + PART, PART, Access.READ_WRITE)) {
      return view.length();
    }
  }

  /** Validates a page as a stolen task does at its first use: a new epoch, an unchanged page. */
  @Benchmark
  public long validate() {
    cluster.become(0).acquire();
    return hitRead();
  }

  /** The owner commits one byte and releases: the part of {@link #missChanged} that is no miss. */
  @Benchmark
  public long ownerCommits() {
    StrandMemory owner = cluster.become(1);
    try (LocalView view = faces[1].localize(remotePage(), 1, Access.READ_WRITE)) {
      view.commit();
    }
    owner.release();
    return counter++;
  }

  /**
   * Reads a page that has changed since {@link #ownerCommits}, in a new epoch: it is fetched over
   * the old copy.
   */
  @Benchmark
  public long missChanged() {
    ownerCommits();
    return validate();
  }

  /** Localize a whole page for writing, register it as committed, let go: no communication. */
  @Benchmark
  public long commit() {
    try (LocalView view = memory.localize(remotePage(), page, Access.WRITE)) {
      view.commit();
      return view.length();
    }
  }

  /** Commits as {@link #commit}, and releases: puts the page to its owner and bumps its version. */
  @Benchmark
  public long commitAndRelease() {
    long length = commit();
    cluster.become(0).release();
    return length;
  }

  /** The same for the first bytes of the page only. */
  @Benchmark
  public long commitPartAndRelease() {
    try (LocalView view = memory.localize(remotePage(), PART, Access.READ_WRITE)) {
      view.commit();
    }
    cluster.become(0).release();
    return counter++;
  }

  /** Views of parts of all remote pages, each closed before the next: no communication. */
  @Benchmark
  @OperationsPerInvocation(VIEWS)
  public long smallViews() {
    long length = 0;
    for (int i = 0; i < VIEWS; i++) {
      long offset = remotePage() + (long) (i % (PAGES - REMOTE)) * page + (long) (i / PAGES) * PART;
      try (LocalView view = memory.localize(offset, PART, Access.READ)) {
        length += view.length();
      }
    }
    return length;
  }

  /** The owner commits one byte of each of some pages: the part of the next one that is no miss. */
  @Benchmark
  public long ownerCommitsPages() {
    StrandMemory owner = cluster.become(1);
    for (int i = 0; i < ASKED; i++) {
      try (LocalView view =
          faces[1].localize(remotePage() + (long) i * page, 1, Access.READ_WRITE)) {
        view.commit();
      }
    }
    owner.release();
    return counter++;
  }

  /**
   * The owner commits the pages; then one request for them, of which parts are localized while it
   * is open.
   */
  @Benchmark
  public long partsOnTheirWay() {
    ownerCommitsPages();
    cluster.become(0).acquire();
    long length = 0;
    try (Request<LocalView> _ =
        memory.localizeAsync(remotePage(), (long) ASKED * page, Access.READ)) {
      for (int i = 0; i < ASKED; i++) {
        try (LocalView view = memory.localize(remotePage() + (long) i * page, PART, Access.READ)) {
          length += view.length();
        }
      }
    }
    return length;
  }

  /** An index set over all remote pages. */
  @State(Scope.Thread)
  public static class IndexSet {
    private Region.Gathered region;

    @Setup
    public void gather(LocalizeBenchmark benchmark) {
      long elements = (long) (PAGES - REMOTE) * benchmark.page / Long.BYTES;
      long[] indices = new Random(1).longs(ELEMENTS, 0, elements).toArray();
      region = benchmark.memory.gather(benchmark.remotePage(), Long.BYTES, indices);
    }
  }

  /** A new epoch, and elements here and there in pages that have not changed. */
  @Benchmark
  public long gather(IndexSet set) {
    cluster.become(0).acquire();
    try (LocalView view = memory.localize(set.region, Access.READ)) {
      return view.length();
    }
  }

  /** A cluster whose pages follow their writers. */
  @State(Scope.Thread)
  public static class Following {
    private final LocalizeBenchmark inner = new LocalizeBenchmark();
    private int writer;

    @Setup
    public void open(LocalizeBenchmark benchmark) {
      inner.page = benchmark.page;
      inner.open(GasOptions.DEFAULT.withOwnership(OwnershipPolicy.LAST_WRITER));
    }

    @TearDown
    public void close() {
      inner.close();
    }
  }

  /** Commit and release of a whole page by the PE that does not own it, which then does. */
  @Benchmark
  public long commitAndTakeOver(Following following) {
    LocalizeBenchmark inner = following.inner;
    following.writer = 1 - following.writer;
    StrandMemory strand = inner.cluster.become(following.writer);
    try (LocalView view =
        inner.faces[following.writer].localize(inner.remotePage(), page, Access.WRITE)) {
      view.commit();
    }
    strand.release();
    return counter++;
  }

  /** Two buffers between which a page's bytes are moved by a plain copy. */
  @State(Scope.Thread)
  public static class Copy {
    private final Arena arena = Arena.ofConfined();
    private MemorySegment from;
    private MemorySegment to;

    @Setup
    public void allocate(LocalizeBenchmark benchmark) {
      from = arena.allocate(benchmark.page, Long.BYTES).fill((byte) 1);
      to = arena.allocate(benchmark.page, Long.BYTES).fill((byte) 2);
    }

    @TearDown
    public void free() {
      arena.close();
    }
  }

  @Benchmark
  public MemorySegment plainCopy(Copy copy) {
    return copy.to.copyFrom(copy.from);
  }

  /** A cluster with a cache that is too small for what is used in turns. */
  @State(Scope.Thread)
  public static class SmallCache {
    private final LocalizeBenchmark inner = new LocalizeBenchmark();
    private int next;

    @Setup
    public void open(LocalizeBenchmark benchmark) {
      inner.page = benchmark.page;
      GasOptions sized = GasOptions.DEFAULT.withPageSize(benchmark.page);
      inner.open(sized.withCacheBytes((long) FEW * benchmark.page));
    }

    @TearDown
    public void close() {
      inner.close();
    }
  }

  /**
   * A page that is not here, which another one has to make room for: eviction, fresh memory from
   * the system, fetch.
   */
  @Benchmark
  public long missAbsent(SmallCache small) {
    small.inner.cluster.become(0);
    small.next = (small.next + 1) % (2 * FEW);
    long offset = small.inner.remotePage() + (long) small.next * page;
    try (LocalView view = small.inner.memory.localize(offset, PART, Access.READ)) {
      return view.length();
    }
  }
}
