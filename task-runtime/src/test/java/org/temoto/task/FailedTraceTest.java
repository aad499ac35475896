package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.task.trace.Trace;
import org.temoto.task.trace.Trace.Event.Kind;

/** Tests of the traces of runs that fail. */
@Timeout(120)
class FailedTraceTest {
  /** Fails at one leaf of a tree. */
  record Failing(int depth, boolean fails) implements Action {
    @Override
    public void compute(TaskContext context) {
      if (depth > 0) {
        context.forkJoin(new Failing(depth - 1, fails), new Failing(depth - 1, false));
      } else if (fails) {
        throw new IllegalStateException("as it should");
      }
    }
  }

  @TempDir Path folder;

  private final List<Trace> received = Collections.synchronizedList(new ArrayList<>());

  private RuntimeOptions traced() {
    return RuntimeOptions.DEFAULT.withTraceFolder(folder).withFailedTrace(received::add);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void shouldPassOnWhatAFailedRunHasRecorded(int pes) {
    Jobs.eachPe(
        Jobs.options(pes, 2, 1),
        traced(),
        (_, runtime) -> {
          for (int run = 0; run < 2; run++) {
            assertThatThrownBy(() -> runtime.run(new Failing(8, true)))
                .isInstanceOf(TaskException.class)
                .hasRootCauseMessage("as it should");
          }
          runtime.run(new Failing(4, false)); // the runtime can be used on
        });
    assertThat(received).as("once per run that failed").hasSize(2);
    assertThat(received.getFirst().workers()).hasSize(2 * pes);
    assertThat(received).extracting(Trace::finished).containsExactly(false, false);
    assertThat(TaskRuntime.readTrace(folder).finished()).isFalse();
    assertThat(received.getFirst().workers().getFirst().events().stream())
        .filteredOn(event -> event.kind() == Kind.WORK)
        .extracting(Trace.Event::task)
        .contains(Failing.class.getName());
    assertThat(received.getLast().count()).isGreaterThan(received.getFirst().count());
  }

  @Test
  void shouldPassOnNothingOfARunThatSucceeds() {
    Jobs.eachPe(
        Jobs.options(2, 1, 1), traced(), (_, runtime) -> runtime.run(new Failing(6, false)));
    assertThat(received).isEmpty();
    assertThat(TaskRuntime.readTrace(folder).finished()).isTrue();
  }

  @Test
  void shouldEndTheJobIfTheTraceCannotBePassedOn() {
    RuntimeOptions refusing =
        traced()
            .withFailedTrace(_ -> {
              throw new IllegalArgumentException("no room");
            });
    assertThatThrownBy(() ->
            Jobs.eachPe(
                Jobs.options(2, 1, 1), refusing, (_, runtime) -> runtime.run(new Failing(3, true))))
        .hasStackTraceContaining("no room");
  }
}
