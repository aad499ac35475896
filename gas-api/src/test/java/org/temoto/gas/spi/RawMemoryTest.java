package org.temoto.gas.spi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RawMemoryTest {
  private static final int ROOM = 512;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 4, 7, 8, 9, 16, 31, 63, 64, 65, 72, 100, 255, 400})
  void shouldCopyJustTheBytesAtAnyAlignment(int bytes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment from = arena.allocate(ROOM, 64);
      MemorySegment to = arena.allocate(ROOM, 64);
      for (int i = 0; i < ROOM; i++) {
        from.set(JAVA_BYTE, i, (byte) (i * 7 + 1));
      }
      for (int fromOffset = 0; fromOffset < 16; fromOffset++) {
        for (int toOffset = 0; toOffset < 16; toOffset++) {
          to.fill((byte) 0);
          RawMemory.copy(from.address() + fromOffset, to.address() + toOffset, bytes);
          assertCopied(from, fromOffset, to, toOffset, bytes);
        }
      }
    }
  }

  private static void assertCopied(
      MemorySegment from, int fromOffset, MemorySegment to, int toOffset, int bytes) {
    assertThat(from.asSlice(fromOffset, bytes).mismatch(to.asSlice(toOffset, bytes)))
        .as("%d bytes from offset %d to %d", bytes, fromOffset, toOffset)
        .isEqualTo(-1);
    for (int i = 0; i < ROOM; i++) {
      if (i < toOffset || i >= toOffset + bytes) {
        assertThat(to.get(JAVA_BYTE, i)).as("byte %d beside the copy", i).isZero();
      }
    }
  }
}
