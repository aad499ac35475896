package org.temoto.apps;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NativeBuffersTest {
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 8, 63, 1000, 12_345})
  void shouldBeLittleLongerThanAskedFor(long bytes) {
    long size = NativeBuffers.take(bytes).byteSize();
    assertThat(size).isBetween(bytes, bytes + Math.max(Long.BYTES, bytes / 8));
  }

  @Test
  void shouldGiveToOneAtATime() {
    MemorySegment first = NativeBuffers.take(54_321);
    MemorySegment second = NativeBuffers.take(54_321);
    assertThat(second.address()).isNotEqualTo(first.address());
    NativeBuffers.give(first);
    assertThat(NativeBuffers.take(54_320).address()).isEqualTo(first.address());
  }
}
