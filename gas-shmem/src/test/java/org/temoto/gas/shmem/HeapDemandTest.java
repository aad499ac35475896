package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class HeapDemandTest {
  @Test
  void shouldSayWhatWasAskedForWhatThereIsAndWhatToDo() {
    HeapDemand demand = new HeapDemand(3L << 30, having("2G"));
    assertThat(demand.mayFit()).isFalse();
    assertThat(demand.refusal())
        .contains("3.0 GiB (--heap)", "2.0 GiB (SHMEM_SYMMETRIC_SIZE)")
        .contains("set SHMEM_SYMMETRIC_SIZE=3840M before oshrun or srun, or --heap to less");
  }

  @Test
  void shouldTryWhereNothingSaysHowMuchThereIs() {
    HeapDemand demand = new HeapDemand(1 << 20, new LaunchEnvironment(Map.of()));
    assertThat(demand.mayFit()).isTrue();
    assertThat(demand.refusal()).contains("1.0 MiB", "by default");
  }

  @Test
  void shouldTryWhatFitsExactly() {
    assertThat(new HeapDemand(2L << 30, having("2G")).mayFit()).isTrue();
  }

  private static LaunchEnvironment having(String size) {
    return new LaunchEnvironment(Map.of(LaunchEnvironment.HEAP_SIZE, size));
  }
}
