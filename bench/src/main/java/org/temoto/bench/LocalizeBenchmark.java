package org.temoto.bench;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.Warmup;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.spi.StrandMemory;

/**
 * What localize and commit cost on two simulated PEs without network time, beside a plain copy of the same bytes. A hit finds
 * everything here; a miss validates at the owner's directory and fetches a page that changed.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class LocalizeBenchmark {
  @Param({"4096", "65536", "262144"})
  public int page;

  private OpenCluster cluster;
  private final GlobalMemory[] faces = new GlobalMemory[2];
  private GlobalMemory memory;
  private MemorySegment source;
  private MemorySegment target;

  @Setup(Level.Trial)
  public void open() throws InterruptedException {
    GasOptions options = GasOptions.DEFAULT.withBackend("simulated").withPes(2).withPageSize(page);
    cluster =
        new OpenCluster(
            options,
            space -> {
              GlobalMemory allocated = space.allocate("bench", 64L * page);
              faces[space.pe()] = allocated;
              space.barrier();
            });
    memory = faces[0];
    source = Arena.ofAuto().allocate(page, 64).fill((byte) 1);
    target = Arena.ofAuto().allocate(page, 64);
  }

  @TearDown(Level.Trial)
  public void close() throws InterruptedException {
    cluster.close();
  }

  private long remotePage() {
    return 40L * page;
  }

  @Benchmark
  public long hitRead() {
    try (LocalView view = memory.localize(remotePage() + 64, 256, Access.READ)) {
      return view.length();
    }
  }

  @Benchmark
  public long hitReadWrite() {
    try (LocalView view = memory.localize(remotePage() + 64, 256, Access.READ_WRITE)) {
      return view.length();
    }
  }

  /** As a task stolen from another PE finds its data: a new epoch, an unchanged page. */
  @Benchmark
  public long validate() {
    cluster.become(0).acquire();
    try (LocalView view = memory.localize(remotePage() + 64, 256, Access.READ)) {
      return view.length();
    }
  }

  /** A whole page of another PE: stored, committed, put, and its version bumped. */
  @Benchmark
  public long commitAndRelease() {
    try (LocalView view = memory.localize(remotePage(), page, Access.WRITE)) {
      view.commit();
    }
    cluster.become(0).release();
    return memory.id();
  }

  /** The owner commits one byte: nothing moves, a version is bumped. The part of {@link #miss} that is not the miss. */
  @Benchmark
  public long ownerCommits() {
    StrandMemory owner = cluster.become(1);
    try (LocalView view = faces[1].localize(remotePage(), 1, Access.READ_WRITE)) {
      view.commit();
    }
    owner.release();
    return memory.id();
  }

  /** The owner commits one byte, then the page is fetched; the view memory has been touched before. */
  @Benchmark
  public long miss() {
    ownerCommits();
    return validate();
  }

  @Benchmark
  public void plainCopy() {
    MemorySegment.copy(source, 0, target, 0, page);
  }
}
