package org.temoto.bench;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.temoto.gas.GasOptions;
import org.temoto.gas.heap.GlobalHeap;
import org.temoto.gas.spi.StrandMemory;

/**
 * Benchmark of blocks of a global heap that the PE of their arena allocates and frees, beside
 * {@code malloc} and {@code free}: 10,000 blocks of 16 to 255 bytes, which are then all freed. A
 * result is the time of one allocate and one free, which four PEs do at the same time, each with a
 * thread ({@code -t 1}: one). No block is touched, but by {@code malloc}, which writes beside it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Threads(HeapBenchmark.PES)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 7, time = 1)
public class HeapBenchmark {
  static final int PES = 4;
  private static final int BLOCKS = 10_000;
  private static final int LEAST = 16;
  private static final int MOST = 256;
  private static final long ARENA = 16L << 20;

  /** Addresses are passed as longs, as references are: no object stands for one. */
  private static final MethodHandle MALLOC =
      function("malloc", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));

  private static final MethodHandle FREE = function("free", FunctionDescriptor.ofVoid(JAVA_LONG));

  private final AtomicInteger threads = new AtomicInteger();
  private final GlobalHeap[] heaps = new GlobalHeap[PES];
  private OpenCluster cluster;

  @SuppressWarnings("restricted")
  private static MethodHandle function(String name, FunctionDescriptor function) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name), function, Linker.Option.critical(false));
  }

  @Setup(Level.Trial)
  public void open() {
    cluster =
        new OpenCluster(
            GasOptions.DEFAULT.withBackend("simulated").withPes(PES),
            space -> heaps[space.pe()] = GlobalHeap.create(space, "heap", ARENA));
  }

  @TearDown(Level.Trial)
  public void close() {
    cluster.close();
  }

  /** A strand of one of the PEs. */
  @State(Scope.Thread)
  public static class Worker {
    private final long[] sizes = new long[BLOCKS];
    private final long[] blocks = new long[BLOCKS];
    private StrandMemory strand;
    private GlobalHeap heap;

    @Setup(Level.Trial)
    public void open(HeapBenchmark benchmark) {
      int pe = benchmark.threads.getAndIncrement() % PES;
      strand = benchmark.cluster.newStrand(pe);
      heap = benchmark.heaps[pe];
      SplittableRandom random = new SplittableRandom(pe);
      for (int i = 0; i < BLOCKS; i++) {
        sizes[i] = random.nextInt(LEAST, MOST);
      }
    }

    @TearDown(Level.Trial)
    public void close() {
      strand.unbind();
    }
  }

  @Benchmark
  @OperationsPerInvocation(BLOCKS)
  public void global(Worker worker) {
    for (int i = 0; i < BLOCKS; i++) {
      worker.blocks[i] = worker.heap.allocate(worker.sizes[i]);
    }
    for (long block : worker.blocks) {
      worker.heap.free(block);
    }
  }

  @Benchmark
  @OperationsPerInvocation(BLOCKS)
  public void malloc(Worker worker) throws Throwable {
    for (int i = 0; i < BLOCKS; i++) {
      worker.blocks[i] = (long) MALLOC.invokeExact(worker.sizes[i]);
    }
    for (long block : worker.blocks) {
      FREE.invokeExact(block);
    }
  }
}
