package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.Access;
import org.temoto.gas.array.GlobalInts;
import org.temoto.gas.array.IntView;

/**
 * Tests of views that are open over a {@code forkJoin}, whose tasks have them changed by another
 * PE.
 */
class ForkJoinViewsTest {
  /** More than a page. */
  private static final int ELEMENTS_PER_PE = 1 << 16;

  /** Stores {@code value} into an array of one element. */
  record Store(GlobalInts array, int value) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (IntView view = array.localize(Access.WRITE)) {
        view.set(0, value);
        view.commit();
      }
    }
  }

  /** Has another task store, which is stolen, and looks what is there then. */
  record StoreElsewhere(GlobalInts array, int value) implements Action {
    @Override
    public void compute(TaskContext context) {
      context.fork(new Store(array, value));
      context.sync();
      try (IntView view = array.localize(Access.READ)) {
        assertThat(view.get(0)).as("what the task's child has stored").isEqualTo(value);
      }
    }
  }

  /** Holds a view of the array while its children store into it one after the other. */
  record Hold(GlobalInts array, int rounds) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      try (IntView view = array.localize(Access.READ_WRITE)) {
        for (int i = 1; i <= rounds; i++) {
          context.forkJoin(new StoreElsewhere(array, i));
          assertThat(view.get(0)).as("in the view of the parent").isEqualTo(i);
        }
        return view.get(0);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void shouldFreezeViewsOverAForkJoinOfOneTask(int pes) {
    int rounds = 20;
    Jobs.eachPe(
        Jobs.options(pes, 1, 1),
        Jobs.FORCED,
        (space, runtime) -> {
          GlobalInts all = GlobalInts.allocate(space, "array", (long) pes * ELEMENTS_PER_PE);
          GlobalInts array =
              all.slice(all.length() - 1, all.length()); // the last PE's: a copy here
          assertThat(runtime.run(new Hold(array, rounds))).isEqualTo(rounds);
          assertThat(runtime.totalStatistics().remoteSteals()).isPositive();
        });
  }
}
