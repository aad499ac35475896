package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.temoto.gas.GasOptions;

class StatementTest {
  private static final GasOptions OPTIONS = GasOptions.DEFAULT.withBackend("shmem");
  private static final Statement FIRST = Statement.of("node1", OPTIONS);

  @Test
  void shouldSurviveItsText() {
    assertThat(Statement.parse(FIRST.text())).isEqualTo(FIRST);
    assertThat(FIRST.text().length()).isLessThan(ControlLayout.TEXT_BYTES);
  }

  @Test
  void shouldNotMindAnotherHost() {
    assertThat(Statement.of("node2", OPTIONS).difference(FIRST)).isEmpty();
  }

  @Test
  void shouldNameTheOptionThatDiffers() {
    Statement other = Statement.of("node2", OPTIONS.withWorkers(7));
    assertThat(other.difference(FIRST))
        .hasValue(
            "workers=7 here, but workers=1 at PE 0 on host node1; start all PEs with the same"
                + " options");
  }

  @Test
  void shouldSayWhereAHeapMayComeFrom() {
    Statement other = Statement.of("node2", OPTIONS.withHeapBytes(1 << 20));
    assertThat(other.difference(FIRST)).get().asString().contains("SHMEM_SYMMETRIC_SIZE");
  }
}
