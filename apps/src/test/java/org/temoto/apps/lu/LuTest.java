package org.temoto.apps.lu;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.apps.Spmd;
import org.temoto.apps.suite.Outcome;
import org.temoto.apps.suite.Runs;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.LocalView;
import org.temoto.task.TaskRuntime;

@Timeout(100)
class LuTest {
  private static final int SIDE = 32;

  @Property(tries = 10)
  void shouldFactorByTasks(
      @ForAll @IntRange(min = 1, max = 200) int n,
      @ForAll boolean migrating,
      @ForAll @IntRange(max = 1000) int seed,
      @ForAll @IntRange(min = 1, max = 3) int pes,
      @ForAll @IntRange(min = 1, max = 2) int workers) {
    Outcome<Double> outcome = Runs.run(new LuProblem(n, SIDE, migrating, seed), pes, workers);
    assertThat(outcome.verified()).as("residual %s", outcome.measurement().result()).isTrue();
  }

  @Test
  void shouldFactorAsOneThreadDoes() {
    DominantMatrix input = new DominantMatrix(150, 7);
    PlainFactor plain = new PlainFactor(input, 5, SIDE);
    plain.run();
    Spmd.run(
        2,
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            TiledMatrix matrix = factored(space, runtime, input);
            for (int tile = 0; tile < 25 && space.pe() == 0; tile++) {
              assertSameTile(matrix, plain, tile / 5, tile % 5);
            }
          }
        });
  }

  private static TiledMatrix factored(
      GlobalAddressSpace space, TaskRuntime runtime, DominantMatrix input) {
    TiledMatrix matrix = TiledMatrix.allocate(space, "A", 5, SIDE, false);
    LuProblem.fill(matrix, input);
    space.barrier();
    runtime.run(new Factor(matrix, new Block(0, 5, 0, 5)));
    return matrix;
  }

  private static void assertSameTile(TiledMatrix matrix, PlainFactor plain, int row, int column) {
    try (LocalView view = matrix.localize(row, column, Access.READ)) {
      assertThat(view.segment().toArray(JAVA_DOUBLE))
          .containsExactly(plain.tile(row, column).toArray(JAVA_DOUBLE), within(1e-12));
    }
  }

  /** One element that is wrong in L or U, by a thousandth, does not pass. */
  @Test
  void shouldNotAcceptAnotherFactorization() {
    DominantMatrix input = new DominantMatrix(150, 7);
    for (int[] tile : new int[][] {{0, 4}, {4, 0}, {2, 2}}) {
      Spmd.run(
          1,
          space -> {
            try (TaskRuntime runtime = TaskRuntime.start(space)) {
              TiledMatrix matrix = factored(space, runtime, input);
              assertThat(new Residual(matrix, input).value()).isLessThan(Residual.LIMIT);
              try (LocalView view = matrix.localize(tile[0], tile[1], Access.READ_WRITE)) {
                long at = 3 * SIDE + 5;
                view.segment()
                    .setAtIndex(JAVA_DOUBLE, at, view.segment().getAtIndex(JAVA_DOUBLE, at) + 1e-3);
                view.commit();
              }
              assertThat(new Residual(matrix, input).value()).isGreaterThan(Residual.LIMIT);
            }
          });
    }
  }

  /** A PE owns a tile once it has written it: little is sent back as commits. */
  @Test
  void shouldCommitLessWhenTilesMigrate() {
    Outcome<Double> fixed = Runs.run(new LuProblem(256, SIDE, false, 1), 3, 1);
    Outcome<Double> moving = Runs.run(new LuProblem(256, SIDE, true, 1), 3, 1);
    assertThat(fixed.verified() && moving.verified()).isTrue();
    assertThat(fixed.measurement().gas().pageMigrations()).isZero();
    assertThat(moving.measurement().gas().pageMigrations()).isPositive();
    assertThat(moving.measurement().gas().bytesCommitted())
        .isLessThan(fixed.measurement().gas().bytesCommitted());
  }

  @Test
  void shouldRefuseAbsurdSizes() {
    assertThatThrownBy(() -> new LuProblem(0, 64, false, 1)).hasMessageContaining("n=0 must be");
    assertThatThrownBy(() -> new LuProblem(8, 48, false, 1))
        .hasMessageContaining("cutoff=48 must be a power of two from 32 to 1024");
  }
}
