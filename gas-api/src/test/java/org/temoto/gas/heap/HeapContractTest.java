package org.temoto.gas.heap;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.Access;
import org.temoto.gas.GasException;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.InvalidOptionException;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.RefusedException;
import org.temoto.gas.SpaceTest;
import org.temoto.gas.array.GlobalCounter;
import org.temoto.gas.array.GlobalLongs;
import org.temoto.gas.array.GlobalRef;
import org.temoto.gas.array.LongView;

/** Tests of promises of a heap in global memory, without tasks. */
@Timeout(100)
public abstract class HeapContractTest extends SpaceTest {
  private static final int BLOCKS = 700;
  private static final long ARENA = 1 << 21;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void shouldGiveBlocksOfTheirOwnToAllPes(int pes) {
    spmd(
        pes,
        space -> {
          try (GlobalHeap heap = GlobalHeap.create(space, "heap", ARENA)) {
            List<Long> own = fill(heap, space);
            space.barrier();
            for (int i = 0; i < own.size(); i++) {
              requireMarked(heap, own.get(i), mark(space.pe(), i));
              assertThat(heap.range(own.get(i)).home()).isEqualTo(space.pe());
            }
            assertThat(heap.usage().blocks()).isEqualTo(BLOCKS);
            own.forEach(heap::free);
            assertThat(heap.usage().blocks()).isZero();
            space.barrier();
          }
        });
  }

  /** More blocks than a mailbox has places go to the next PE, and come home while others are. */
  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void shouldTakeHomeWhatOthersFree(int pes) {
    int rounds = 13;
    spmd(
        pes,
        space -> {
          GlobalLongs given = GlobalLongs.allocate(space, "given", (long) pes * rounds * BLOCKS);
          try (GlobalHeap heap = GlobalHeap.create(space, "heap", ARENA)) {
            long first = (long) space.pe() * rounds * BLOCKS;
            for (int round = 0; round < rounds; round++) {
              give(given, first + (long) round * BLOCKS, fill(heap, space));
            }
            space.barrier();
            long next = (space.pe() + 1L) % pes * rounds * BLOCKS;
            try (LongView view =
                given.slice(next, next + (long) rounds * BLOCKS).localize(Access.READ)) {
              for (int i = 0; i < rounds * BLOCKS; i++) {
                requireMarked(heap, view.get(i), mark((space.pe() + 1) % pes, i % BLOCKS));
                heap.free(view.get(i));
              }
            }
            // what a full mailbox has sent back goes when its PE has looked into it
            for (int turn = 0; turn < 2; turn++) {
              heap.flush();
              space.barrier();
              heap.usage();
              space.barrier();
            }
            assertThat(heap.usage().blocks()).isZero();
            List<Long> again = fill(heap, space);
            space.barrier();
            for (int i = 0; i < again.size(); i++) {
              requireMarked(heap, again.get(i), mark(space.pe(), i));
            }
            space.barrier();
          }
        });
  }

  /** Fewer than are sent together, without a flush, and most of the arena. */
  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void shouldTakeHomeFewLargeBlocksThatAnotherFrees(int pes) {
    int most = 7;
    spmd(
        pes,
        space -> {
          GlobalLongs given = GlobalLongs.allocate(space, "given", most);
          try (GlobalHeap heap = GlobalHeap.create(space, "heap", ARENA)) {
            if (space.pe() == 0) {
              give(given, 0, allocate(heap, most));
            }
            space.barrier();
            if (space.pe() == 1) {
              try (LongView view = given.localize(Access.READ)) {
                for (int i = 0; i < most; i++) {
                  heap.free(view.get(i));
                }
              }
            }
            space.barrier();
            if (space.pe() == 0) {
              allocate(heap, most - 1).forEach(heap::free);
            }
            space.barrier();
          }
        });
  }

  private static List<Long> allocate(GlobalHeap heap, int eighths) {
    List<Long> all = new ArrayList<>();
    for (int i = 0; i < eighths; i++) {
      all.add(heap.allocate(ARENA / 8));
    }
    return all;
  }

  /** Words that order no other memory say when: PE 1 has stored, PE 0 has used the blocks again. */
  @ParameterizedTest
  @ValueSource(ints = 2)
  void shouldHaveCommitsCompleteBeforeABlockIsAllocatedAgain(int pes) {
    spmd(
        pes,
        space -> {
          GlobalLongs given = GlobalLongs.allocate(space, "given", Mailbox.BATCH);
          GlobalCounter turn = GlobalCounter.allocate(space, "turn");
          try (GlobalHeap heap = GlobalHeap.create(space, "heap", ARENA)) {
            if (space.pe() == 0) {
              give(given, 0, allocateAll(heap));
            }
            space.barrier();
            List<Long> again = List.of();
            if (space.pe() == 0) {
              await(turn, 1);
              again = allocateAll(heap);
              for (int i = 0; i < again.size(); i++) {
                write(heap, again.get(i), mark(0, i));
              }
              turn.getAndAdd(1);
            } else {
              try (LongView view = given.localize(Access.READ)) {
                for (int i = 0; i < Mailbox.BATCH; i++) {
                  write(heap, view.get(i), -1);
                  heap.free(view.get(i));
                }
              }
              heap.flush(); // the last of them
              turn.getAndAdd(1);
              await(turn, 2);
            }
            space.barrier();
            for (int i = 0; i < again.size(); i++) {
              requireMarked(heap, again.get(i), mark(0, i));
            }
            space.barrier();
          }
        });
  }

  /** Allocates as many blocks as go home together, which fill the arena. */
  private static List<Long> allocateAll(GlobalHeap heap) {
    List<Long> all = new ArrayList<>();
    for (int i = 0; i < Mailbox.BATCH; i++) {
      all.add(heap.allocate(ARENA / Mailbox.BATCH));
    }
    return all;
  }

  private static void await(GlobalCounter turn, long value) {
    while (turn.get() < value) {
      Thread.onSpinWait();
    }
  }

  private static void write(GlobalHeap heap, long block, long mark) {
    try (var view = heap.range(block).slice(0, Long.BYTES).localize(Access.WRITE)) {
      view.segment().set(JAVA_LONG, 0, mark);
      view.commit();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldRefuseWhatIsNoBlock(int pes) {
    spmd(
        pes,
        space -> {
          try (GlobalHeap heap = GlobalHeap.create(space, "heap", ARENA)) {
            long block = heap.allocate(100);
            assertThat(heap.range(block).length()).isEqualTo(112);
            heap.free(block);
            assertThatThrownBy(() -> heap.free(block))
                .isInstanceOf(GasException.class)
                .hasMessageStartingWith("free of block of 112 bytes")
                .hasMessageContaining("heap \"heap\"");
            for (long none : new long[] {GlobalHeap.NULL, -1, 17, Long.MAX_VALUE}) {
              assertThatThrownBy(() -> heap.range(none))
                  .isInstanceOf(IllegalArgumentException.class)
                  .hasMessageContaining("reference=" + none);
              assertThatThrownBy(() -> heap.free(none))
                  .isInstanceOf(IllegalArgumentException.class);
            }
            assertThatThrownBy(() -> heap.free(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("reference");
            assertThatThrownBy(() -> heap.allocate((Pair) null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("value");
            assertThatThrownBy(() -> heap.get(new GlobalRef<Pair>(block), null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("type");
            assertThatThrownBy(() -> heap.allocate(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bytes=-1");
            for (long bytes : new long[] {2 * ARENA, 1L << 47, Long.MAX_VALUE}) {
              assertThatThrownBy(() -> heap.allocate(bytes))
                  .isInstanceOf(GasException.class)
                  .hasMessageContaining(
                      "no room for a block of %s bytes, neither on PE %s nor"
                          .formatted(bytes, space.pe()));
            }

            space.barrier();
          }
          assertThatThrownBy(() -> GlobalHeap.create(space, "none", 0))
              .isInstanceOf(InvalidOptionException.class)
              .hasMessageContaining("bytesPerPe=0");
        });
  }

  /** Few, so that they wait to be sent, and more than their home has places for. */
  @ParameterizedTest
  @ValueSource(ints = {1, 64, 5000})
  void shouldTellOfBlocksOfAnotherPeThatWereFreedTwice(int blocks) {
    spmd(
        2,
        space -> {
          GlobalLongs given = GlobalLongs.allocate(space, "given", blocks);
          GlobalHeap heap = GlobalHeap.create(space, "heap", ARENA);
          if (space.pe() == 0) {
            List<Long> own = new ArrayList<>();
            for (int i = 0; i < blocks; i++) {
              own.add(heap.allocate(16));
            }
            give(given, 0, own);
          }
          space.barrier();
          if (space.pe() == 1) {
            for (int round = 0; round < 2; round++) {
              try (LongView view = given.localize(0, blocks, Access.READ)) {
                for (int i = 0; i < blocks; i++) {
                  heap.free(view.get(i));
                }
              }
            }
            heap.close();
          } else {
            assertThatThrownBy(heap::close)
                .isInstanceOf(GasException.class)
                .hasMessageContaining("another PE's earlier free of block of 16 bytes");
          }
          heap.close();
        });
  }

  @ParameterizedTest
  @ValueSource(ints = 2)
  void shouldCloseWhatCouldNotBeClosedWhileAViewWasOpen(int pes) {
    spmd(
        pes,
        space -> {
          GlobalHeap heap = GlobalHeap.create(space, "heap", ARENA);
          if (space.pe() == 0) {
            try (var _ = heap.range(heap.allocate(16)).localize(Access.READ)) {
              assertThatThrownBy(heap::close).hasMessageContaining("view");
            }
          }
          heap.close();
        });
  }

  /** Each stands where the heap has a block of its own, of the same size. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldRefuseBlocksOfAnotherHeapAndOfOneThatWasClosed(int pes) {
    spmd(
        pes,
        space -> {
          GlobalHeap closed = GlobalHeap.create(space, "heap", ARENA);
          long old = closed.allocate(100);
          closed.close();
          try (GlobalHeap other = GlobalHeap.create(space, "other", ARENA);
              GlobalHeap heap = GlobalHeap.create(space, "heap", ARENA)) {
            long own = heap.allocate(100);
            for (long strange : new long[] {old, other.allocate(100)}) {
              List<ThrowingCallable> uses =
                  List.of(
                      () -> heap.free(strange),
                      () -> heap.range(strange),
                      () -> heap.get(new GlobalRef<>(strange), Pair.class));
              for (ThrowingCallable use : uses) {
                assertThatThrownBy(use)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("reference=" + strange + " is none of heap \"heap\"");
              }
            }
            assertThat(heap.usage().blocks()).isEqualTo(1);
            heap.free(own);
            space.barrier();
          }
        });
  }

  record Pair(long first, long second) {}

  @ParameterizedTest
  @ValueSource(ints = 2)
  void shouldTellThatAnotherPeHasFreedABlockTwice(int pes) {
    spmd(
        pes,
        space -> {
          GlobalLongs given = GlobalLongs.allocate(space, "given", 1);
          try (GlobalHeap heap = GlobalHeap.create(space, "heap", ARENA)) {
            if (space.pe() == 0) {
              give(given, 0, List.of(heap.allocate(100)));
            }
            space.barrier();
            if (space.pe() == 1) {
              try (LongView view = given.localize(Access.READ)) {
                heap.free(view.get(0));
                heap.free(view.get(0));
              }
              heap.flush();
            }
            space.barrier();
            if (space.pe() == 0) {
              assertThatThrownBy(heap::usage)
                  .isInstanceOf(GasException.class)
                  .hasMessageStartingWith("another PE's earlier free of block of 112 bytes at");
              assertThat(heap.usage().blocks()).isZero();
            }
            space.barrier();
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldFillTheArenaAndUseItAgain(int pes) {
    spmd(
        pes,
        space -> {
          try (GlobalHeap heap = GlobalHeap.create(space, "heap", ARENA)) {
            for (int bytes : new int[] {64, 1 << 16, 48, (int) ARENA}) {
              List<Long> all = new ArrayList<>();
              while (heap.usage().bytes() + bytes <= ARENA - ARENA / 100
                  || bytes == ARENA && all.isEmpty()) {
                all.add(heap.allocate(bytes));
              }
              assertThat(all).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(1);
              all.forEach(heap::free);
            }
            space.barrier();
          }
        });
  }

  /**
   * The first reference is refused; while it is handed over, nobody may think that all has come.
   */
  @ParameterizedTest
  @ValueSource(ints = 2)
  void shouldHandOverAllThatHasCome(int pes) {
    spmd(
        pes,
        space -> {
          GlobalMemory words = space.allocate(MemoryOptions.words("mail", 2 * Mailbox.WORDS));
          Mailbox mailbox = new Mailbox(words);
          if (space.pe() == 1) {
            assertThat(mailbox.send(0, new long[] {7, 8, 9})).isTrue();
            assertThat(mailbox.send(0, new long[Mailbox.WORDS])).as("no room").isFalse();
          }
          space.barrier();
          if (space.pe() == 0) {
            List<Long> seen = new ArrayList<>();
            assertThatThrownBy(() ->
                    mailbox.receive(reference -> {
                      seen.add(reference);
                      assertThat(mailbox.receive(_ -> {})).isFalse();
                      if (reference < 9) {
                        throw new GasException("refused " + reference);
                      }
                    }))
                .hasMessage("refused 7");
            assertThat(seen).containsExactly(7L, 8L, 9L);
            assertThat(mailbox.receive(seen::add)).isTrue();
            assertThat(seen).hasSize(3);
          }
          space.barrier();
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void shouldTellOfBlocksThatTwoPesHaveFreed(int pes) {
    spmd(pes, space -> freeTwice(space, pes - 1));
  }

  /** Has the blocks of each PE freed by the PE before it, and by the one {@code distance} away. */
  protected static void freeTwice(GlobalAddressSpace space, int distance) {
    GlobalLongs given = GlobalLongs.allocate(space, "given", space.pes());
    GlobalHeap heap = GlobalHeap.create(space, "heap", 1 << 16);
    heap.clear(); // a close after it looks, too
    give(given, space.pe(), List.of(heap.allocate(16)));
    space.barrier();
    for (int each : new int[] {1, distance}) {
      int of = (space.pe() + each) % space.pes();
      try (LongView view = given.slice(of, of + 1).localize(Access.READ)) {
        heap.free(view.get(0));
      }
    }
    assertThatThrownBy(heap::close)
        .isInstanceOf(GasException.class)
        .hasMessageMatching("(another PE's earlier )?free of block of 16 bytes at .*");
  }

  /**
   * Blocks that were stored to before they were freed are allocated again, and stored to, after a
   * close that has brought them home and then failed.
   */
  @ParameterizedTest
  @ValueSource(ints = 2)
  void shouldCompleteCommitsToBlocksBeforeACloseBringsThemHome(int pes) {
    int blocks = Mailbox.BATCH - 1;
    long bytes = ARENA / (2 * Mailbox.BATCH);
    spmd(
        pes,
        space -> {
          GlobalLongs given = GlobalLongs.allocate(space, "given", blocks);
          GlobalCounter stored = GlobalCounter.allocate(space, "stored");
          GlobalHeap heap = GlobalHeap.create(space, "heap", ARENA);
          long kept = heap.allocate(bytes);
          if (space.pe() == 0) {
            give(given, 0, Stream.generate(() -> heap.allocate(bytes)).limit(blocks).toList());
          }
          space.barrier();
          if (space.pe() == 1) {
            try (LongView view = given.localize(Access.READ)) {
              for (int i = 0; i < blocks; i++) {
                write(heap, view.get(i), -1);
                heap.free(view.get(i));
              }
            }
          }
          try (var _ = heap.range(kept).localize(Access.READ)) {
            assertThatThrownBy(heap::close).hasMessageContaining("view");
          }
          List<Long> again = new ArrayList<>();
          while (space.pe() == 0 && heap.usage().blocks() <= blocks) {
            again.add(heap.allocate(bytes));
            write(heap, again.getLast(), mark(0, again.size()));
          }
          stored.getAndAdd(1);
          await(stored, pes); // not a barrier, which completes commits
          space.barrier();
          assertThat(again).hasSize(space.pe() == 0 ? blocks : 0);
          for (int i = 0; i < again.size(); i++) {
            requireMarked(heap, again.get(i), mark(0, i + 1));
          }
          heap.close();
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void shouldBringAllHomeAtAClose(int pes) {
    spmd(pes, space -> bringHome(space, 1, pes - 1));
  }

  /** Has blocks of each PE freed by the PEs at some distances from it, and the heap closed. */
  protected static void bringHome(GlobalAddressSpace space, int... distances) {
    int pes = space.pes();
    GlobalLongs given = GlobalLongs.allocate(space, "given", (long) pes * distances.length);
    GlobalHeap heap = GlobalHeap.create(space, "heap", 1 << 16);
    long kept = heap.allocate(16);
    freeOfOthers(heap, given, distances);
    try (var _ = heap.range(kept).localize(Access.READ)) {
      assertThatThrownBy(heap::close).hasMessageContaining("view");
    }
    assertThat(heap.usage().blocks()).isEqualTo(1);
    heap.close();
  }

  /** Some PEs still take in what a close has brought while others have gone on to free more. */
  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void shouldFreeOnAfterACloseThatFailed(int pes) {
    spmd(pes, HeapContractTest::freeOn);
  }

  protected static void freeOn(GlobalAddressSpace space) {
    int blocks = 400;
    GlobalLongs given = GlobalLongs.allocate(space, "given", blocks);
    GlobalHeap heap = GlobalHeap.create(space, "heap", ARENA);
    long kept = heap.allocate(16);
    if (space.pe() == 0) {
      give(given, 0, Stream.generate(() -> heap.allocate(16)).limit(blocks).toList());
    }
    space.barrier();
    int others = space.pes() - 1;
    try (LongView view = given.localize(Access.READ);
        var _ = heap.range(kept).localize(Access.READ)) {
      for (int i = 0; i < blocks; i++) {
        if (space.pe() != 0 && i % others == space.pe() - 1) {
          heap.free(view.get(i));
        }
        if (i == blocks / 2) {
          assertThatThrownBy(heap::close).hasMessageContaining("view");
        }
      }
    }
    heap.flush();
    space.barrier();
    assertThat(heap.usage().blocks()).isEqualTo(1);
    heap.close();
  }

  /**
   * Others' blocks are freed, too: some of these wait to be sent, and some are sent, at a clear.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void shouldClearAndUseTheHeapAgain(int pes) {
    spmd(
        pes,
        space -> {
          GlobalLongs given = GlobalLongs.allocate(space, "given", (long) pes * BLOCKS);
          try (GlobalHeap heap = GlobalHeap.create(space, "heap", ARENA)) {
            for (int round = 0; round < 6; round++) {
              List<Long> own = fill(heap, space);
              give(given, (long) space.pe() * BLOCKS, own);
              space.barrier();
              int next = (space.pe() + 1) % pes;
              try (LongView view =
                  given.localize((long) next * BLOCKS, (next + 1L) * BLOCKS, Access.READ)) {
                for (int i = 0; i < BLOCKS; i++) {
                  requireMarked(heap, view.get(i), mark(next, i));
                  if (i % 6 < round) {
                    heap.free(view.get(i));
                  }
                }
              }
              heap.clear();
              assertThat(heap.usage()).isEqualTo(new GlobalHeap.Usage(0, 0, ARENA));
              heap.allocate(ARENA); // all chunks have been given back
              heap.clear();
            }
            heap.clear();
            assertThat(heap.usage().blocks()).isZero();
          }
        });
  }

  /** PE 1 stores to blocks that PE 0 allocates again when both are through a clear. */
  @ParameterizedTest
  @ValueSource(ints = 2)
  void shouldHaveCommitsCompleteBeforeAClearedBlockIsAllocatedAgain(int pes) {
    spmd(
        pes,
        space -> {
          GlobalLongs given = GlobalLongs.allocate(space, "given", Mailbox.BATCH);
          GlobalCounter stored = GlobalCounter.allocate(space, "stored");
          try (GlobalHeap heap = GlobalHeap.create(space, "heap", ARENA)) {
            if (space.pe() == 0) {
              give(given, 0, allocateAll(heap));
            }
            space.barrier();
            if (space.pe() == 1) {
              try (LongView view = given.localize(Access.READ)) {
                for (int i = 0; i < Mailbox.BATCH; i++) {
                  write(heap, view.get(i), -1);
                }
              }
            }
            heap.clear();
            List<Long> again = space.pe() == 0 ? allocateAll(heap) : List.of();
            for (int i = 0; i < again.size(); i++) {
              write(heap, again.get(i), mark(0, i));
            }
            stored.getAndAdd(1);
            await(stored, pes); // not a barrier, which completes commits
            space.barrier();
            for (int i = 0; i < again.size(); i++) {
              requireMarked(heap, again.get(i), mark(0, i));
            }
            space.barrier();
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void shouldRefuseBlocksThatWereCleared(int pes) {
    spmd(pes, HeapContractTest::freeCleared);
  }

  /** Has each PE free a block of its own, and one of the next PE, after they were cleared. */
  protected static void freeCleared(GlobalAddressSpace space) {
    GlobalLongs given = GlobalLongs.allocate(space, "given", space.pes());
    try (GlobalHeap heap = GlobalHeap.create(space, "heap", ARENA)) {
      long own = heap.allocate(100);
      give(given, space.pe(), List.of(own));
      space.barrier();
      int next = (space.pe() + 1) % space.pes();
      try (LongView view = given.localize(next, next + 1, Access.READ)) {
        heap.clear();
        heap.free(view.get(0));
      }
      heap.flush(); // while another PE may still be at its clear
      assertThatThrownBy(() -> heap.free(own))
          .isInstanceOf(GasException.class)
          .hasMessageStartingWith("free of block of 112 bytes");
      assertThatThrownBy(heap::clear)
          .isInstanceOf(GasException.class)
          .hasMessageStartingWith("another PE's earlier free of block of 112 bytes");
      heap.clear();
    }
  }

  /** Few, so that they wait to be sent, and more than their home has places for. */
  @ParameterizedTest
  @ValueSource(ints = {1, 64, 5000})
  void shouldTellAtAClearOfBlocksOfAnotherPeThatWereFreedTwice(int blocks) {
    spmd(
        2,
        space -> {
          GlobalLongs given = GlobalLongs.allocate(space, "given", blocks);
          try (GlobalHeap heap = GlobalHeap.create(space, "heap", ARENA)) {
            heap.allocate(16);
            if (space.pe() == 0) {
              give(given, 0, Stream.generate(() -> heap.allocate(16)).limit(blocks).toList());
            }
            space.barrier();
            if (space.pe() == 1) {
              try (LongView view = given.localize(Access.READ)) {
                for (int i = 0; i < 2 * blocks; i++) {
                  heap.free(view.get(i % blocks));
                }
              }
              heap.clear();
            } else {
              assertThatThrownBy(heap::clear)
                  .isInstanceOf(GasException.class)
                  .hasMessageContaining("another PE's earlier free of block of 16 bytes");
            }
            assertThat(heap.usage().blocks()).isZero();
            heap.clear(); // it is told once
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void shouldClearAfterACloseThatFailed(int pes) {
    spmd(
        pes,
        space -> {
          GlobalHeap heap = GlobalHeap.create(space, "heap", ARENA);
          try (var _ = heap.range(heap.allocate(16)).localize(Access.READ)) {
            assertThatThrownBy(heap::close).hasMessageContaining("view");
          }
          clearOften(space, heap, 1, pes - 1);
          heap.close();
        });
  }

  /**
   * Has blocks of each PE freed by the PEs at some distances from it, and others not, and clears.
   */
  protected static void clearOften(GlobalAddressSpace space, GlobalHeap heap, int... distances) {
    int pes = space.pes();
    GlobalLongs given = GlobalLongs.allocate(space, "given", (long) pes * distances.length);
    for (int round = 0; round < 3; round++) {
      heap.allocate(16);
      freeOfOthers(heap, given, distances);
      heap.clear();
      assertThat(heap.usage().blocks()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldRefuseCheckpointsAndUseAfterClose(int pes) {
    spmd(
        pes,
        space -> {
          GlobalHeap heap = GlobalHeap.create(space, "heap", ARENA);
          long block = heap.allocate(8);
          assertThatThrownBy(() -> space.checkpoint(Path.of("none")))
              .isInstanceOf(RefusedException.class)
              .hasMessageContaining("memory \"heap\" is a heap");
          assertThatThrownBy(() -> space.restore(Path.of("none")))
              .isInstanceOf(RefusedException.class)
              .hasMessageContaining("memory \"heap\" is a heap");
          heap.close();
          for (ThrowingCallable use :
              List.<ThrowingCallable>of(
                  () -> heap.free(block),
                  () -> heap.range(block),
                  () -> heap.allocate(1),
                  heap::clear)) {
            assertThatThrownBy(use)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("heap \"heap\" has been closed");
          }
          assertThatThrownBy(() -> GlobalHeap.create(space, "huge", 1L << 40))
              .isInstanceOf(GasException.class);
          GlobalHeap.create(space, "again", ARENA).close();
        });
  }

  private static List<Long> fill(GlobalHeap heap, GlobalAddressSpace space) {
    SplittableRandom random = new SplittableRandom(SEED + space.pe());
    List<Long> own = new ArrayList<>();
    for (int i = 0; i < BLOCKS; i++) {
      long block = heap.allocate(random.nextInt(8, 200));
      try (var view = heap.range(block).localize(Access.WRITE)) {
        view.segment().fill((byte) 0);
        view.segment().set(JAVA_LONG, 0, mark(space.pe(), i));
        view.commit();
      }
      own.add(block);
    }
    return own;
  }

  /** Has blocks of each PE freed by the PEs at some distances from it. */
  private static void freeOfOthers(GlobalHeap heap, GlobalLongs given, int... distances) {
    GlobalAddressSpace space = heap.memory().space();
    int pes = space.pes();
    give(
        given,
        (long) space.pe() * distances.length,
        Stream.generate(() -> heap.allocate(16)).limit(distances.length).toList());
    space.barrier();
    for (int i = 0; i < distances.length; i++) {
      long of = (long) (space.pe() + distances[i]) % pes * distances.length + i;
      try (LongView view = given.slice(of, of + 1).localize(Access.READ)) {
        heap.free(view.get(0));
      }
    }
  }

  private static void give(GlobalLongs given, long at, List<Long> blocks) {
    try (LongView view = given.slice(at, at + blocks.size()).localize(Access.WRITE)) {
      for (int i = 0; i < blocks.size(); i++) {
        view.set(i, blocks.get(i));
      }
      view.commit();
    }
  }

  private static void requireMarked(GlobalHeap heap, long block, long mark) {
    try (var view = heap.range(block).localize(Access.READ)) {
      assertThat(view.segment().get(JAVA_LONG, 0)).isEqualTo(mark);
    }
  }

  private static long mark(int pe, int block) {
    return (pe + 1L) << 32 | block;
  }
}
