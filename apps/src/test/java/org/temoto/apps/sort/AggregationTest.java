package org.temoto.apps.sort;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.temoto.apps.Spmd;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.LocalView;
import org.temoto.task.Action;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskRuntime;
import org.temoto.task.pattern.sort.Cilksort;
import org.temoto.task.pattern.sort.ElementType;
import org.temoto.task.pattern.sort.FastKernel;
import org.temoto.task.pattern.sort.Keys;
import org.temoto.task.pattern.sort.SortPlan;

/** Tests of aggregation: tasks localize without communication what an ancestor has localized. */
class AggregationTest {
  private static final int PAGE = GasOptions.MIN_PAGE_SIZE;
  private static final long KEYS = 256 * PAGE / Integer.BYTES;

  /** Localizes everything, then sorts by tasks that localize their own parts. */
  private record SortUnderViews(Keys keys, Keys scratch, SortPlan plan) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (LocalView all = keys.localize(Access.READ);
          LocalView room = scratch.localize(Access.READ)) {
        GlobalAddressSpace.Statistics before = keys.range().memory().space().statistics();
        long rest =
            keys.range().length() - keys.range().length() / 2 + scratch.range().length() / 2;
        assertThat(before.bytesFetched()).as("the halves of PE 1").isEqualTo(rest);
        assertThat(before.localizeMisses()).isEqualTo(2);
        new Cilksort(keys, scratch, plan).compute(context);
        GlobalAddressSpace.Statistics after = keys.range().memory().space().statistics();
        assertThat(after.bytesFetched()).as("by the children").isEqualTo(before.bytesFetched());
        assertThat(after.localizeMisses()).isEqualTo(before.localizeMisses());
        assertThat(after.localizeHits()).isGreaterThan(500);
        assertThat(all.isOpen() && room.isOpen()).isTrue();
      }
    }
  }

  private static Keys allocate(GlobalAddressSpace space, String name) {
    return new Keys(ElementType.INT32, space.allocate(name, KEYS * Integer.BYTES).whole());
  }

  @Test
  void shouldFetchNothingForChildrenOfATaskThatHoldsTheirRanges() {
    Spmd.run(
        2,
        space -> {
          Keys keys = allocate(space, "keys");
          Keys scratch = allocate(space, "scratch");
          new KeyGenerator(ElementType.INT32, KEYS, KeyDistribution.UNIFORM, Spmd.SEED).fill(keys);
          RuntimeOptions unstolen = new RuntimeOptions(RuntimeOptions.Exposure.NEVER, 0);
          try (TaskRuntime runtime = TaskRuntime.start(space, unstolen)) {
            space.barrier();
            GlobalAddressSpace.Statistics quiet = space.statistics();
            assertThat(quiet.bytesFetched()).isZero();
            runtime.run(
                new SortUnderViews(
                    keys, scratch, new SortPlan(1000, 1000, 1, FastKernel.INSTANCE)));
          }
          assertThat(KeyCheck.of(keys).isAscending()).isTrue();
        });
  }
}
