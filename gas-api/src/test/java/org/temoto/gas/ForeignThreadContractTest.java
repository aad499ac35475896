package org.temoto.gas;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.temoto.gas.AccessSamples.STORES;
import static org.temoto.gas.AccessSamples.arrays;
import static org.temoto.gas.AccessSamples.call;
import static org.temoto.gas.AccessSamples.get;
import static org.temoto.gas.AccessSamples.readViews;
import static org.temoto.gas.AccessSamples.set;
import static org.temoto.gas.AccessSamples.variant;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.array.ArrayView;
import org.temoto.gas.array.GlobalArray;

/** Tests of uses by threads other than the task's, which are refused, on any backend. */
public abstract class ForeignThreadContractTest extends MemoryTest {
  /** Runs {@code use} in another thread and returns its exception. */
  private static Throwable elsewhere(Runnable use) {
    CompletableFuture<Void> elsewhere = CompletableFuture.runAsync(use, FOREIGN);
    Throwable thrown = catchThrowable(elsewhere::join);
    assertThat(thrown).isInstanceOf(CompletionException.class);
    return thrown.getCause();
  }

  private static void assertRefusedElsewhere(String what, Runnable use) {
    assertThat(elsewhere(use))
        .as(what)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("belongs to another strand than thread \"foreign\"");
  }

  private static final Executor FOREIGN = use -> Thread.ofPlatform().name("foreign").start(use);

  private static void assertViewRefusedElsewhere(LocalView view) {
    assertRefusedElsewhere("segment", view::segment);
    assertRefusedElsewhere("address", view::address);
    assertRefusedElsewhere("bytes", view::bytes);
    assertRefusedElsewhere("commit", view::commit);
    assertRefusedElsewhere("commit", () -> view.commit(0, 1));
    assertRefusedElsewhere("close", view::close);
    assertThat(view.isOpen()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"1, true", "1, false", "2, false"})
  void shouldRefuseForeignThreads(int pes, boolean checks) {
    GasOptions options =
        options(pes)
            .with(
                EngineOptions.DEFAULT,
                engine ->
                    checks
                        ? engine.with(EngineOptions.Feature.USE_AFTER_CLOSE_CHECKS)
                        : engine.without(EngineOptions.Feature.USE_AFTER_CLOSE_CHECKS))
            .withOwnership(OwnershipPolicy.LAST_WRITER);
    spmd(
        options,
        space -> {
          GlobalMemory memory = space.allocate("a", 8 * PAGE);
          for (Access access : Access.values()) {
            try (LocalView view = memory.localize(0, 64, access)) {
              assertViewRefusedElsewhere(view);
              view.segment();
              assertViewRefusedElsewhere(view);
            }
            Request<LocalView> request = memory.localizeAsync(0, 64, access);
            assertRefusedElsewhere("isDone", request::isDone);
            assertRefusedElsewhere("await", request::await);
            assertRefusedElsewhere("close", request::close);
            try (LocalView view = request.await()) {
              assertViewRefusedElsewhere(view);
            }
          }
          for (GlobalArray<?, ?> array : arrays(memory.whole())) {
            for (Access access : List.of(Access.READ_WRITE, Access.READ)) {
              try (ArrayView view = array.localize(access)) {
                assertRefusedElsewhere("segment", view::segment);
                assertRefusedElsewhere("get", () -> get(view, 1));
                assertRefusedElsewhere("commit", view::commit);
                assertRefusedElsewhere("commit", () -> view.commit(0, 1));
                assertRefusedElsewhere("close", view::close);
                assertThat(((Number) get(view, 1)).doubleValue()).isZero();
                if (access.writes()) {
                  Object one = get(view, 1);
                  assertRefusedElsewhere("set", () -> call(view, "set", 1, one));
                  set(view, 0, 0);
                }
              }
            }
          }
          space.barrier();
        });
  }

  /** Ways in which Java loads from a segment of at least 64 bytes. */
  private static final List<Consumer<MemorySegment>> LOADS =
      List.of(
          from -> from.get(JAVA_BYTE, 0),
          from -> from.get(JAVA_LONG, 8),
          from -> from.getAtIndex(JAVA_DOUBLE, 3),
          from -> from.getString(0),
          from -> from.toArray(JAVA_INT),
          from -> from.mismatch(MemorySegment.ofArray(new byte[64])),
          from -> from.asByteBuffer().getLong(0),
          from -> from.asSlice(8, 8).get(JAVA_LONG, 0),
          from -> MemorySegment.ofArray(new byte[64]).copyFrom(from.asSlice(0, 64)),
          from -> MemorySegment.copy(from, JAVA_INT, 0, new int[16], 0, 16),
          from -> JAVA_LONG.varHandle().getVolatile(from, 0L));

  /** Segments that have been taken by the task, which alone may use them. */
  @ParameterizedTest
  @CsvSource({
    "1, no checks",
    "2, no checks",
    "2, checks",
    "2, copies",
    "1, copies",
    "2, automatic"
  })
  void shouldRefuseSegmentsInForeignThreads(int pes, String variant) {
    spmd(
        variant(options(pes), variant),
        space -> {
          GlobalMemory memory = space.allocate("a", 8 * PAGE);
          for (LocalView view : readViews(memory)) {
            try (view) {
              assertUsesRefusedElsewhere(LOADS, view.segment());
            }
          }
          space.barrier();
          if (space.pe() == 0) {
            for (Access access : List.of(Access.WRITE, Access.READ_WRITE)) {
              try (LocalView view = memory.localize(PAGE, 64, access)) {
                view.segment().fill((byte) 0);
                assertUsesRefusedElsewhere(STORES, view.segment());
                assertUsesRefusedElsewhere(LOADS, view.segment());
                assertThat(view.segment().toArray(JAVA_BYTE)).containsOnly(0);
              }
            }
          }
          space.barrier();
        });
  }

  private static void assertUsesRefusedElsewhere(
      List<Consumer<MemorySegment>> uses, MemorySegment segment) {
    for (int use = 0; use < uses.size(); use++) {
      Consumer<MemorySegment> each = uses.get(use);
      assertThat(elsewhere(() -> each.accept(segment)))
          .as("use %s", use)
          .isInstanceOf(WrongThreadException.class);
    }
  }

  /** Calls that need a strand are refused by name, and change nothing. */
  @Test
  void shouldRefuseThreadsThatAreNoStrands() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("a", 8 * PAGE);
          GlobalMemory words = space.allocate(MemoryOptions.words("words", 4));
          Request<Void> release = space.releaseFenceAsync();
          GlobalRange range = memory.range(0, 64);
          List<Runnable> uses =
              new ArrayList<>(
                  List.<Runnable>of(
                      () -> memory.localize(0, 64, Access.READ),
                      () -> memory.localize(range, Access.READ),
                      () -> memory.localizeAsync(range, Access.READ),
                      () -> memory.read(0, MemorySegment.ofArray(new byte[8])),
                      () -> memory.migrate(0, 8, 0),
                      () -> memory.owner(0),
                      () -> words.words().read(0),
                      () -> words.words().read(0, new long[2]),
                      () -> words.words().fetchAdd(0, 1),
                      () -> words.words().compareAndSwap(0, 0, 1),
                      () -> space.allocate("b", 8),
                      space::barrier,
                      space::releaseFence,
                      space::releaseFenceAsync,
                      space::acquireFence,
                      release::isDone,
                      release::await,
                      release::close,
                      () -> space.sum(1),
                      () -> space.broadcast(1),
                      memory::seal));
          uses.add(memory::close);
          for (int i = 0; i < uses.size(); i++) {
            CompletableFuture<Void> elsewhere = CompletableFuture.runAsync(uses.get(i), FOREIGN);
            Throwable thrown = catchThrowable(elsewhere::join);
            assertThat(thrown).as("use %s", i).isNotNull();
            assertThat(thrown.getCause())
                .as("use %s", i)
                .isInstanceOf(GasException.class)
                .hasMessageContaining("thread \"foreign\" is no strand");
          }
          fill(memory, space.pe() * 4L * PAGE, 8, 1);
          space.barrier();
          assertFilled(memory, 0, 8, 1);
          assertFilled(memory, 4 * PAGE, 8, 1);
          space.barrier();
          memory.close();
        });
  }
}
