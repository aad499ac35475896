package org.temoto.apps.jacobi;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.temoto.apps.Spmd;
import org.temoto.apps.jacobi.JacobiProblem.Style;
import org.temoto.apps.report.Measurement;
import org.temoto.apps.suite.Outcome;
import org.temoto.apps.suite.Runs;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.LocalView;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;

@Timeout(100)
class JacobiTest {
  private static final int ROW_OF_A_PAGE = GasOptions.MIN_PAGE_SIZE / Double.BYTES;

  @Property(tries = 30)
  void shouldComputeWhatOneThreadDoes(
      @ForAll @IntRange(min = 3, max = 150) int n,
      @ForAll @IntRange(min = 1, max = 7) int steps,
      @ForAll Style style,
      @ForAll @IntRange(min = 1, max = 40) int cutoff,
      @ForAll OwnershipPolicy ownership,
      @ForAll @IntRange(min = 1, max = 5) int pes) {
    JacobiProblem problem = new JacobiProblem(n, steps, style, cutoff, Spmd.SEED);
    Outcome<Double> outcome = Runs.run(problem, Spmd.options(pes).withOwnership(ownership));
    assertThat(outcome.verified()).isTrue();
    assertThat(outcome.measurement().result()).isBetween(0.0, 1.0);
  }

  @Test
  void shouldComputeWithMorePesThanRows() {
    JacobiProblem problem = new JacobiProblem(5, 3, Style.STRIPS, 1, 1);
    assertThat(Runs.run(problem, 8, 1).verified()).isTrue();
  }

  @Test
  void shouldDealAllRows() {
    for (int rows = 1; rows < 40; rows++) {
      for (int pes = 1; pes < 12; pes++) {
        for (int row = 0; row < rows; row++) {
          Strip strip = Strip.of(Strip.owner(row, pes, rows), pes, rows);
          assertThat(row).isBetween(strip.first(), strip.end() - 1);
        }
      }
    }
  }

  /** The rows above and below each strip, groups of their directory words, and nothing else. */
  @ParameterizedTest
  @CsvSource({"FIXED,1", "LAST_WRITER,1", "ADAPTIVE,1", "FIXED,2", "LAST_WRITER,2"})
  void shouldMoveTheHaloOnly(OwnershipPolicy ownership, int pagesPerRow) {
    int pes = 4;
    int steps = 6;
    JacobiProblem problem =
        new JacobiProblem(pagesPerRow * ROW_OF_A_PAGE, steps, Style.STRIPS, 1, Spmd.SEED);
    Outcome<Double> outcome = Runs.run(problem, Spmd.options(pes).withOwnership(ownership));
    assertThat(outcome.verified()).isTrue();
    Measurement<Double> measured = outcome.measurement();
    long halos = steps * 2L * (pes - 1) * pagesPerRow;
    assertThat(measured.gas().bytesFetched()).isEqualTo(halos * GasOptions.MIN_PAGE_SIZE);
    assertThat(measured.gas().bytesCommitted()).isZero();
    assertThat(measured.gas().pageMigrations()).isZero();
    assertThat(
            measured.traffic().orElseThrow().bytes().stream()
                .flatMap(List::stream)
                .mapToLong(Long::longValue)
                .sum())
        .isBetween(
            halos * (GasOptions.MIN_PAGE_SIZE + Long.BYTES),
            halos * (GasOptions.MIN_PAGE_SIZE + 64L * Long.BYTES));
  }

  /** One job ends in the middle, the next goes on with other PEs and the other style. */
  @ParameterizedTest
  @EnumSource
  void shouldGoOnWhereAnotherJobHasEnded(Style style, @TempDir Path folder) {
    Style other = style == Style.STRIPS ? Style.TASKS : Style.STRIPS;
    Outcome<Double> whole = Runs.run(new JacobiProblem(90, 12, style, 20, 7), 2, 1);
    for (int steps : new int[] {5, 12, 12}) {
      Saving saving = new Saving(folder, 2, steps > 5);
      JacobiProblem problem =
          new JacobiProblem(90, steps, steps == 5 ? style : other, 20, 7, Optional.of(saving));
      Outcome<Double> outcome = Runs.run(problem, steps == 5 ? 3 : 2, 1);
      assertThat(outcome.verified()).isTrue();
      if (steps == 12) {
        assertThat(outcome.measurement().result()).isEqualTo(whole.measurement().result());
      }
    }
  }

  @Test
  void shouldNotAcceptAnotherResult() {
    Spmd.run(
        2,
        space -> {
          try (Grids grids = new Grids(space, 20)) {
            grids.fill(3);
            space.barrier();
            PlainJacobi plain = new PlainJacobi(20, 3);
            assertThat(grids.isEqual(0, plain)).isTrue();
            plain.run(1);
            assertThat(grids.isEqual(1, plain)).isFalse();
            grids.step(0);
            space.barrier();
            assertThat(grids.isEqual(1, plain)).isTrue();
            assertThat(grids.change()).isEqualTo(plain.change()).isPositive();
            if (space.pe() == 1) {
              change(grids.before(1));
            }
            space.barrier();
            assertThat(grids.isEqual(1, plain)).isFalse();
          }
        });
  }

  private static void change(Grid grid) {
    try (LocalView view = grid.localize(7, 8, Access.READ_WRITE)) {
      double value = view.segment().getAtIndex(JAVA_DOUBLE, 9);
      view.segment().setAtIndex(JAVA_DOUBLE, 9, Math.nextUp(value));
      view.commit();
    }
  }

  @Test
  void shouldRefuseAbsurdSizes() {
    assertThatThrownBy(() -> new JacobiProblem(2, 1, Style.TASKS, 1, 1))
        .hasMessageContaining("n=2 must be from 3 to");
    assertThatThrownBy(() -> new JacobiProblem(3, 0, Style.TASKS, 1, 1))
        .hasMessageContaining("steps=0 must be at least 1");
    assertThatThrownBy(() -> new JacobiProblem(3, 1, Style.TASKS, 0, 1))
        .hasMessageContaining("cutoff=0 must be at least 1");
  }
}
