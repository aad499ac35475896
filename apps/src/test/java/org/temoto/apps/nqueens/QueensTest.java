package org.temoto.apps.nqueens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.apps.nqueens.QueensProblem.Method;
import org.temoto.apps.suite.Outcome;
import org.temoto.apps.suite.Runs;

@Timeout(100)
class QueensTest {
  @Test
  void shouldCountWhatIsKnown() {
    assertThat(Queens.count((1 << 12) - 1, 0, 0)).isEqualTo(14_200);
    for (int n = 1; n <= 11; n++) {
      for (Method method : Method.values()) {
        QueensProblem problem = new QueensProblem(n, method, 0);
        assertThat(problem.isRight(problem.sequential())).as("n=%d by %s", n, method).isTrue();
      }
    }
  }

  @Property(tries = 12)
  void shouldCountTheSameByTasks(
      @ForAll @IntRange(min = 1, max = 9) int n,
      @ForAll Method method,
      @ForAll @IntRange(max = 4) int cutoff,
      @ForAll @IntRange(min = 1, max = 3) int pes,
      @ForAll @IntRange(min = 1, max = 2) int workers) {
    QueensProblem problem = new QueensProblem(n, method, cutoff);
    Outcome<Long> outcome = Runs.run(problem, pes, workers);
    assertThat(outcome.measurement().result()).isEqualTo(problem.sequential());
    assertThat(outcome.verified()).isTrue();
  }

  @Test
  void shouldForkNoTaskBelowTheCutoff() {
    assertThat(forks(8)).isZero();
    assertThat(forks(7)).isEqualTo(7); // a row of eight squares, the last in place
    assertThat(forks(0)).isGreaterThan(500);
  }

  private static long forks(int cutoff) {
    return Runs.run(new QueensProblem(8, Method.MASKS, cutoff), 1, 1).measurement().tasks().forks();
  }

  @Test
  void shouldNotAcceptAnotherAnswer() {
    assertThat(new QueensProblem(8, Method.MASKS, 0).isRight(91L)).isFalse();
  }

  @Test
  void shouldRefuseBoardsThatItCannotCount() {
    assertThatThrownBy(() -> new QueensProblem(0, Method.MASKS, 0))
        .hasMessage("n=0 must be from 1 to 20");
    assertThatThrownBy(() -> new QueensProblem(21, Method.MASKS, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new QueensProblem(17, Method.ROWS, 0))
        .hasMessage("n=17 must be at most 16 by rows");
    assertThatThrownBy(() -> new QueensProblem(8, Method.MASKS, -1))
        .hasMessage("cutoff=-1 must be 0 or more");
  }
}
