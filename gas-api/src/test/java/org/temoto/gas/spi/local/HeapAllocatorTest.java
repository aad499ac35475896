package org.temoto.gas.spi.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HeapAllocatorTest {
  private static final long SEED = Long.getLong("temoto.seed", 1);

  @Test
  void shouldTakeTheFirstThatFits() {
    HeapAllocator allocator = new HeapAllocator(100);
    assertThat(allocator.allocate(10, 1)).isZero();
    assertThat(allocator.allocate(20, 1)).isEqualTo(10);
    assertThat(allocator.allocate(10, 16)).isEqualTo(32);
    assertThat(allocator.allocate(2, 1)).isEqualTo(30);
    assertThat(allocator.free(10)).isTrue();
    assertThat(allocator.allocate(20, 4)).isEqualTo(42 + 2);
    assertThat(allocator.allocate(20, 2)).isEqualTo(10);
  }

  @Test
  void shouldRefuseWhatItDidNotGive() {
    HeapAllocator allocator = new HeapAllocator(100);
    allocator.allocate(10, 1);
    assertThat(allocator.free(5)).isFalse();
    assertThat(allocator.free(0)).isTrue();
    assertThat(allocator.free(0)).isFalse();
  }

  @Test
  void shouldNotOverflowOnHugeSizes() {
    HeapAllocator allocator = new HeapAllocator(100);
    allocator.allocate(10, 1);
    assertThat(allocator.allocate(Long.MAX_VALUE, 1)).isEqualTo(HeapAllocator.EXHAUSTED);
    assertThat(allocator.allocate(1, 1L << 62)).isEqualTo(HeapAllocator.EXHAUSTED);
  }

  @Test
  void shouldAgreeWithAMapOfBytes() {
    int size = 2000;
    SplittableRandom random = new SplittableRandom(SEED);
    HeapAllocator allocator = new HeapAllocator(size);
    BitSet used = new BitSet(size);
    long[] offsets = new long[200];
    int[] lengths = new int[200];
    int live = 0;
    for (int i = 0; i < 20_000; i++) {
      if (live > 0 && (live == offsets.length || random.nextBoolean())) {
        int chosen = random.nextInt(live--);
        assertThat(allocator.free(offsets[chosen])).isTrue();
        used.clear((int) offsets[chosen], (int) offsets[chosen] + lengths[chosen]);
        offsets[chosen] = offsets[live];
        lengths[chosen] = lengths[live];
      } else {
        int bytes = 1 + random.nextInt(100);
        int alignment = 1 << random.nextInt(6);
        long offset = allocator.allocate(bytes, alignment);
        assertThat(offset)
            .as("seed %d step %d", SEED, i)
            .isEqualTo(firstFit(used, size, bytes, alignment));
        if (offset >= 0) {
          used.set((int) offset, (int) offset + bytes);
          offsets[live] = offset;
          lengths[live++] = bytes;
        }
      }
      assertThat(allocator.freeBytes()).isEqualTo(size - used.cardinality());
    }
  }

  private static long firstFit(BitSet used, int size, int bytes, int alignment) {
    for (int offset = 0; offset + bytes <= size; offset += alignment) {
      int next = used.nextSetBit(offset);
      if (next < 0 || next >= offset + bytes) {
        return offset;
      }
    }
    return HeapAllocator.EXHAUSTED;
  }
}
