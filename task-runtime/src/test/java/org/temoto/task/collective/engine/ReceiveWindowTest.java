package org.temoto.task.collective.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.temoto.gas.RefusedException;

class ReceiveWindowTest {
  private static final long LARGEST_HEAP = 1L << 42;
  private static final long LARGEST_CHUNK = 1L << 30;

  /** Also at the end of the largest heap, with the largest messages. */
  @Test
  void shouldTellPlaceAndSize() {
    for (long bytes : new long[] {64, 4_096, LARGEST_CHUNK}) {
      for (long offset : new long[] {0, 128, LARGEST_HEAP - 4 * bytes}) {
        for (int buffers = 1; buffers <= 4; buffers++) {
          long word = ReceiveWindow.of(offset, bytes, buffers);
          assertThat(ReceiveWindow.holds(word, bytes)).isTrue();
          assertThat(ReceiveWindow.holds(word, bytes + 1)).isFalse();
          for (int message = 0; message < 9; message++) {
            assertThat(ReceiveWindow.place(word, message))
                .isEqualTo(offset + message % buffers * bytes);
          }
        }
      }
    }
  }

  @Test
  void shouldRefuseHeapsThatAreTooLarge() {
    assertThatCode(() -> ReceiveWindow.requireReach(LARGEST_HEAP)).doesNotThrowAnyException();
    assertThatThrownBy(() -> ReceiveWindow.requireReach(LARGEST_HEAP + 1))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("heapBytes");
  }
}
