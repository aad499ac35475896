package org.temoto.task;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasOptions.Coherence;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;

/**
 * Tests of views that are open where a fork with dependencies, or a join of a handle, is refused.
 */
@Timeout(100)
class RefusedForkTest {
  /** Calls that are refused. */
  enum Refused {
    FORK_WITHOUT_RECORD,
    FORK_TOO_LARGE,
    FORK_AFTER_A_STRANGER,
    FORK_AFTER_MANY,
    JOIN_WITHOUT_RECORD,
    JOIN_OF_A_STRANGER
  }

  /** Does nothing. */
  record Empty(@Task.Copied byte[] bytes) implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  /** The last number, which another PE manages than the one that runs the root task. */
  private static LocalView lastOf(GlobalMemory memory, Access access) {
    return memory.localize(memory.byteSize() - 8, 8, access);
  }

  /** Fails unless there is this number. */
  record Requires(GlobalMemory memory, long value) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (LocalView view = lastOf(memory, Access.READ)) {
        assertThat(view.segment().get(JAVA_LONG, 0)).isEqualTo(value);
      }
    }
  }

  /** Stores into a view under which something is refused, and has another PE look. */
  record StoresAfter(Refused refused, GlobalMemory memory, boolean commits) implements LongTask {
    private static final int RECORDS = 256; // of 4 MiB

    @Override
    public long compute(TaskContext context) {
      Empty empty = new Empty(new byte[0]);
      TaskHandle promise = context.promise();
      TaskHandle stranger = new TaskHandle(promise.bits() + RECORDS / 2);
      for (int value = 1; value <= 3; value++) {
        try (LocalView view = lastOf(memory, Access.READ_WRITE)) {
          switch (refused) {
            case FORK_TOO_LARGE ->
                assertThatThrownBy(() -> context.forkAfter(new Empty(new byte[4 << 20])))
                    .hasMessageContaining("bytes");
            case FORK_AFTER_A_STRANGER ->
                assertThatThrownBy(() -> context.forkAfter(empty, promise, stranger))
                    .hasMessageContaining("of this run");
            case FORK_AFTER_MANY ->
                assertThatThrownBy(() ->
                        context.forkAfter(empty, promise, promise, promise, promise, stranger))
                    .hasMessageContaining("of this run");
            case JOIN_OF_A_STRANGER ->
                assertThatThrownBy(() -> context.join(stranger))
                    .hasMessageContaining("of this run");
            case FORK_WITHOUT_RECORD ->
                withoutRecords(
                    context,
                    () ->
                        assertThatThrownBy(() -> context.forkAfter(empty))
                            .hasMessageContaining("256 tasks"));
            case JOIN_WITHOUT_RECORD ->
                withoutRecords(
                    context,
                    () ->
                        assertThatThrownBy(() -> context.join(promise))
                            .hasMessageContaining("256 tasks"));
          }
          view.segment().set(JAVA_LONG, 0, value);
          if (commits) {
            view.commit();
          }
        }
        context.forkAfter(context.space().pes() - 1, new Requires(memory, value));
        context.sync();
      }
      context.fulfil(promise);
      return 3;
    }

    private static void withoutRecords(TaskContext context, Runnable action) {
      List<TaskHandle> all = new ArrayList<>();
      for (int i = 1; i < RECORDS; i++) {
        all.add(context.promise());
      }
      action.run();
      all.forEach(context::fulfil);
    }
  }

  static Stream<Arguments> refusals() {
    return Stream.of(Refused.values())
        .flatMap(refused ->
            Stream.of(Coherence.values())
                .flatMap(coherence ->
                    Stream.of(false, true)
                        .map(isChecked -> Arguments.of(refused, coherence, isChecked))));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void shouldCommitToViewsUnderARefusal(Refused refused, Coherence coherence, boolean isChecked) {
    GasOptions options = Jobs.options(2, 1, 1).withHeapBytes(4 << 20).withCoherence(coherence);
    Jobs.eachPe(
        isChecked ? checked(options) : options,
        RuntimeOptions.DEFAULT,
        (space, runtime) -> {
          try (GlobalMemory memory = space.allocate("numbers", 1 << 18)) {
            boolean commits = coherence == Coherence.EXPLICIT;
            assertThat(runtime.run(new StoresAfter(refused, memory, commits))).isEqualTo(3L);
            assertThat(Leftovers.of(runtime)).isEmpty();
            assertThat(runtime.totalStatistics().tasks()).isEqualTo(1 + 3);
            assertThat(runtime.totalStatistics().forks()).isEqualTo(3);
          }
        });
  }

  private static GasOptions checked(GasOptions options) {
    return options.with(
        SimulationOptions.DEFAULT,
        simulation -> simulation.withSchedule(Schedule.SEEDED).withRaceChecker(true));
  }
}
