package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReachTest {
  private static final long PROMPT = 20_000;
  private static final long LATE = 9_000_000;

  @Test
  void shouldTakeANetworkThatAlwaysStallsForOneThatNeedsHelp() {
    assertThat(Reach.isStalled(LATE, LATE)).isTrue();
  }

  @Test
  void shouldNotBeMisledByOneLateAnswer() {
    assertThat(Reach.isStalled(LATE, PROMPT)).isFalse();
    assertThat(Reach.isStalled(PROMPT, LATE)).isFalse();
  }
}
