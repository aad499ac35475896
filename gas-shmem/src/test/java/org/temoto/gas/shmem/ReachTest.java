package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.temoto.gas.GasException;

class ReachTest {
  private static final long PROMPT = 20_000;
  private static final long LATE = 9_000_000;

  @Test
  void shouldTakeANetworkThatAlwaysStallsForOneThatNeedsHelp() {
    assertThat(Reach.isStalled(LATE, LATE)).isTrue();
  }

  @Test
  void shouldSayWhatThereIsNoRoomFor() {
    MemorySegment none = MemorySegment.NULL.reinterpret(16); // as the library tells it
    assertThatThrownBy(() -> Shmem.requireRoom(none, "find out how they reach each other"))
        .isInstanceOf(GasException.class)
        .hasMessage(
            "the library's symmetric memory has no room for the 16 bytes by which PEs find out how"
                + " they reach each other; set SHMEM_SYMMETRIC_SIZE to more");
  }

  @Test
  void shouldNotBeMisledByOneLateAnswer() {
    assertThat(Reach.isStalled(LATE, PROMPT)).isFalse();
    assertThat(Reach.isStalled(PROMPT, LATE)).isFalse();
  }
}
