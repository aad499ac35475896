package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.temoto.gas.PeFailedException;

class ControlTest {
  @Test
  void shouldReadHostAndReason() {
    PeFailedException failure = Control.failureOf(3, "node7\nno good\nat all", false);
    assertThat(failure).hasMessage("PE 3 on host node7 failed: no good\nat all");
    assertThat(failure.isHere()).isFalse();
  }

  @Test
  void shouldStandAMissingText() {
    assertThat(Control.failureOf(3, "", true))
        .hasMessage("PE 3 on host unknown failed: it has given no reason");
  }
}
