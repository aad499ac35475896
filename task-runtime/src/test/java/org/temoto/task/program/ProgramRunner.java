package org.temoto.task.program;

import java.util.SplittableRandom;
import org.temoto.gas.Buffers;
import org.temoto.gas.Coherence;
import org.temoto.gas.Costs;
import org.temoto.gas.Distribution;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.Network;
import org.temoto.gas.OwnershipPolicy;
import org.temoto.gas.Schedule;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.TaskRuntime;

/** Runs many random programs on one space, each in two memories of its own; for any backend. */
public final class ProgramRunner {
  /**
   * Pages that one strand's active views can pin at once: a view of 12 units, and one of 14 within
   * it.
   */
  private static final int PINNED_BY_A_STRAND = 7;

  private final String backend;
  private final int pes;
  private final int workers;
  private final Schedule schedule;

  public ProgramRunner(String backend, int pes, int workers) {
    this(backend, pes, workers, Schedule.THREADS);
  }

  ProgramRunner(String backend, int pes, int workers, Schedule schedule) {
    this.backend = backend;
    this.pes = pes;
    this.workers = workers;
    this.schedule = schedule;
  }

  /** Whether the cache has just room for the active views. */
  private static boolean isTight(long seed) {
    return new SplittableRandom(seed + 2).nextBoolean();
  }

  /**
   * Options that depend on the seed: aliasing, a cache that is tight or not, frames that run out or
   * not.
   */
  GasOptions options(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long cache =
        isTight(seed) ? (long) PINNED_BY_A_STRAND * workers * GasOptions.MIN_PAGE_SIZE : 64 << 20;
    return GasOptions.DEFAULT
        .withBackend(backend)
        .withPes(pes)
        .withWorkers(workers)
        .withPageSize(GasOptions.MIN_PAGE_SIZE)
        .withHeapBytes(32 << 20)
        .withCacheBytes(cache)
        .withAliasing(random.nextBoolean())
        .withSpareFrames(random.nextBoolean() ? 4 : 0.5)
        .withBuffers(buffers(random.nextInt(8) == 0))
        .withCoherence(coherence(new SplittableRandom(seed + 4)))
        .withChecks(true)
        .withSchedule(schedule)
        .withCosts(Costs.MODELLED)
        .withNetwork(schedule == Schedule.VIRTUAL ? network(random) : Network.NONE)
        .withSeed(seed);
  }

  private static Network network(SplittableRandom random) {
    return new Network(random.nextInt(10_000), random.nextBoolean() ? 9e9 : Network.UNLIMITED);
  }

  /** Only the simulated backend can hand out the global memory itself. */
  private Buffers buffers(boolean identity) {
    return identity && backend.equals("simulated") ? Buffers.IDENTITY : Buffers.SEPARATE;
  }

  /**
   * Runs programs {@code first} to {@code first + count - 1}.
   *
   * @return the number of steals between PEs
   * @throws RuntimeException naming the program, if one diverges from its sequential execution or
   *     fails
   */
  public long run(long first, int count) {
    long[] steals = new long[1];
    GlobalAddressSpace.launch(options(first), space -> runAll(space, first, count, steals));
    return steals[0];
  }

  private void runAll(GlobalAddressSpace space, long first, int count, long[] steals) {
    try (TaskRuntime runtime = TaskRuntime.start(space, stealing(first))) {
      for (long seed = first; seed < first + count; seed++) {
        runOne(space, runtime, seed, isTight(first));
      }
      long remote = runtime.totalStatistics().remoteSteals();
      if (space.pe() == 0) {
        steals[0] = remote;
      }
    }
  }

  /**
   * Mostly forced; sometimes as the tasks themselves bring it about, so that children are joined
   * where they were forked.
   */
  private static RuntimeOptions stealing(long seed) {
    return new SplittableRandom(seed + 1).nextInt(4) == 0
        ? RuntimeOptions.DEFAULT
        : new RuntimeOptions(RuntimeOptions.Exposure.EAGER, 300_000);
  }

  private void runOne(GlobalAddressSpace space, TaskRuntime runtime, long seed, boolean tight) {
    SplittableRandom random = new SplittableRandom(~seed);
    int pages = 1 + random.nextInt(random.nextInt(4) == 0 ? 24 : 4);
    int otherPages = 1 + random.nextInt(2);
    int otherPageSize =
        tight || random.nextBoolean() ? GasOptions.MIN_PAGE_SIZE : 4 * GasOptions.MIN_PAGE_SIZE;
    RandomProgram.Key key = new RandomProgram.Key(seed, pages, otherPages, pes, !tight);
    try (GlobalMemory first =
            allocate(space, "first" + seed, pages, GasOptions.MIN_PAGE_SIZE, random);
        GlobalMemory second = allocate(space, "second" + seed, otherPages, otherPageSize, random)) {
      runPhases(runtime, key, first, second);
    } catch (RuntimeException failure) {
      failure.addSuppressed(
          new Exception("program " + seed + " on " + pes + " PEs x " + workers + " workers"));
      throw failure;
    }
  }

  /** The last page may be cut within its last unit. */
  private static GlobalMemory allocate(
      GlobalAddressSpace space, String name, int pages, int pageSize, SplittableRandom random) {
    Distribution distribution = random.nextBoolean() ? Distribution.block() : Distribution.cyclic();
    long bytes =
        (long) pages * pageSize - random.nextInt(pageSize / RandomProgram.UNITS_PER_PAGE - 5);
    return space.allocate(
        MemoryOptions.of(name, bytes)
            .withPageSize(pageSize)
            .withDistribution(distribution)
            .withOwnership(ownership(new SplittableRandom(name.hashCode()))));
  }

  private static Coherence coherence(SplittableRandom random) {
    return random.nextInt(3) == 0 ? Coherence.AUTOMATIC : Coherence.EXPLICIT;
  }

  private static OwnershipPolicy ownership(SplittableRandom random) {
    OwnershipPolicy[] policies = OwnershipPolicy.values();
    return policies[random.nextInt(policies.length)];
  }

  private static void runPhases(
      TaskRuntime runtime, RandomProgram.Key key, GlobalMemory first, GlobalMemory second) {
    RandomProgram program = RunBlock.program(key);
    for (int phase = 0; phase < program.phases(); phase++) {
      RunBlock root = new RunBlock(first, second, key, program.root(phase));
      runtime.run(root);
      root.checkAll(program.result(phase));
    }
  }
}
