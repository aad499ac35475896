package org.temoto.apps.knapsack;

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
class KnapsackTest {
  @Property(tries = 12)
  void shouldFindTheBestByTasks(
      @ForAll @IntRange(min = 1, max = 30) int n,
      @ForAll @IntRange(max = 1000) int seed,
      @ForAll @IntRange(max = 10) int cutoff,
      @ForAll @IntRange(min = 1, max = 3) int pes,
      @ForAll @IntRange(min = 1, max = 2) int workers) {
    Instance instance = new Instance(n, seed);
    Outcome<Long> outcome = Runs.run(new KnapsackProblem(instance, cutoff), pes, workers);
    assertThat(outcome.verified()).isTrue();
    assertThat(outcome.measurement().result()).isEqualTo(PlainPacking.best(Items.of(instance)));
  }

  @Property(tries = 20)
  void shouldAgreeWithTryingEverything(
      @ForAll @IntRange(min = 1, max = 14) int n, @ForAll @IntRange(max = 1000) int seed) {
    Items items = Items.of(new Instance(n, seed));
    long best = 0;
    for (int taken = 0; taken < 1 << n; taken++) {
      best = Math.max(best, value(items, taken));
    }
    assertThat(items.bestByTable()).isEqualTo(best);
    assertThat(PlainPacking.best(items)).isEqualTo(best);
    assertThat(items.bound(0, items.capacity)).isGreaterThanOrEqualTo(best);
  }

  /** 0 if they do not fit. */
  private static long value(Items items, int taken) {
    long value = 0;
    int weight = 0;
    for (int i = 0; i < items.count(); i++) {
      if ((taken >>> i & 1) != 0) {
        value += items.value[i];
        weight += items.weight[i];
      }
    }
    return weight <= items.capacity ? value : 0;
  }

  /** One worker sees the bound after every leaf, so it does what the sequential search does. */
  @Test
  void shouldPruneByTheSharedBound() {
    Outcome<Long> outcome = Runs.run(new KnapsackProblem(new Instance(40, 1), 0), 1, 1);
    assertThat(outcome.verified()).isTrue();
    assertThat(outcome.measurement().tasks().forks()).isLessThan(1_000_000);
  }

  @Test
  void shouldRefuseAbsurdSizes() {
    assertThatThrownBy(() -> new Instance(0, 1)).hasMessage("n=0 must be from 1 to 200");
    assertThatThrownBy(() -> new KnapsackProblem(new Instance(5, 1), -1))
        .hasMessage("cutoff=-1 must be 0 or more");
  }
}
