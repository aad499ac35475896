package org.temoto.apps.fib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.apps.Spmd;
import org.temoto.task.TaskRuntime;

@Timeout(60)
class FibTest {
  @Test
  void shouldAgreeWithAdditionOnEveryPe() {
    for (int pes = 1; pes <= 3; pes++) {
      Spmd.run(
          Spmd.options(pes).withWorkers(2),
          space -> {
            try (TaskRuntime runtime = TaskRuntime.start(space)) {
              for (int n : new int[] {0, 1, 2, 3, 10, 18}) {
                assertThat(runtime.run(new Fib(n))).isEqualTo(Fib.expected(n));
              }
            }
          });
    }
  }

  @Test
  void shouldRefuseWhatDoesNotFit() {
    assertThat(Fib.expected(Fib.MAX)).isEqualTo(7540113804746346429L);
    assertThatThrownBy(() -> new Fib(93)).hasMessage("n=93 must be from 0 to 92");
    assertThatThrownBy(() -> new Fib(-1)).isInstanceOf(IllegalArgumentException.class);
  }
}
