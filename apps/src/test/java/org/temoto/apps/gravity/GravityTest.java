package org.temoto.apps.gravity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.apps.suite.Outcome;
import org.temoto.apps.suite.Runs;

@Timeout(100)
class GravityTest {
  @Test
  void shouldPullAsNewtonSays() {
    Force one = new GravityProblem(0, 1).sequential();
    assertThat(one.x()).as("one mass at distance 1").isEqualTo(-1);
    assertThat(one.strength()).isEqualTo(1);
    Force three = Force.towards(3, 0, 4);
    assertThat(three.strength()).isCloseTo(1.0 / 25, within(1e-15));
  }

  @Property(tries = 10)
  void shouldPullTheSameByTasks(
      @ForAll @IntRange(max = 6) int n,
      @ForAll @IntRange(min = 1, max = 20) int cutoff,
      @ForAll @IntRange(min = 1, max = 3) int pes,
      @ForAll @IntRange(min = 1, max = 2) int workers) {
    GravityProblem problem = new GravityProblem(n, cutoff);
    Outcome<Force> outcome = Runs.run(problem, pes, workers);
    Force expected = problem.sequential();
    Force force = outcome.measurement().result();
    assertThat(force.x()).isCloseTo(expected.x(), within(1e-9));
    assertThat(force.y()).isCloseTo(expected.y(), within(1e-9));
    assertThat(force.z()).isCloseTo(expected.z(), within(1e-9));
    assertThat(outcome.verified()).isTrue();
  }

  @Test
  void shouldForkATaskPerMass() {
    assertThat(Runs.run(new GravityProblem(2, 1), 1, 1).measurement().tasks().forks())
        .isEqualTo(124);
  }

  @Test
  void shouldNotAcceptAnotherForce() {
    GravityProblem problem = new GravityProblem(5, 1);
    Force right = problem.sequential();
    assertThat(problem.isRight(right)).isTrue();
    assertThat(problem.isRight(new Force(right.x() + 1e-3, 0, 0))).isFalse();
    assertThat(problem.isRight(new Force(right.x(), 0, 1e-3))).isFalse();
    assertThat(problem.isRight(new Force(Double.NaN, 0, 0))).isFalse();
  }

  @Test
  void shouldRefuseAbsurdSizes() {
    assertThatThrownBy(() -> new GravityProblem(-1, 1)).hasMessage("n=-1 must be from 0 to 2000");
    assertThatThrownBy(() -> new GravityProblem(1, 0)).hasMessage("cutoff=0 must be at least 1");
  }
}
