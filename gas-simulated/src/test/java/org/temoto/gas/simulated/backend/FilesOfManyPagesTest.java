package org.temoto.gas.simulated.backend;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.temoto.gas.Access;
import org.temoto.gas.EngineOptions;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasOptions.Coherence;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.Temoto;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Buffers;

/**
 * Tests of files of more pages than a cache has, written by PEs in turn, whatever becomes of the
 * pages.
 */
class FilesOfManyPagesTest {
  private static final int PAGE = GasOptions.MIN_PAGE_SIZE;
  private static final int PAGES = 600;
  private static final int PES = 3;

  @TempDir Path folder;

  static Stream<Arguments> combinations() {
    return Arrays.stream(OwnershipPolicy.values())
        .flatMap(policy ->
            Arrays.stream(Buffers.values())
                .flatMap(buffers ->
                    Arrays.stream(Coherence.values())
                        .map(coherence -> Arguments.of(policy, buffers, coherence))));
  }

  private static GasOptions options(OwnershipPolicy policy, Buffers buffers, Coherence coherence) {
    return GasOptions.DEFAULT
        .withBackend(SimulatedBackend.NAME)
        .withPes(PES)
        .withPageSize(PAGE)
        .withCacheBytes(64 * PAGE)
        .withHeapBytes(64 << 20)
        .with(EngineOptions.DEFAULT, engine -> engine.withSpareFrames(3))
        .withOwnership(policy)
        .with(SimulationOptions.DEFAULT, simulation -> simulation.withBuffers(buffers))
        .withCoherence(coherence);
  }

  private static long value(long page, long salt) {
    return page * 7919 + salt;
  }

  /** Each PE writes some runs of pages, so that neighbouring pages have different writers. */
  private static void store(GlobalMemory memory, long salt) {
    GlobalAddressSpace space = memory.space();
    for (int page = 0; page < PAGES; page++) {
      if ((page / (1 + page % 4) + salt) % PES == space.pe()) {
        try (LocalView view = memory.localize((long) page * PAGE, PAGE, Access.WRITE)) {
          for (int i = 0; i < PAGE / Long.BYTES; i++) {
            view.segment().setAtIndex(JAVA_LONG, i, value(page, salt));
          }
          if (space.options().coherence() == Coherence.EXPLICIT) {
            view.commit();
          }
        }
      }
    }
    space.barrier();
  }

  private static void assertStored(GlobalMemory memory, long salt) {
    for (int page = 0; page < PAGES; page++) {
      try (LocalView view = memory.localize((long) page * PAGE, PAGE, Access.READ)) {
        for (int i = 0; i < PAGE / Long.BYTES; i++) {
          assertThat(view.segment().getAtIndex(JAVA_LONG, i)).isEqualTo(value(page, salt));
        }
      }
    }
    memory.space().barrier();
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void shouldKeepEveryPage(OwnershipPolicy policy, Buffers buffers, Coherence coherence) {
    Temoto.launch(
        options(policy, buffers, coherence),
        space -> {
          GlobalMemory memory = space.allocate("m", (long) PAGES * PAGE);
          store(memory, 1);
          space.checkpoint(folder.resolve("checkpoint"));
          store(memory, 2);
          memory.save(folder.resolve("saved"));
          store(memory, 3);
          space.restore(folder.resolve("checkpoint"));
          assertStored(memory, 1);
          store(memory, 4);
          memory.load(folder.resolve("saved"));
          assertStored(memory, 2);
        });
  }
}
