package org.temoto.apps.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.apps.suite.Outcome;
import org.temoto.apps.suite.Runs;

@Timeout(100)
class CompareTest {
  @Property(tries = 10)
  void shouldCountTheSameByTasks(
      @ForAll @IntRange(min = 1, max = 3000) int n,
      @ForAll @IntRange(min = 1, max = 100) int cutoff,
      @ForAll @IntRange(max = 1000) int seed,
      @ForAll @IntRange(min = 1, max = 3) int pes,
      @ForAll @IntRange(min = 1, max = 2) int workers) {
    CompareProblem problem = new CompareProblem(n, cutoff, seed);
    Outcome<Long> outcome = Runs.run(problem, pes, workers);
    assertThat(outcome.verified()).isTrue();
    assertThat(outcome.measurement().result())
        .isEqualTo(
            CompareProblem.allPairs(problem.elements(2L * seed), problem.elements(2L * seed + 1)));
  }

  @Test
  void shouldForkATaskPerElement() {
    assertThat(Runs.run(new CompareProblem(100, 1, 1), 1, 1).measurement().tasks().forks())
        .isEqualTo(99);
  }

  @Test
  void shouldRefuseAbsurdSizes() {
    assertThatThrownBy(() -> new CompareProblem(0, 1, 1)).hasMessageContaining("n=0 must be from");
    assertThatThrownBy(() -> new CompareProblem(1, 0, 1)).hasMessage("cutoff=0 must be at least 1");
  }
}
