package org.temoto.apps;

import java.util.function.Consumer;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.Temoto;

/** Runs programs of tests on a small simulated cluster. */
public final class Spmd {
  /** The seed of this run: -Dtemoto.seed=N repeats a failed one. */
  public static final long SEED = Long.getLong("temoto.seed", System.nanoTime() & 0xFFFF_FFFFL);

  private Spmd() {}

  /** Small pages, so that small data has many. */
  public static GasOptions options(int pes) {
    return GasOptions.DEFAULT
        .withBackend("simulated")
        .withPes(pes)
        .withPageSize(GasOptions.MIN_PAGE_SIZE)
        .withHeapBytes(64 << 20)
        .withCacheBytes(64 << 20)
        .withSeed(SEED);
  }

  public static void run(int pes, Consumer<GlobalAddressSpace> program) {
    run(options(pes), program);
  }

  public static void run(GasOptions options, Consumer<GlobalAddressSpace> program) {
    try {
      Temoto.launch(options, program);
    } catch (RuntimeException | Error failure) {
      failure.addSuppressed(new Exception("repeat with -Dtemoto.seed=" + options.seed()));
      throw failure;
    }
  }
}
