package org.temoto.gas.heap;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.Access;
import org.temoto.gas.GasException;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.SpaceTest;
import org.temoto.gas.array.GlobalLongs;
import org.temoto.gas.array.LongView;

/** Tests of heaps of which one PE allocates more than its arena holds. */
@Timeout(100)
public abstract class LendingContractTest extends SpaceTest {
  /** An arena whose lots have one chunk each. */
  protected static final long SMALL = 16 * Chunk.BYTES;

  /** One whose lots have three chunks each, of which several are borrowed at once. */
  protected static final long LARGE = 130 * Chunk.BYTES;

  private static final int BLOCK = 1 << 13;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void shouldAllocateOfAllArenasUntilTheyAreFull(int pes) {
    spmd(pes, space -> allocateAll(space, SMALL));
    spmd(pes, space -> allocateAll(space, LARGE));
  }

  /** PE 0 fills all arenas but the first chunks of the others, which lend nothing of these. */
  protected static void allocateAll(GlobalAddressSpace space, long arena) {
    int pes = space.pes();
    GlobalLongs given = GlobalLongs.allocate(space, "given", pes * arena / BLOCK);
    try (GlobalHeap heap = GlobalHeap.create(space, "heap", arena)) {
      long most = (arena + (pes - 1) * (arena - Chunk.BYTES)) / BLOCK;
      if (space.pe() == 0) {
        fill(heap, given, most);
        assertThatThrownBy(() -> heap.allocate(BLOCK))
            .isInstanceOf(GasException.class)
            .hasMessageContaining("no room for a block of " + BLOCK + " bytes, neither on PE 0 nor")
            .hasMessageContaining("%s bytes of %s".formatted(most * BLOCK, most * BLOCK));
        assertThat(heap.usage().blocks()).isEqualTo(most);
      }
      space.barrier();
      if (space.pe() > 0) { // the others have a chunk left each
        assertThat(heap.usage()).isEqualTo(new GlobalHeap.Usage(0, 0, Chunk.BYTES));
        List<Long> own = new ArrayList<>();
        for (int i = 0; i < Chunk.BYTES / BLOCK; i++) {
          own.add(heap.allocate(BLOCK));
        }
        assertThatThrownBy(() -> heap.allocate(BLOCK)).isInstanceOf(GasException.class);
        own.forEach(heap::free);
      }
      space.barrier();
      try (LongView view = given.slice(0, most).localize(Access.READ)) {
        for (int i = 0; i < most; i++) {
          assertThat(first(heap, view.get(i))).isEqualTo(i);
          if (i % pes == space.pe()) {
            heap.free(view.get(i)); // of any PE, to the one that has allocated it
          }
        }
      }
      for (int turn = 0; turn < 2; turn++) {
        heap.flush();
        space.barrier();
        heap.usage();
        space.barrier();
      }
      assertThat(heap.usage().blocks()).isZero();
      if (space.pe() == 0) { // what it has borrowed it has still
        fill(heap, given, most);
      }
      heap.clear();
      assertThat(heap.usage().blocks()).isZero();
      if (space.pe() == 0) {
        fill(heap, given, most);
      }
      space.barrier();
    }
  }

  private static void fill(GlobalHeap heap, GlobalLongs given, long count) {
    List<Long> blocks = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      long block = heap.allocate(BLOCK);
      GlobalRange bytes = heap.range(block);
      try (var view = bytes.localize(Access.WRITE)) {
        view.segment().fill((byte) i);
        view.segment().set(JAVA_LONG, 0, i);
        view.commit();
      }
      blocks.add(block);
    }
    assertThat(blocks).doesNotHaveDuplicates();
    try (LongView view = given.slice(0, count).localize(Access.WRITE)) {
      for (int i = 0; i < count; i++) {
        view.set(i, blocks.get(i));
      }
      view.commit();
    }
  }

  private static long first(GlobalHeap heap, long block) {
    try (var view = heap.range(block).localize(Access.READ)) {
      return view.segment().get(JAVA_LONG, 0);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void shouldGiveEachPlaceToOnePe(int pes) {
    spmd(pes, space -> share(space, SMALL, 7));
    spmd(pes, space -> share(space, LARGE, 7));
  }

  /** All PEs allocate and free blocks of all sizes until there is no room, and compare them. */
  protected static void share(GlobalAddressSpace space, long arena, long seed) {
    int most = 4096;
    GlobalLongs given = GlobalLongs.allocate(space, "given", (long) space.pes() * most);
    try (GlobalHeap heap = GlobalHeap.create(space, "heap", arena)) {
      SplittableRandom random = new SplittableRandom(seed + space.pe());
      List<Long> own = new ArrayList<>();
      boolean hasRoom = true;
      while (hasRoom && own.size() < most) {
        try {
          own.add(heap.allocate(random.nextInt(1 << random.nextInt(4, 19))));
        } catch (GasException full) {
          assertThat(full).hasMessageContaining("no room");
          hasRoom = false;
        }
        if (random.nextInt(4) == 0 && !own.isEmpty()) {
          heap.free(own.remove(random.nextInt(own.size())));
        }
      }
      try (LongView view =
          given.slice((long) space.pe() * most, (space.pe() + 1L) * most).localize(Access.WRITE)) {
        for (int i = 0; i < most; i++) {
          view.set(i, i < own.size() ? own.get(i) : 0);
        }
        view.commit();
      }
      space.barrier();
      TreeMap<Long, Long> ends = new TreeMap<>();
      try (LongView view = given.localize(Access.READ)) {
        for (int i = 0; i < given.length(); i++) {
          if (view.get(i) != 0) {
            GlobalRange bytes = heap.range(view.get(i));
            assertThat(ends.put(bytes.offset(), bytes.offset() + bytes.length())).isNull();
          }
        }
      }
      long last = 0;
      for (var block : ends.entrySet()) {
        assertThat(block.getKey()).isGreaterThanOrEqualTo(last);
        last = block.getValue();
      }
      space.barrier();
      own.forEach(heap::free);
      assertThat(heap.usage().blocks()).isZero();
      space.barrier();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = 2)
  void shouldAllocateAtHomeAgainWhenThereIsRoom(int pes) {
    spmd(
        pes,
        space -> {
          try (GlobalHeap heap = GlobalHeap.create(space, "heap", LARGE)) {
            if (space.pe() == 0) {
              List<Long> all = new ArrayList<>();
              do {
                all.add(heap.allocate(BLOCK));
              } while (heap.range(all.getLast()).offset() < LARGE);
              all.forEach(heap::free);
              assertThat(heap.range(heap.allocate(BLOCK)).offset()).isLessThan(LARGE);
            }
            space.barrier();
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = 2)
  void shouldLendThoughMoreThanAnArenaWasAskedFor(int pes) {
    spmd(
        pes,
        space -> {
          try (GlobalHeap heap = GlobalHeap.create(space, "heap", LARGE)) {
            if (space.pe() == 0) {
              assertThatThrownBy(() -> heap.allocate(LARGE + Chunk.BYTES))
                  .isInstanceOf(GasException.class);
            }
            space.barrier();
            if (space.pe() == 1) {
              heap.allocate(64L * Chunk.BYTES);
              heap.allocate(64L * Chunk.BYTES);
              assertThat(heap.range(heap.allocate(64L * Chunk.BYTES)).offset()).isLessThan(LARGE);
            }
            space.barrier();
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = 2)
  void shouldTellOfBlocksOfLentLotsThatAreFreedTwice(int pes) {
    spmd(
        pes,
        space -> {
          try (GlobalHeap heap = GlobalHeap.create(space, "heap", SMALL)) {
            if (space.pe() == 0) {
              List<Long> whole = new ArrayList<>();
              for (long place = 0; place < SMALL; place += Chunk.BYTES) {
                whole.add(heap.allocate(Chunk.BYTES));
              }
              long lent = heap.allocate(100);
              assertThat(heap.range(lent).offset()).isGreaterThanOrEqualTo(SMALL);
              heap.free(lent);
              assertThatThrownBy(() -> heap.free(lent))
                  .isInstanceOf(GasException.class)
                  .hasMessageStartingWith("free of block of 112 bytes");
              long elsewhere = lent - 3 * Chunk.BYTES / 16; // in a lot that nobody has borrowed
              assertThatThrownBy(() -> heap.free(elsewhere))
                  .isInstanceOf(IllegalArgumentException.class)
                  .hasMessageContaining("reference=" + elsewhere);
              whole.forEach(heap::free);
            }
            space.barrier();
          }
        });
  }
}
