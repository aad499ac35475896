package org.temoto.task.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.Temoto;
import org.temoto.gas.array.GlobalLongs;
import org.temoto.gas.array.LongView;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.TaskRuntime;

/**
 * Tests of scans and partitions: they remember what each part comes to, and tasks take that along.
 */
@Timeout(100)
class SweepTest {
  private static final int ELEMENTS = 20_000;

  /** Every fork is offered, and a join waits for a thief. */
  private static final RuntimeOptions STOLEN =
      new RuntimeOptions(RuntimeOptions.Exposure.EAGER, 100_000);

  record Odd() implements Patterns.ElementTest {
    @Override
    public boolean test(MemorySegment elements, long index) {
      return elements.getAtIndex(ValueLayout.JAVA_LONG, index) % 2 != 0;
    }
  }

  /** A heap this small has 64 KiB for what does not fit into slots and cells. */
  @Test
  void shouldTravelWhereEachElementIsAPart() {
    GasOptions options =
        GasOptions.DEFAULT
            .withBackend("simulated")
            .withPes(2)
            .withHeapBytes(2 << 20)
            .withCacheBytes(1 << 20);
    Temoto.launch(
        options,
        space -> {
          GlobalLongs from = GlobalLongs.allocate(space, "from", ELEMENTS);
          GlobalLongs to = GlobalLongs.allocate(space, "to", ELEMENTS);
          try (TaskRuntime runtime = TaskRuntime.start(space, STOLEN)) {
            long odd =
                runtime.run(context -> {
                  Patterns patterns = Patterns.in(context, Patterns.Policy.DEFAULT.withCutoff(1));
                  Patterns.in(context).fill(to, 1);
                  patterns.inclusiveScan(to, from, LongOperator.SUM);
                  return patterns.partition(from, to, new Odd());
                });
            assertThat(odd).isEqualTo(ELEMENTS / 2);
            if (space.pe() == 0) {
              try (LongView view = to.localize(Access.READ)) {
                for (long i = 0; i < ELEMENTS / 2; i++) {
                  assertThat(view.get(i)).isEqualTo(2 * i + 1);
                  assertThat(view.get(ELEMENTS / 2 + i)).isEqualTo(2 * i + 2);
                }
              }
            }
            space.barrier();
          }
        });
  }

  /** Predicate that every element passes; notes how many are at hand at most. */
  record Noting() implements Patterns.ElementTest {
    private static final AtomicLong MOST = new AtomicLong();

    @Override
    public boolean test(MemorySegment elements, long index) {
      MOST.accumulateAndGet(elements.byteSize() / Long.BYTES, Math::max);
      return true;
    }
  }

  /** The bytes of a grain that the policy asks for are more than an int counts. */
  @Test
  void shouldPartitionByGrainsThatJavaArraysHold() {
    long elements = Partition.MOST_GRAIN + 5;
    GasOptions options =
        GasOptions.DEFAULT.withBackend("simulated").withPes(1).withHeapBytes(64 << 20);
    Temoto.launch(
        options,
        space -> {
          GlobalLongs from = GlobalLongs.allocate(space, "from", elements);
          GlobalLongs to = GlobalLongs.allocate(space, "to", elements);
          Patterns.Policy whole =
              Patterns.Policy.DEFAULT.withCutoff(Long.MAX_VALUE).withGrain(1L << 28);
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            long passing =
                runtime.run(context -> {
                  Patterns.in(context).fill(from, 1);
                  return Patterns.in(context, whole).partition(from, to, new Noting());
                });
            assertThat(passing).isEqualTo(elements);
            long sum = runtime.run(context -> Patterns.in(context).reduce(to, LongOperator.SUM));
            assertThat(sum).isEqualTo(elements);
          }
        });
    assertThat(Noting.MOST.get()).isEqualTo(Partition.MOST_GRAIN);
  }
}
