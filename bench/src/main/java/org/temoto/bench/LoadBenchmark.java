package org.temoto.bench;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.Warmup;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.array.GlobalLongs;
import org.temoto.gas.array.LongView;

/** Benchmark of loads through an open READ view: by its {@code get} and through its segment. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 7, time = 1)
public class LoadBenchmark {
  /** Elements of the view, which fit into a first-level cache. */
  private static final int ELEMENTS = 1 << 11;

  private OpenCluster cluster;
  private final GlobalLongs[] arrays = new GlobalLongs[1];
  private LongView view;

  @Setup(Level.Trial)
  public void open() {
    cluster =
        new OpenCluster(
            GasOptions.DEFAULT.withBackend("simulated").withPes(1),
            space -> {
              arrays[0] = GlobalLongs.allocate(space, "bench", ELEMENTS);
              space.barrier();
            });
    cluster.become(0);
    view = arrays[0].localize(Access.READ);
  }

  @TearDown(Level.Trial)
  public void close() {
    view.close();
    cluster.become(0).release();
    cluster.close();
  }

  @Benchmark
  @OperationsPerInvocation(ELEMENTS)
  public long sumOfGets() {
    long sum = 0;
    for (int i = 0; i < ELEMENTS; i++) {
      sum += view.get(i);
    }
    return sum;
  }

  /** Each index depends on the load before it. */
  @Benchmark
  @OperationsPerInvocation(ELEMENTS)
  public long chainOfGets() {
    long index = 0;
    for (int i = 0; i < ELEMENTS; i++) {
      index = view.get(index) + i & ELEMENTS - 1;
    }
    return index;
  }

  /** Indices without an order that a compiler could use. */
  @Benchmark
  @OperationsPerInvocation(ELEMENTS)
  public long scatteredGets() {
    long sum = 0;
    for (int i = 0; i < ELEMENTS; i++) {
      sum += view.get(i * 0x9E3779B1 >>> 21);
    }
    return sum;
  }

  @Benchmark
  @OperationsPerInvocation(ELEMENTS)
  public long sumOfSegment() {
    MemorySegment segment = view.segment();
    long sum = 0;
    for (long at = 0; at < ELEMENTS * 8L; at += 8) {
      sum += segment.get(JAVA_LONG, at);
    }
    return sum;
  }
}
