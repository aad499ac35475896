package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class PendingBuffersTest {
  private final PendingBuffers buffers = new PendingBuffers();

  @Test
  void shouldLetGoOnlyOfWhatWasThereWhenACompletionBegan() {
    add(3);
    long first = buffers.added();
    long second = buffers.added(); // of another strand, at the same time
    add(2);
    buffers.removeUntil(first);
    buffers.removeUntil(second);
    assertThat(buffers.kept()).isEqualTo(2);
  }

  @Test
  void shouldGrowAndStillLetGoInOrder() {
    for (int round = 0; round < 10; round++) {
      add(7);
      long before = buffers.added();
      add(30);
      buffers.removeUntil(before);
      assertThat(buffers.kept()).isEqualTo(30);
      buffers.removeUntil(buffers.added());
      assertThat(buffers.kept()).isZero();
    }
  }

  private void add(int count) {
    for (int i = 0; i < count; i++) {
      buffers.add(MemorySegment.NULL);
    }
  }
}
