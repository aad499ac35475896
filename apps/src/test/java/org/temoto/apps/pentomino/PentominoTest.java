package org.temoto.apps.pentomino;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.apps.suite.Outcome;
import org.temoto.apps.suite.Runs;

@Timeout(100)
class PentominoTest {
  @Test
  void shouldHaveSixtyThreeOrientations() {
    int[] counts = new int[Piece.values().length];
    for (Piece piece : Piece.values()) {
      counts[piece.ordinal()] = piece.orientations().size();
    }
    assertThat(counts).containsExactly(8, 2, 8, 8, 8, 4, 4, 4, 4, 1, 8, 4);
  }

  @Test
  void shouldFindWhatIsKnown() {
    for (int side : new int[] {1, 2, 3, 4}) {
      PentominoProblem problem = new PentominoProblem(Board.of(60 / side, side), 0);
      assertThat(problem.isRight(problem.sequential())).as("%d x %d", side, 60 / side).isTrue();
    }
  }

  @Test
  void shouldCountByTasksUpToSymmetry() {
    for (int pes = 1; pes <= 3; pes++) {
      PentominoProblem problem = new PentominoProblem(Board.of(3, 20), pes == 1 ? 0 : 2);
      Outcome<Long> outcome = Runs.run(problem, pes, 2);
      assertThat(outcome.verified()).isTrue();
      assertThat(problem.fields(outcome.measurement().result())).containsEntry("result", 2L);
    }
  }

  @Property(tries = 8)
  void shouldCountTheSameByTasks(
      @ForAll @IntRange(min = 1, max = 7) int length,
      @ForAll @IntRange(max = 4) int cutoff,
      @ForAll @IntRange(min = 1, max = 3) int pes,
      @ForAll @IntRange(min = 1, max = 2) int workers) {
    PentominoProblem problem = new PentominoProblem(Board.of(5, length), cutoff);
    assertThat(Runs.run(problem, pes, workers).measurement().result())
        .isEqualTo(problem.sequential());
  }

  @Test
  void shouldWeighATilingByTheSymmetriesThatLeaveItAlone() {
    Board board = Board.of(2, 5);
    assertThat(board.stabilizers(new int[] {0, 1, 0, 1, 0, 1, 0, 1, 0, 1})).isEqualTo(4);
    Board square = Board.of(5, 5);
    int[] rows = new int[25];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = i / 5;
    }
    assertThat(square.stabilizers(rows)).as("rows are not columns").isEqualTo(4);
    rows[0] = 1;
    rows[5] = 0;
    assertThat(square.stabilizers(rows)).isEqualTo(1);
  }

  @Property(tries = 50)
  void shouldRememberTheLastTwentyPlaces(
      @ForAll @Size(min = 1, max = 20) List<@IntRange(max = 62) Integer> places) {
    long early = 0;
    long late = 0;
    for (int place : places) {
      early = History.early(early, late);
      late = History.late(late, place);
    }
    int[] back = new int[places.size()];
    History.unpack(early, late, back.length, back);
    assertThat(back).containsExactly(places.stream().mapToInt(Integer::intValue).toArray());
  }

  @Test
  void shouldCountPieces() {
    long pieces = Pieces.first(14);
    assertThat(Pieces.count(pieces)).isEqualTo(14);
    assertThat(Pieces.of(pieces, Piece.F.ordinal())).isEqualTo(2);
    assertThat(Pieces.of(pieces, Piece.I.ordinal())).isEqualTo(2);
    assertThat(Pieces.of(pieces, Piece.Z.ordinal())).isEqualTo(1);
    assertThat(Pieces.of(pieces - Pieces.one(Piece.Z.ordinal()), Piece.Z.ordinal())).isZero();
  }

  @Test
  void shouldRefuseBoardsThatPiecesCannotFill() {
    for (int[] sides : new int[][] {{7, 8}, {0, 5}, {-5, 5}, {11, 10}, {5, 1 << 30}}) {
      assertThatThrownBy(() -> Board.of(sides[0], sides[1]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("board=");
    }
  }
}
