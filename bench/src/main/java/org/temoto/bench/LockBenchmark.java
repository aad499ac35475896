package org.temoto.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.SharedWords;
import org.temoto.gas.lock.GlobalLocks;

/**
 * Benchmark of a lock at home that nobody else wants, beside the two atomics that it consists of,
 * on two simulated PEs whose network takes no time. All of a small young generation is touched
 * while it warms up: the first touch of memory is not the lock's.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmn64m")
@Warmup(iterations = 6, time = 1)
@Measurement(iterations = 7, time = 1)
public class LockBenchmark {
  private final GlobalLocks[] ofPes = new GlobalLocks[2];
  private final GlobalMemory[] wordsOfPes = new GlobalMemory[2];
  private OpenCluster cluster;
  private GlobalLocks locks;
  private SharedWords words;

  @Setup(Level.Trial)
  public void open() {
    cluster =
        new OpenCluster(
            GasOptions.DEFAULT.withBackend("simulated").withPes(2),
            space -> {
              ofPes[space.pe()] = GlobalLocks.create(space, "locks", 2);
              wordsOfPes[space.pe()] = space.allocate(MemoryOptions.words("words", 1));
            });
    locks = ofPes[0];
    words = wordsOfPes[0].words();
  }

  @TearDown(Level.Trial)
  public void close() {
    cluster.close();
  }

  /** The two atomics of a lock that nobody waits for. */
  @Benchmark
  public long atomics() {
    long before = words.compareAndSwap(0, 0, 1);
    return before + words.fetchAdd(0, -1);
  }

  @Benchmark
  public void lock() {
    locks.lock(0).close();
  }

  @Benchmark
  public void lockShared() {
    locks.lockShared(0).close();
  }
}
