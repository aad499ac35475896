package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.gas.GasException;
import org.temoto.gas.cluster.ClusterOptions.Threads;

class ThreadLevelTest {
  @ParameterizedTest
  @CsvSource({
    "BEST, MULTIPLE, MULTIPLE",
    "BEST, SERIALIZED, SERIALIZED",
    "BEST, FUNNELED, FUNNELED",
    "MULTIPLE, MULTIPLE, MULTIPLE",
    "SERIALIZED, MULTIPLE, SERIALIZED",
    "SERIALIZED, SERIALIZED, SERIALIZED",
    "FUNNELED, MULTIPLE, FUNNELED",
    "FUNNELED, FUNNELED, FUNNELED",
  })
  void shouldWorkAsFreelyAsForcedOrGranted(
      Threads threads, ThreadLevel granted, ThreadLevel expected) {
    assertThat(ThreadLevel.agreed(threads, granted)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"MULTIPLE, SERIALIZED", "MULTIPLE, FUNNELED", "SERIALIZED, FUNNELED"})
  void shouldRefuseToForceMoreThanIsGranted(Threads threads, ThreadLevel granted) {
    assertThatThrownBy(() -> ThreadLevel.agreed(threads, granted))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("threads=" + threads.name().toLowerCase(java.util.Locale.ROOT))
        .hasMessageContaining(
            "grants, which is " + granted.name().toLowerCase(java.util.Locale.ROOT))
        .hasMessageContaining("leave the option out");
  }

  @Test
  void shouldRefuseALibraryWithoutThreads() {
    assertThatThrownBy(() -> ThreadLevel.agreed(Threads.BEST, ThreadLevel.SINGLE))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("SINGLE");
  }
}
