package org.temoto.gas.simulated.backend;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.Access;
import org.temoto.gas.Distribution;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.Temoto;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.StrandMemory;

/** Tests of the number of transport operations of a localize and of a release. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MessageCountTest {
  private static final int PAGE = GasOptions.MIN_PAGE_SIZE;
  private static final long SEED = Long.getLong("temoto.seed", System.nanoTime() & 0xffff_ffffL);

  /** A strand of PE 0 whose channel counts the calls of each method. */
  private static final class Counted implements AutoCloseable {
    private final Map<String, Integer> calls = new TreeMap<>();
    private final StrandMemory before;
    private final Channel channel;
    private final StrandMemory strand;

    Counted(GlobalAddressSpace space) {
      RuntimeSupport support = RuntimeSupport.of(space);
      before = support.currentStrand();
      channel = support.processingElement().transport().openChannel();
      strand =
          support.newStrand(
              (Channel)
                  Proxy.newProxyInstance(
                      Channel.class.getClassLoader(),
                      new Class<?>[] {Channel.class},
                      (proxy, method, arguments) -> call(method, arguments)));
      strand.bind();
      strand.begin(0);
    }

    private Object call(Method method, Object[] arguments) throws Throwable {
      calls.merge(method.getName(), 1, Integer::sum);
      try {
        return method.invoke(channel, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }

    /** The calls since the last look. */
    Map<String, Integer> calls() {
      Map<String, Integer> seen = Map.copyOf(calls);
      calls.clear();
      return seen;
    }

    @Override
    public void close() {
      strand.leave();
      strand.unbind();
      channel.close();
      before.bind();
    }
  }

  private interface Body {
    void run(GlobalMemory memory, Counted counted);
  }

  private static GasOptions options(int pes) {
    return GasOptions.DEFAULT
        .withBackend(SimulatedBackend.NAME)
        .withPes(pes)
        .withPageSize(PAGE)
        .withHeapBytes(8 << 20)
        .withSeed(SEED);
  }

  /** Runs {@code body} on PE 0 of {@code pes}, with a memory of so many pages. */
  private static void onPe0(int pes, int pages, Distribution distribution, Body body) {
    onPe0(options(pes), pages, distribution, body);
  }

  private static void onPe0(GasOptions options, int pages, Distribution distribution, Body body) {
    Temoto.launch(
        options,
        space -> {
          GlobalMemory memory =
              space.allocate(
                  MemoryOptions.of("counted", (long) pages * PAGE).withDistribution(distribution));
          if (space.pe() == 0) {
            try (Counted counted = new Counted(space)) {
              body.run(memory, counted);
            }
          }
          space.barrier();
        });
  }

  @Test
  void shouldReadTheWordsOfOneManagerTogetherWhateverTheDistribution() {
    onPe0(
        3,
        30,
        Distribution.cyclic(),
        (memory, counted) -> {
          memory.whole().localize(Access.READ).close();
          // 2 managers' words; then 20 pages, no two of which are neighbours on both sides.
          assertThat(counted.calls())
              .as("seed %d", SEED)
              .isEqualTo(Map.of("getNonBlocking", 2 + 20, "quiet", 2));
        });
  }

  @Test
  void shouldLookOncePerAcquireAtTheWordsOfOneManager() {
    onPe0(
        2,
        16,
        Distribution.block(),
        (memory, counted) -> {
          memory.localize(8L * PAGE, PAGE, Access.READ).close();
          assertThat(counted.calls())
              .as("words and page, seed %d", SEED)
              .isEqualTo(Map.of("get", 1, "getNonBlocking", 1, "quiet", 1));
          memory.localize(9L * PAGE, PAGE, Access.READ).close();
          assertThat(counted.calls())
              .as("the page, seed %d", SEED)
              .isEqualTo(Map.of("getNonBlocking", 1, "quiet", 1));
          counted.strand.acquire();
          memory.localize(9L * PAGE, PAGE, Access.READ).close();
          assertThat(counted.calls()).as("the words, seed %d", SEED).isEqualTo(Map.of("get", 1));
          memory.localize(8L * PAGE, PAGE, Access.READ).close();
          assertThat(counted.calls()).as("nothing, seed %d", SEED).isEmpty();
        });
  }

  @Test
  void shouldReadWordsAheadWherePagesAreReadInOrder() {
    int pages = 5 * 64; // of five groups of words
    onPe0(
        2,
        2 * pages,
        Distribution.block(),
        (memory, counted) -> {
          memory.localize((long) pages * PAGE, (long) pages * PAGE, Access.READ).close();
          counted.strand.acquire();
          counted.calls();
          for (int page = pages; page < 2 * pages; page++) {
            memory.localize((long) page * PAGE, PAGE, Access.READ).close();
          }
          assertThat(counted.calls())
              .as("the first group, and all others, seed %d", SEED)
              .isEqualTo(Map.of("get", 2));
        });
  }

  @Test
  void shouldBumpAllPagesOfAReleaseWithoutWaitingForEach() {
    onPe0(
        2,
        16,
        Distribution.block(),
        (memory, counted) -> {
          try (LocalView view = memory.localize(8L * PAGE, 8L * PAGE, Access.WRITE)) {
            view.segment().fill((byte) 1);
            view.commit();
          }
          assertThat(counted.calls()).as("before the release, seed %d", SEED).isEmpty();
          counted.strand.release();
          assertThat(counted.calls())
              .as("seed %d", SEED)
              .isEqualTo(Map.of("get", 1, "putNonBlocking", 1, "add", 8, "quiet", 2));
        });
  }

  @Test
  void shouldTakePagesOverIntoFramesByOneSwingEach() {
    onPe0(
        options(2).withOwnership(OwnershipPolicy.FIRST_TOUCH),
        16,
        Distribution.block(),
        (memory, counted) -> {
          try (LocalView view = memory.localize(8L * PAGE, 8L * PAGE, Access.WRITE)) {
            view.segment().fill((byte) 1);
            view.commit();
          }
          counted.strand.release();
          assertThat(counted.calls())
              .as("a swing each, and a look and a swap for a frame, seed %d", SEED)
              .isEqualTo(Map.of("get", 1, "compareAndSwap", 2 * 8, "fetch", 8));
        });
  }

  @Test
  void shouldBumpAllPagesAtOnceWhereAtomicsOverlap() {
    onPe0(
        options(2)
            .with(
                SimulationOptions.DEFAULT,
                simulation -> simulation.withNetwork(new Network(1_000, Network.UNLIMITED))),
        16,
        Distribution.block(),
        (memory, counted) -> {
          try (LocalView view = memory.localize(8L * PAGE, 8L * PAGE, Access.WRITE)) {
            view.segment().fill((byte) 1);
            view.commit();
          }
          counted.strand.release();
          assertThat(counted.calls())
              .as("seed %d", SEED)
              .isEqualTo(Map.of("putNonBlocking", 1, "atomics", 1, "quiet", 1));
        });
  }

  @Test
  void shouldBumpASinglePageByOneAtomicThatTellsItsOwner() {
    onPe0(
        2,
        2,
        Distribution.block(),
        (memory, counted) -> {
          try (LocalView view = memory.localize(PAGE, PAGE, Access.WRITE)) {
            view.segment().fill((byte) 1);
            view.commit();
          }
          counted.strand.release();
          assertThat(counted.calls())
              .as("seed %d", SEED)
              .isEqualTo(Map.of("putNonBlocking", 1, "fetchAdd", 1, "quiet", 1));
        });
  }

  @Test
  void shouldKnowItsCopiesToBeUpToDateAfterItsOwnRelease() {
    onPe0(
        2,
        16,
        Distribution.block(),
        (memory, counted) -> {
          try (LocalView view = memory.localize(8L * PAGE, 8L * PAGE, Access.READ_WRITE)) {
            for (int page = 0; page < 8; page++) {
              view.segment().set(JAVA_BYTE, (long) page * PAGE + page, (byte) page);
            }
            view.commit(1, 8L * PAGE - 2); // the first and the last page in part
          }
          counted.strand.release();
          long fetched = memory.space().statistics().bytesFetched();
          counted.strand.acquire();
          counted.calls();
          memory.localize(8L * PAGE, 8L * PAGE, Access.READ).close();
          assertThat(memory.space().statistics().bytesFetched())
              .as("seed %d", SEED)
              .isEqualTo(fetched);
          assertThat(counted.calls())
              .as("only the words, seed %d", SEED)
              .isEqualTo(Map.of("get", 1));
        });
  }

  /** Steps of a program whose PEs work on their parts and read a border: the border's words. */
  @Test
  void shouldSendOneReadPerStepForABorderAndNothingForOwnPages() {
    onPe0(
        2,
        16,
        Distribution.block(),
        (memory, counted) -> {
          for (int step = 0; step < 20; step++) {
            work(memory, 0, 8);
            memory.localize(8L * PAGE, PAGE, Access.READ).close();
            assertThat(counted.calls())
                .as("step %d, seed %d", step, SEED)
                .isEqualTo(
                    step == 0
                        ? Map.of("get", 1, "getNonBlocking", 1, "quiet", 1)
                        : Map.of("get", 1));
            counted.strand.release();
            counted.strand.acquire();
            assertThat(counted.calls())
                .as("for own words, step %d, seed %d", step, SEED)
                .isEqualTo(Map.of("fetchAdd", 8, "quiet", 1));
          }
        });
  }

  private static void work(GlobalMemory memory, int page, int pages) {
    try (LocalView view =
        memory.localize((long) page * PAGE, (long) pages * PAGE, Access.READ_WRITE)) {
      view.segment().fill((byte) 1);
      view.commit();
    }
  }
}
