package org.temoto.bench;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What moving a page's bytes costs at the least: a plain copy between two native segments. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CopyBenchmark {
  @Param({"4096", "65536", "262144"})
  int bytes;

  private Arena arena;
  private MemorySegment from;
  private MemorySegment to;

  @Setup
  public void allocate() {
    arena = Arena.ofConfined();
    from = arena.allocate(bytes, Long.BYTES);
    to = arena.allocate(bytes, Long.BYTES);
  }

  @TearDown
  public void free() {
    arena.close();
  }

  @Benchmark
  public MemorySegment copy() {
    return to.copyFrom(from);
  }
}
