package org.temoto.task;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.temoto.gas.Access;
import org.temoto.gas.EngineOptions;
import org.temoto.gas.GasOptions;
import org.temoto.gas.Temoto;
import org.temoto.gas.array.GlobalInts;
import org.temoto.gas.array.IntView;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Buffers;

/**
 * Tests of a program that forgets a step: with separate buffers it gives a wrong answer or an
 * exception, as it would on a cluster; with identity buffers, which hide it, the right one.
 */
class ForgottenStepTest {
  private static final int LENGTH = 64 << 10;
  private static final int GRAIN = 1 << 10;

  enum Forgotten {
    NOTHING,
    COMMIT,
    LOCALIZE,
    REOPEN_AFTER_CLOSE
  }

  /** Adds one to every element, in parallel. */
  record Increment(GlobalInts part, Forgotten forgotten) implements Action {
    @Override
    public void compute(TaskContext context) {
      if (part.length() > GRAIN) {
        long middle = part.length() / 2;
        context.forkJoin(
            new Increment(part.slice(0, middle), forgotten),
            new Increment(part.slice(middle, part.length()), forgotten));
        return;
      }
      switch (forgotten) {
        case LOCALIZE -> incrementAround();
        case REOPEN_AFTER_CLOSE -> incrementAfterClose();
        case NOTHING, COMMIT -> increment();
      }
    }

    private void increment() {
      try (IntView view = part.localize(Access.READ_WRITE)) {
        increment(view.segment());
        if (forgotten != Forgotten.COMMIT) {
          view.commit();
        }
      }
    }

    /** Localizes only the first element, and takes the others to be there too. */
    private void incrementAround() {
      try (IntView first = part.localize(0, 1, Access.READ_WRITE)) {
        increment(
            MemorySegment.ofAddress(first.view().address()).reinterpret(part.range().length()));
        first.commit();
      }
    }

    private void incrementAfterClose() {
      IntView view = part.localize(Access.READ_WRITE);
      MemorySegment segment = view.segment();
      view.close();
      increment(segment);
    }

    private static void increment(MemorySegment segment) {
      for (long i = 0; i < segment.byteSize() / Integer.BYTES; i++) {
        segment.setAtIndex(JAVA_INT, i, segment.getAtIndex(JAVA_INT, i) + 1);
      }
    }
  }

  /** Counts the elements that are not {@code expected}. */
  record CountOthers(GlobalInts part, int expected) implements Task<Long> {
    @Override
    public Long run(TaskContext context) {
      try (IntView view = part.localize(Access.READ)) {
        long others = 0;
        for (long i = 0; i < part.length(); i++) {
          others += view.get(i) == expected ? 0 : 1;
        }
        return others;
      }
    }
  }

  /** Tells whether the program throws or counts wrong. */
  private static boolean isNoticed(Forgotten forgotten, Buffers buffers) {
    long[] wrong = new long[1];
    Throwable thrown =
        catchThrowable(() ->
            Temoto.launch(
                GasOptions.DEFAULT
                    .withBackend("simulated")
                    .withPes(4)
                    .withPageSize(4096)
                    .with(SimulationOptions.DEFAULT, simulation -> simulation.withBuffers(buffers))
                    .with(
                        EngineOptions.DEFAULT,
                        engine -> engine.with(EngineOptions.Feature.USE_AFTER_CLOSE_CHECKS)),
                space -> {
                  GlobalInts numbers = GlobalInts.allocate(space, "numbers", LENGTH);
                  try (TaskRuntime runtime =
                      TaskRuntime.start(
                          space, new RuntimeOptions(RuntimeOptions.Exposure.EAGER, 100_000_000))) {
                    runtime.run(new Increment(numbers, forgotten));
                    runtime.run(new Increment(numbers, forgotten));
                    long others = runtime.run(new CountOthers(numbers, 2));
                    if (space.pe() == 0) {
                      wrong[0] = others;
                    }
                  }
                }));
    return thrown != null || wrong[0] > 0;
  }

  @ParameterizedTest
  @EnumSource
  void shouldBeNoticedWithSeparateBuffers(Forgotten forgotten) {
    assertThat(isNoticed(forgotten, Buffers.SEPARATE)).isEqualTo(forgotten != Forgotten.NOTHING);
  }

  @ParameterizedTest
  @EnumSource(names = {"NOTHING", "COMMIT", "LOCALIZE"})
  void shouldBeHiddenByIdentityBuffers(Forgotten forgotten) {
    assertThat(isNoticed(forgotten, Buffers.IDENTITY)).isFalse();
  }
}
