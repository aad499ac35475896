package org.temoto.apps.spmv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.apps.Spmd;
import org.temoto.apps.spmv.SpmvProblem.Answer;
import org.temoto.apps.suite.Outcome;
import org.temoto.apps.suite.Runs;
import org.temoto.gas.GasOptions;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;

@Timeout(100)
class SpmvTest {
  private static final int PER_PAGE = GasOptions.MIN_PAGE_SIZE / Double.BYTES;

  private static MatrixSource source(CsrMatrix matrix) {
    return new MatrixSource.FromFile(Path.of("made"), matrix);
  }

  @Property(tries = 30)
  void shouldComputeWhatOneThreadDoes(
      @ForAll @IntRange(min = 1, max = 3000) int n,
      @ForAll @IntRange(min = 1, max = 9) int perRow,
      @ForAll @IntRange(min = 1, max = 5) int iterations,
      @ForAll OwnershipPolicy ownership,
      @ForAll @IntRange(min = 1, max = 5) int pes) {
    MatrixSource matrix = new MatrixSource.Generated(n, Math.min(n, perRow), Spmd.SEED);
    Outcome<Answer> outcome =
        Runs.run(new SpmvProblem(matrix, iterations), Spmd.options(pes).withOwnership(ownership));
    assertThat(outcome.verified()).isTrue();
  }

  @Test
  void shouldComputeWithAlmostNothing() {
    for (int n : new int[] {1, 2, 700}) {
      CsrMatrix empty = CsrMatrix.of(n, new int[0], new int[0], new double[0]);
      Outcome<Answer> outcome = Runs.run(new SpmvProblem(source(empty), 3), 4, 1);
      assertThat(outcome.verified()).isTrue();
      assertThat(outcome.measurement().result()).isEqualTo(new Answer(0, 0, OptionalInt.of(1)));
    }
  }

  /** A vector becomes zero after as many iterations as a nilpotent matrix has rows. */
  @Test
  void shouldSayWhenTheVectorHasBecomeZero() {
    int[] rows = {0, 1, 2};
    int[] columns = {1, 2, 3};
    CsrMatrix shift = CsrMatrix.of(4, rows, columns, new double[] {2, 3, 5});
    for (int pes : new int[] {1, 3}) {
      Outcome<Answer> before = Runs.run(new SpmvProblem(source(shift), 3), pes, 1);
      assertThat(before.measurement().result().zeroAfter()).isEmpty();
      Outcome<Answer> outcome = Runs.run(new SpmvProblem(source(shift), 40), pes, 1);
      assertThat(outcome.verified()).isTrue();
      assertThat(outcome.measurement().result().largest()).isZero();
      assertThat(outcome.measurement().result().zeroAfter()).hasValue(4);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e200, 1e-200, 1e-307, 8e307})
  void shouldFindEigenvaluesWhoseSquaresNoDoubleHolds(double value) {
    int[] diagonal = {0, 1, 2};
    CsrMatrix matrix = CsrMatrix.of(3, diagonal, diagonal, new double[] {value, 0, -value});
    Outcome<Answer> outcome = Runs.run(new SpmvProblem(source(matrix), 30), 2, 1);
    assertThat(outcome.verified()).isTrue();
    assertThat(outcome.measurement().result().largest()).isEqualTo(value);
  }

  @Test
  void shouldSayInWhichIterationTheVectorIsLost() {
    int[] rows = {0, 0, 1, 1};
    int[] columns = {0, 1, 0, 1};
    CsrMatrix large = CsrMatrix.of(2, rows, columns, new double[] {1.5e308, 1.5e308, 1, 1});
    assertThatThrownBy(() -> Runs.run(new SpmvProblem(source(large), 5), 2, 1))
        .hasMessageContaining(
            "spmv: iteration 1 makes the largest element of the vector Infinity: must be 0 or");
    CsrMatrix small = CsrMatrix.of(2, rows, columns, new double[] {1, -1, 1e-310, 0});
    assertThatThrownBy(() -> Runs.run(new SpmvProblem(source(small), 5), 2, 1))
        .hasMessageContaining("spmv: iteration 1 makes the largest element of the vector 1.0E-310");
    double[] undefined = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1, 1};
    CsrMatrix odd = CsrMatrix.of(2, rows, columns, undefined);
    assertThatThrownBy(() -> Runs.run(new SpmvProblem(source(odd), 5), 2, 1))
        .hasMessageContaining(
            "spmv: iteration 1 makes the largest element of the vector NaN: must be 0 or from");
  }

  @Test
  void shouldFindTheLargestEigenvalue() {
    int[] diagonal = {0, 1, 2};
    CsrMatrix matrix = CsrMatrix.of(3, diagonal, diagonal, new double[] {2, -7, 3});
    Outcome<Answer> outcome = Runs.run(new SpmvProblem(source(matrix), 40), 2, 1);
    assertThat(outcome.measurement().result().largest()).isCloseTo(7, within(1e-12));
  }

  /** Every row has its own column and one far away: the pages of those, once per iteration. */
  @Test
  void shouldFetchThePagesOfTheColumnsOnceEachIteration() {
    int n = 16 * PER_PAGE;
    int pes = 4;
    int iterations = 5;
    List<Integer> columns = new ArrayList<>();
    int[] rows = new int[2 * n];
    for (int row = 0; row < n; row++) {
      rows[2 * row] = row;
      rows[2 * row + 1] = row;
      columns.add(row);
      columns.add((row / PER_PAGE * 7 + 3) % 16 * PER_PAGE + row % 10);
    }
    double[] values = new double[2 * n];
    java.util.Arrays.fill(values, 0.5);
    CsrMatrix matrix =
        CsrMatrix.of(n, rows, columns.stream().mapToInt(Integer::intValue).toArray(), values);
    Outcome<Answer> outcome =
        Runs.run(new SpmvProblem(source(matrix), iterations), Spmd.options(pes));
    assertThat(outcome.verified()).isTrue();
    Set<Long> needed = new HashSet<>();
    for (int k = 0; k < rows.length; k++) {
      int pe = rows[k] / (4 * PER_PAGE);
      int page = columns.get(k) / PER_PAGE;
      if (page / 4 != pe) {
        needed.add((long) pe * 16 + page);
      }
    }
    assertThat(needed).hasSizeBetween(8, 16);
    assertThat(outcome.measurement().gas().bytesFetched())
        .as("beside the one page of row starts that two PEs share, read once")
        .isEqualTo((long) iterations * needed.size() * GasOptions.MIN_PAGE_SIZE + startPages());
    assertThat(outcome.measurement().gas().bytesCommitted()).isZero();
  }

  /**
   * The first three PEs need the start of their neighbour's first row, to know where theirs end.
   */
  private static long startPages() {
    return 3L * GasOptions.MIN_PAGE_SIZE;
  }

  @Test
  void shouldDealAllRowsAndNonzeros() {
    CsrMatrix matrix = new MatrixSource.Generated(100, 3, 5).matrix();
    for (int pes = 1; pes < 130; pes += 7) {
      Shares shares = Shares.of(matrix, pes);
      assertThat(shares.rows()).isSorted().startsWith(0).endsWith(100);
      assertThat(shares.nonzeros()).isSorted().startsWith(0).endsWith(300);
    }
  }

  @Property(tries = 50)
  void shouldChooseDifferentColumns(
      @ForAll @IntRange(min = 1, max = 40) int n, @ForAll @IntRange(min = 1, max = 40) int most) {
    int perRow = Math.min(n, most);
    CsrMatrix matrix = new MatrixSource.Generated(n, perRow, Spmd.SEED).matrix();
    for (int row = 0; row < n; row++) {
      List<Integer> columns = new ArrayList<>();
      for (int k = matrix.starts()[row]; k < matrix.starts()[row + 1]; k++) {
        columns.add(matrix.columns()[k]);
      }
      assertThat(columns).hasSize(perRow).isSorted().doesNotHaveDuplicates();
      assertThat(columns).allMatch(column -> column >= 0 && column < n);
    }
  }
}
