package org.temoto.gas.heap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ArenaTest {
  private static final int CHUNKS = 40;

  private record Block(long place, int sizeClass) {}

  @Test
  void shouldRoundUpToTheSmallestSizeThatHolds() {
    for (long bytes = 0; bytes < 100_000; bytes++) {
      int sizeClass = SizeClass.of(bytes);
      assertThat(SizeClass.size(sizeClass)).isGreaterThanOrEqualTo(bytes).isPositive();
      assertThat(sizeClass == 0 || SizeClass.size(sizeClass - 1) < bytes).isTrue();
      assertThat(SizeClass.size(sizeClass) % 16).isZero();
    }
    for (int power = 17; power < 48; power++) {
      long bytes = 1L << power;
      assertThat(SizeClass.size(SizeClass.of(bytes))).isEqualTo(bytes);
      assertThat(SizeClass.size(SizeClass.of(bytes + 1))).isEqualTo(bytes + bytes / 4);
    }
  }

  @Test
  void shouldKeepBlocksApartAndInside() {
    for (long seed = 1; seed <= 60; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Arena arena = new Arena((long) CHUNKS * Chunk.BYTES);
      TreeMap<Long, Block> blocks = new TreeMap<>();
      int most = 1 << random.nextInt(4, 21);
      for (int step = 0; step < 4000; step++) {
        if (random.nextInt(100) < 55) {
          int sizeClass = SizeClass.of(random.nextInt(most));
          long inHand = arena.allocateInHand(sizeClass);
          long place = inHand == Arena.NONE ? arena.allocateTrimmed(sizeClass) : inHand;
          if (place != Arena.NONE) {
            requireApart(blocks, place, sizeClass);
            blocks.put(place, new Block(place, sizeClass));
          }
        } else if (!blocks.isEmpty()) {
          Map.Entry<Long, Block> some = blocks.floorEntry(random.nextLong(1L << 22));
          Block block = some == null ? blocks.firstEntry().getValue() : some.getValue();
          blocks.remove(block.place);
          assertThat(arena.free(block.place, block.sizeClass)).as("seed %d", seed).isTrue();
          assertThat(arena.free(block.place, block.sizeClass)).as("twice, %d", seed).isFalse();
        }
        assertThat(arena.blocks()).isEqualTo(blocks.size());
      }
      blocks.values().forEach(block -> arena.free(block.place, block.sizeClass));
      assertThat(arena.blocks()).isZero();
      assertThat(arena.allocateTrimmed(SizeClass.of((long) CHUNKS * Chunk.BYTES)))
          .as("all chunks have come back, seed %d", seed)
          .isZero();
    }
  }

  private static void requireApart(NavigableMap<Long, Block> blocks, long place, int sizeClass) {
    long end = place + SizeClass.size(sizeClass);
    assertThat(end).isLessThanOrEqualTo((long) CHUNKS * Chunk.BYTES);
    Map.Entry<Long, Block> before = blocks.lowerEntry(end);
    if (before != null) {
      Block other = before.getValue();
      assertThat(other.place + SizeClass.size(other.sizeClass)).isLessThanOrEqualTo(place);
    }
  }

  @Test
  void shouldFillAChunkWithoutGaps() {
    Arena arena = new Arena(Chunk.BYTES);
    List<Long> places = new ArrayList<>();
    for (long place = arena.allocate(2); place != Arena.NONE; place = arena.allocate(2)) {
      places.add(place);
    }
    assertThat(places).hasSize(Chunk.BYTES / 48).isSorted().doesNotHaveDuplicates();
    assertThat(arena.free(places.get(7), 2)).isTrue();
    assertThat(arena.allocate(2)).isEqualTo(places.get(7));
  }

  @Test
  void shouldUseNoMoreChunksThanItMay() {
    Arena arena = new Arena(4 * Chunk.BYTES, 1);
    int chunk = SizeClass.of(Chunk.BYTES);
    assertThat(arena.allocate(chunk)).isZero();
    assertThat(arena.allocateTrimmed(chunk)).isEqualTo(Arena.NONE);
    arena.raise(3);
    arena.raise(2);
    assertThat(arena.allocate(chunk)).isEqualTo(Chunk.BYTES);
    assertThat(arena.allocate(SizeClass.of(2 * Chunk.BYTES))).isEqualTo(Arena.NONE);
    assertThat(arena.allocate(chunk)).isEqualTo(2 * Chunk.BYTES);
    assertThat(arena.allocate(chunk)).isEqualTo(Arena.NONE);
  }

  @Test
  void shouldRefusePlacesThatAreNoBlocks() {
    Arena arena = new Arena(4 * Chunk.BYTES);
    long place = arena.allocate(1);
    assertThat(arena.free(place + 16, 1)).isFalse();
    assertThat(arena.free(place, 2)).isFalse();
    assertThat(arena.free(place + 32, 1)).isFalse();
    assertThat(arena.free(3 * Chunk.BYTES, 1)).isFalse();
    assertThat(arena.free(place, 200)).isFalse();
    assertThat(arena.free(place, 1)).isTrue();
  }
}
