package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.temoto.gas.GasException;
import org.temoto.gas.GasOptions;
import org.temoto.gas.PeFailedException;
import org.temoto.gas.Temoto;
import org.temoto.task.Action;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskRuntime;

class LastResortTest {
  record Broken(int number) implements Action {
    @Override
    public void compute(TaskContext context) {
      throw new IllegalStateException("broken");
    }
  }

  record Relay(int number) implements Action {
    @Override
    public void compute(TaskContext context) {
      context.join(context.fork(new Broken(number)));
    }
  }

  /** The job has one PE, so that the task cannot be stolen. */
  @Test
  void shouldTellPeTaskAndPlaceOfADefect() {
    Throwable thrown =
        catchThrowable(() ->
            Temoto.launch(
                GasOptions.DEFAULT.withBackend("simulated").withPes(1),
                space -> {
                  try (TaskRuntime runtime = TaskRuntime.start(space)) {
                    runtime.run(new Relay(5));
                  }
                }));
    List<String> lines = LastResort.lines(3, thrown);
    assertThat(lines.getFirst())
        .isEqualTo("temoto: PE 3: internal failure: java.lang.IllegalStateException: broken");
    assertThat(lines.get(1)).isEqualTo("  in task Broken[number=5] < Relay[number=5] on PE 0");
    assertThat(lines.get(2)).startsWith("  at ").contains("LastResortTest$Broken.compute");
  }

  /** A PE that was only told waits longer, or its exit code could come first. */
  @Test
  void shouldWaitLongerWhereAnotherPeFailed() {
    long own = LastResort.patienceNanos(new PeFailedException(0, "here", "", true));
    assertThat(LastResort.patienceNanos(new GasException("no room"))).isEqualTo(own);
    assertThat(LastResort.patienceNanos(new PeFailedException(0, "there", "", false)))
        .isGreaterThan(own);
  }

  @Test
  void shouldTellOneLineOfWhatIsNoDefect() {
    assertThat(LastResort.lines(1, new GasException("no room")))
        .containsExactly("temoto: PE 1: no room");
  }
}
