package org.temoto.gas.simulated.backend;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.Access;
import org.temoto.gas.EngineOptions;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.Temoto;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.StrandMemory;
import org.temoto.gas.spi.Strands;

/**
 * Tests of several strands of one PE that share a cache in which their active views just have room.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TightCacheTest {
  private static final int PAGE = GasOptions.MIN_PAGE_SIZE;
  private static final long SEED = Long.getLong("temoto.seed", System.nanoTime() & 0xffff_ffffL);

  private static GasOptions options(int cachePages) {
    return GasOptions.DEFAULT
        .withBackend(SimulatedBackend.NAME)
        .withPes(1)
        .withPageSize(PAGE)
        .withHeapBytes(8 << 20)
        .withCacheBytes((long) cachePages * PAGE)
        .with(EngineOptions.DEFAULT, engine -> engine.without(EngineOptions.Feature.ALIASING))
        .withSeed(SEED);
  }

  /** Runs all bodies, each on a strand of its own; throws what they threw. */
  private static void together(
      GlobalAddressSpace space, List<Consumer<StrandMemory>> bodies, AtomicBoolean stop) {
    RuntimeSupport support = RuntimeSupport.of(space);
    ProcessingElement pe = support.processingElement();
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    List<Strands.Strand> strands = new ArrayList<>();
    for (Consumer<StrandMemory> body : bodies) {
      strands.add(
          pe.strands().spawn("body" + strands.size(), () -> run(support, body, failures, stop)));
    }
    strands.forEach(pe.strands()::join);
    assertThat(failures).as("seed %d", SEED).isEmpty();
  }

  private static void run(
      RuntimeSupport support,
      Consumer<StrandMemory> body,
      ConcurrentLinkedQueue<Throwable> failures,
      AtomicBoolean stop) {
    try (Channel channel = support.processingElement().transport().openChannel()) {
      StrandMemory strand = support.newStrand(channel);
      strand.bind();
      strand.begin(0);
      try {
        body.accept(strand);
      } catch (RuntimeException | Error failure) {
        failures.add(failure);
        stop.set(true);
      } finally {
        strand.leave();
        strand.unbind();
      }
    }
  }

  private static GlobalMemory numberedPages(GlobalAddressSpace space, int pages) {
    GlobalMemory memory = space.allocate("pages", (long) pages * PAGE);
    for (int page = 0; page < pages; page++) {
      try (LocalView view = memory.localize((long) page * PAGE, PAGE, Access.WRITE)) {
        view.segment().fill((byte) (page + 1));
        view.commit();
      }
    }
    space.releaseFence();
    return memory;
  }

  private static void check(LocalView view) {
    for (long at = 0; at < view.length(); at += PAGE / 2) {
      assertThat(view.segment().get(JAVA_BYTE, at))
          .as("byte %d", view.offset() + at)
          .isEqualTo((byte) ((view.offset() + at) / PAGE + 1));
    }
  }

  /** A fork freezes a view while another strand is in the middle of evicting. */
  @Test
  void shouldBringBackWhatAnEvictionTookThatBeganBeforeTheFork() {
    Temoto.launch(
        options(24),
        space -> {
          GlobalMemory memory = numberedPages(space, 96);
          AtomicBoolean stop = new AtomicBoolean();
          Consumer<StrandMemory> forker =
              strand -> {
                for (int i = 0; i < 10_000 && !stop.get(); i++) {
                  try (LocalView view = memory.localize(0, 4 * PAGE, Access.READ)) {
                    strand.forked();
                    for (int k = i % 8; k > 0; k--) {
                      Thread.yield();
                    }
                    strand.synced();
                    check(view);
                  }
                }
                stop.set(true);
              };
          Consumer<StrandMemory> evictor =
              strand -> {
                SplittableRandom random = new SplittableRandom(SEED);
                while (!stop.get()) {
                  int first = 4 + random.nextInt(80);
                  try (LocalView view =
                      memory.localize((long) first * PAGE, 12 * PAGE, Access.READ)) {
                    check(view);
                  }
                }
              };
          together(space, List.of(forker, evictor), stop);
          memory.close();
        });
  }

  /** An eviction finds nothing because another strand is just evicting the same pages. */
  @Test
  void shouldNotRefuseWhatFitsBesideTheActiveViews() {
    int strands = 4;
    Temoto.launch(
        options(strands * 2),
        space -> {
          GlobalMemory memory = numberedPages(space, 64);
          AtomicBoolean stop = new AtomicBoolean();
          List<Consumer<StrandMemory>> bodies = new ArrayList<>();
          for (int i = 0; i < strands; i++) {
            SplittableRandom random = new SplittableRandom(SEED + i);
            long own = i * 16L;
            bodies.add(strand -> {
              for (int n = 0; n < 4_000 && !stop.get(); n++) {
                long first = own + random.nextInt(15);
                try (LocalView view = memory.localize(first * PAGE, 2 * PAGE, Access.READ_WRITE)) {
                  check(view);
                  view.commit();
                }
              }
            });
          }
          together(space, bodies, stop);
          memory.close();
        });
  }
}
