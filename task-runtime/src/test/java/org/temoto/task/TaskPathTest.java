package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.temoto.gas.array.GlobalDoubles;
import org.temoto.gas.array.GlobalInts;
import org.temoto.gas.array.GlobalMatrix;

/** Tests of the texts of tasks in failures and findings. */
class TaskPathTest {
  record Transposes(GlobalMatrix from, GlobalInts to, int tile) implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  record Named(String name, int first) implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  @Test
  void shouldShowMatricesAndArraysByTheirBytes() {
    Jobs.eachPe(
        Jobs.options(1, 1, 1),
        RuntimeOptions.DEFAULT,
        (space, _) -> {
          GlobalDoubles doubles = GlobalDoubles.allocate(space, "one", 64);
          GlobalMatrix tile = GlobalMatrix.of(doubles.range(), 8, 8, 8).tile(1, 2, 3, 4);
          GlobalInts ints = GlobalInts.allocate(space, "two", 64).slice(16, 32);
          assertThat(TaskPath.text(new Transposes(tile, ints, 32)))
              .isEqualTo("Transposes[from=3 x 4 of one[80, 240), to=two[64, 128), tile=32]");
        });
  }

  @Test
  void shouldKeepTheEndOfALongText() {
    assertThat(TaskPath.text(new Named("x".repeat(100), 12345)))
        .startsWith("Named[name=xxx")
        .contains("x...x")
        .endsWith("xxx, first=12345]")
        .hasSize(83);
  }
}
