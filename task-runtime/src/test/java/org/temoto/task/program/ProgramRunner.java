package org.temoto.task.program;

import java.util.SplittableRandom;
import org.temoto.gas.Buffers;
import org.temoto.gas.Distribution;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.MemoryOptions;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.TaskRuntime;

/** Runs many random programs on one space, each in a memory of its own. */
final class ProgramRunner {
  /** Pages that one strand's active views can pin at once: two held views of 12 units each, or one of 14. */
  private static final int PINNED_BY_A_STRAND = 6;

  private final String backend;
  private final int pes;
  private final int workers;

  ProgramRunner(String backend, int pes, int workers) {
    this.backend = backend;
    this.pes = pes;
    this.workers = workers;
  }

  /** Options that depend on the seed: aliasing, a cache that is tight or not, frames that run out or not. */
  GasOptions options(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long cache = random.nextBoolean() ? 64 << 20 : (long) PINNED_BY_A_STRAND * workers * GasOptions.MIN_PAGE_SIZE;
    return GasOptions.DEFAULT
        .withBackend(backend)
        .withPes(pes)
        .withWorkers(workers)
        .withPageSize(GasOptions.MIN_PAGE_SIZE)
        .withHeapBytes(32 << 20)
        .withCacheBytes(cache)
        .withAliasing(random.nextBoolean())
        .withSpareFrames(random.nextBoolean() ? 4 : 0.5)
        .withBuffers(Buffers.SEPARATE)
        .withChecks(true)
        .withSeed(seed);
  }

  /**
   * Runs programs {@code first} to {@code first + count - 1}.
   *
   * @return the number of steals between PEs
   * @throws RuntimeException naming the program, if one diverges from its sequential execution or fails
   */
  long run(long first, int count) {
    long[] steals = new long[1];
    GlobalAddressSpace.launch(options(first), space -> runAll(space, first, count, steals));
    return steals[0];
  }

  private void runAll(GlobalAddressSpace space, long first, int count, long[] steals) {
    try (TaskRuntime runtime = TaskRuntime.start(space, stealing(first))) {
      for (long seed = first; seed < first + count; seed++) {
        runOne(space, runtime, seed);
      }
      long remote = runtime.totalStatistics().remoteSteals();
      if (space.pe() == 0) {
        steals[0] = remote;
      }
    }
  }

  /** Mostly forced; sometimes as the tasks themselves bring it about, so that children are joined where they were forked. */
  private static RuntimeOptions stealing(long seed) {
    return new SplittableRandom(seed + 1).nextInt(4) == 0
        ? RuntimeOptions.DEFAULT
        : new RuntimeOptions(RuntimeOptions.Exposure.EAGER, 300_000);
  }

  private void runOne(GlobalAddressSpace space, TaskRuntime runtime, long seed) {
    SplittableRandom random = new SplittableRandom(~seed);
    long bytes = (1 + random.nextInt(random.nextInt(4) == 0 ? 24 : 5)) * (long) GasOptions.MIN_PAGE_SIZE;
    Distribution distribution = random.nextBoolean() ? Distribution.block() : Distribution.cyclic();
    try (GlobalMemory memory = space.allocate(MemoryOptions.of("program" + seed, bytes).withDistribution(distribution))) {
      runtime.run(RunBlock.root(memory, seed, pes));
    } catch (RuntimeException failure) {
      failure.addSuppressed(new Exception("program " + seed + " on " + pes + " PEs x " + workers + " workers"));
      throw failure;
    }
  }
}
