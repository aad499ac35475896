package org.temoto.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.spi.StrandMemory;

/**
 * Benchmark of a localize that finds its page here while two strands of the PE, which both do that,
 * hold many views open.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Threads(OpenPagesBenchmark.STRANDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 7, time = 1)
public class OpenPagesBenchmark {
  static final int STRANDS = 2;
  private static final int PAGE = 4096;
  private static final int PAGES_PER_VIEW = 10;

  /** A part of a page. */
  private static final int PART = 256;

  /** No power of two, so that localizes come by all pages. */
  private static final int STRIDE = 37;

  /** Pages of views that stay open, of both strands together. */
  @Param({"20", "10000"})
  public int open;

  private final AtomicInteger strands = new AtomicInteger();
  private OpenCluster cluster;
  private GlobalMemory memory;

  @Setup(Level.Trial)
  public void start() {
    long half = (long) open * PAGE; // the first half is PE 0's own
    GasOptions options =
        GasOptions.DEFAULT
            .withBackend("simulated")
            .withPes(2)
            .withPageSize(PAGE)
            .withHeapBytes(2 * half + (64 << 20))
            .withCacheBytes(2 * half);
    cluster =
        new OpenCluster(
            options,
            space -> {
              GlobalMemory own = space.allocate("bench", 2 * half);
              if (space.pe() == 0) {
                memory = own;
              }
              space.barrier();
            });
  }

  @TearDown(Level.Trial)
  public void stop() {
    cluster.close();
  }

  /** One of the two strands of PE 0. */
  @State(Scope.Thread)
  public static class Worker {
    private final List<LocalView> views = new ArrayList<>();
    private StrandMemory strand;
    private GlobalMemory memory;
    private int pages;
    private int next;

    @Setup(Level.Trial)
    public void open(OpenPagesBenchmark benchmark) {
      strand = benchmark.cluster.newStrand(0);
      memory = benchmark.memory;
      pages = benchmark.open;
      int mine = pages / STRANDS;
      int first = pages + benchmark.strands.getAndIncrement() * mine;
      for (int page = first; page < first + mine; page += PAGES_PER_VIEW) {
        views.add(memory.localize((long) page * PAGE, (long) PAGES_PER_VIEW * PAGE, Access.READ));
      }
    }

    @TearDown(Level.Trial)
    public void close() {
      views.forEach(LocalView::close);
      strand.unbind();
    }

    long hit(Access access) {
      next = (next + STRIDE) % pages;
      long offset = (long) (pages + next) * PAGE + PART;
      try (LocalView view = memory.localize(offset, PART, access)) {
        return view.length();
      }
    }
  }

  @Benchmark
  public long hitRead(Worker worker) {
    return worker.hit(Access.READ);
  }

  @Benchmark
  public long hitReadWrite(Worker worker) {
    return worker.hit(Access.READ_WRITE);
  }
}
