package org.temoto.apps;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.temoto.gas.GasOptions;
import org.temoto.gas.Temoto;
import org.temoto.task.Task;
import org.temoto.task.TaskRuntime;

/** Test of a promise that is not fulfilled: it is told with the program's line that made it. */
class PromiseLineTest {
  @Test
  void shouldNameTheLineThatMadeAPromise() {
    Task<Void> forgets =
        context -> {
          context.promise();
          return null;
        };
    assertThatThrownBy(() ->
            Temoto.launch(
                GasOptions.DEFAULT.withBackend("simulated").withPes(2).withHeapBytes(16 << 20),
                space -> {
                  try (TaskRuntime runtime = TaskRuntime.start(space)) {
                    runtime.run(forgets);
                  }
                }))
        .hasMessageContaining("1 promises are not fulfilled")
        .hasMessageContaining("(PromiseLineTest.java:17) on PE 0");
  }
}
