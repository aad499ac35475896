package org.temoto.gas;

import java.util.function.Consumer;

/** Base class of tests that run one program on every PE of an address space, on any backend. */
public abstract class SpaceTest {
  protected static final int PAGE = GasOptions.MIN_PAGE_SIZE;

  /** The seed of this run: -Dtemoto.seed=N repeats a failed one. */
  protected static final long SEED = Long.getLong("temoto.seed", System.nanoTime() & 0xffff_ffffL);

  /** The name of the backend under test. */
  protected abstract String backend();

  protected GasOptions options(int pes) {
    return GasOptions.DEFAULT
        .withBackend(backend())
        .withPes(pes)
        .withPageSize(PAGE)
        .withHeapBytes(64 << 20)
        .withCacheBytes(16 << 20)
        .with(
            EngineOptions.DEFAULT,
            engine -> engine.with(EngineOptions.Feature.USE_AFTER_CLOSE_CHECKS))
        .withSeed(SEED);
  }

  protected final void spmd(int pes, Consumer<GlobalAddressSpace> program) {
    spmd(options(pes), program);
  }

  protected final void spmd(GasOptions options, Consumer<GlobalAddressSpace> program) {
    try {
      Temoto.launch(options, program);
    } catch (RuntimeException | Error failure) {
      failure.addSuppressed(new Exception("repeat with -Dtemoto.seed=" + options.seed()));
      throw failure;
    }
  }
}
