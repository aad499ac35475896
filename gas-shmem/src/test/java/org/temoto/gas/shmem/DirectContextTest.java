package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class DirectContextTest {
  private static final int EACH = 100_000;

  /** Context of one PE, whose memory is where it is: nothing goes through the library. */
  private static DirectContext alone() {
    LockedContext library = new LockedContext(0, new Serial(), Optional.empty());
    return new DirectContext(library, new NearHeaps(new long[] {0}, true));
  }

  @Test
  @Timeout(20)
  void shouldCountTheBytesOfAllStrands() throws Exception {
    DirectContext context = alone();
    List<Thread> strands = new ArrayList<>();
    try (Arena arena = Arena.ofShared()) {
      long heap = arena.allocate(64, Long.BYTES).address();
      for (int i = 0; i < 4; i++) {
        long local = arena.allocate(Long.BYTES, Long.BYTES).address();
        strands.add(Thread.ofPlatform().start(() -> transfer(context, heap, local)));
      }
      for (Thread strand : strands) {
        strand.join();
      }
    }
    assertThat(context.bytes()).isEqualTo(4L * EACH * 2 * Long.BYTES);
  }

  private static void transfer(DirectContext context, long heap, long local) {
    for (int n = 0; n < EACH; n++) {
      context.put(0, heap, local, Long.BYTES);
      context.get(0, heap, local, Long.BYTES);
    }
  }
}
