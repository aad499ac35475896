package org.temoto.task.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.RefusedException;
import org.temoto.gas.Temoto;
import org.temoto.gas.array.GlobalDoubles;
import org.temoto.gas.array.GlobalInts;
import org.temoto.gas.array.GlobalLongs;
import org.temoto.gas.array.IntView;
import org.temoto.task.Forked;
import org.temoto.task.Task;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskException;
import org.temoto.task.TaskRuntime;

/** Tests of patterns that are refused, and of their messages; nothing is changed then. */
class BadPatternTest {
  /** Runs {@code program} in a root task with an array of 100 elements that are all 1. */
  private static void run(BiConsumer<Patterns, GlobalLongs> program) {
    GasOptions options =
        GasOptions.DEFAULT.withBackend("simulated").withPes(2).withHeapBytes(16 << 20);
    Temoto.launch(
        options,
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            GlobalLongs array = GlobalLongs.allocate(space, "numbers", 100);
            long sum =
                runtime.run(context -> {
                  Patterns patterns = Patterns.in(context);
                  patterns.fill(array, 1);
                  program.accept(patterns, array);
                  return patterns.reduce(array, LongOperator.SUM);
                });
            assertThat(sum).isEqualTo(100);
          }
        });
  }

  record Zero() implements Patterns.UnaryKernel {
    @Override
    public void run(MemorySegment from, MemorySegment to, long first, long count) {
      to.fill((byte) 0);
    }
  }

  record ZeroBoth() implements Patterns.BinaryKernel {
    @Override
    public void run(
        MemorySegment left, MemorySegment right, MemorySegment to, long first, long count) {
      to.fill((byte) 0);
    }
  }

  record Holds(Object value) implements Patterns.ElementKernel {
    @Override
    public void run(MemorySegment elements, long first, long count) {
      elements.fill((byte) 0);
    }
  }

  record Fails() implements Patterns.IndexKernel {
    @Override
    public void run(TaskContext context, long from, long to) {
      throw new ArithmeticException("index " + from);
    }
  }

  @Test
  void shouldRefuseRangesThatOverlapWhereOneIsWritten() {
    run((patterns, array) -> {
      GlobalLongs low = array.slice(0, 60);
      GlobalLongs high = array.slice(40, 100);
      assertThatThrownBy(() -> patterns.transform(low, high, new Zero()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "from, bytes [0, 480) of memory \"numbers\" overlaps to, bytes [320, 800) of memory"
                  + " \"numbers\": they must be disjoint where one is written");
      assertThatThrownBy(() -> patterns.transform(low, high, low, new ZeroBoth()))
          .hasMessageContaining("right, bytes [320, 800) of memory \"numbers\" overlaps to");
      assertThatThrownBy(() -> patterns.copy(low, low)).hasMessageContaining("overlaps to");
      assertThatThrownBy(() -> patterns.copy(low, high)).hasMessageContaining("overlaps to");
    });
  }

  @Test
  void shouldRefuseArraysOfDifferentLengths() {
    run((patterns, array) -> {
      GlobalLongs low = array.slice(0, 40);
      GlobalLongs high = array.slice(40, 100);
      assertThatThrownBy(() -> patterns.transform(low, high, new Zero()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("from has 40 elements, to 60: they must be as many");
      assertThatThrownBy(() -> patterns.copy(low, high)).hasMessageContaining("as many");
      assertThatThrownBy(() -> patterns.transform(low, high, high, new ZeroBoth()))
          .hasMessage("left has 40 elements, to 60: they must be as many");
    });
  }

  @Test
  void shouldRefuseWhatDoesNotTravel() {
    run((patterns, array) -> {
      assertThatThrownBy(() -> patterns.transform(array, array, (from, to, first, count) -> {}))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("must be a record or an enum, not a lambda");
      assertThatThrownBy(() -> patterns.forEach(array, new Holds(new Object())))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("java.lang.Object");
    });
  }

  @Test
  void shouldRefuseIndicesThatDescend() {
    run((patterns, array) ->
        assertThatThrownBy(() -> patterns.forEach(7, 3, new Fails()))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("[7, 3)"));
  }

  @Test
  void shouldTellWhatAKernelThrows() {
    assertThatThrownBy(() -> run((patterns, array) -> patterns.forEach(5, 6, new Fails())))
        .isInstanceOf(TaskException.class)
        .hasRootCauseInstanceOf(ArithmeticException.class)
        .hasRootCauseMessage("index 5");
  }

  /** Fails with the first element. */
  record FailsFirst() implements Reduction<Long> {
    @Override
    public Long identity() {
      return 0L;
    }

    @Override
    public Long fold(MemorySegment elements, long first, long count) {
      if (first == 0) {
        throw new ArithmeticException("first");
      }
      return count;
    }

    @Override
    public Long combine(Long left, Long right) {
      return left + right;
    }
  }

  /** Catches what a pattern throws, and goes on, with a child of its own. */
  record GoesOn(GlobalLongs array) implements Patterns.IndexKernel {
    @Override
    public void run(TaskContext context, long from, long to) {
      Patterns fine = Patterns.in(context, Patterns.Policy.DEFAULT.withCutoff(1));
      Forked<Long> own = context.fork(new Answer());
      assertThatThrownBy(() -> fine.transformReduce(array, new FailsFirst()))
          .hasRootCauseMessage("first");
      // Of those that fail, the one that ends first is told: a stolen one may.
      assertThatThrownBy(() -> fine.forEach(0, 9, new Fails()))
          .rootCause()
          .hasMessageMatching("index [0-8]");
      fine.fill(array, 1);
      assertThat(context.join(own)).isEqualTo(42);
    }
  }

  record Answer() implements Task<Long> {
    @Override
    public Long run(TaskContext context) {
      return 42L;
    }
  }

  @Test
  void shouldLeaveNothingBehindWhereAFailureIsCaught() {
    run((patterns, array) -> patterns.forEach(0, 1, new GoesOn(array)));
  }

  /** Has a result that tasks cannot carry, and is refused also where none is carried. */
  record Unmarshallable() implements Reduction<Object> {
    @Override
    public Object identity() {
      return new Object();
    }

    @Override
    public Object fold(MemorySegment elements, long first, long count) {
      return identity();
    }

    @Override
    public Object combine(Object left, Object right) {
      return left;
    }
  }

  @Test
  void shouldRefuseAResultThatCannotTravel() {
    run((patterns, array) ->
        assertThatThrownBy(() -> patterns.transformReduce(array, new Unmarshallable()))
            .isInstanceOf(RefusedException.class)
            .hasMessageContaining("java.lang.Object"));
  }

  @Test
  void shouldBeginScansOfIntsWithTheirOwnIdentity() {
    run((patterns, array) -> {
      GlobalInts ints = new GlobalInts(array.range());
      GlobalInts front = ints.slice(0, 50);
      GlobalInts back = ints.slice(50, 100);
      patterns.exclusiveScan(front, back, LongOperator.MIN);
      assertThat(first(back)).isEqualTo(Integer.MAX_VALUE);
      patterns.exclusiveScan(front, back, LongOperator.MAX);
      assertThat(first(back)).isEqualTo(Integer.MIN_VALUE);
      patterns.fill(array, 1);
    });
  }

  private static int first(GlobalInts array) {
    try (IntView view = array.localize(Access.READ)) {
      return view.get(0);
    }
  }

  @Test
  void shouldRefuseAPolicyThatMakesNoSense() {
    assertThatThrownBy(() -> Patterns.Policy.DEFAULT.withCutoff(-1))
        .hasMessage("cutoff=-1 must be at least 1, or 0 for what suits");
    assertThatThrownBy(() -> Patterns.Policy.DEFAULT.withGrain(-5))
        .hasMessage("grain=-5 must be at least 1, or 0 for what suits");
    assertThatThrownBy(() -> Patterns.Policy.DEFAULT.withOutput(Access.READ))
        .hasMessage("output=READ must be WRITE or READ_WRITE");
  }

  @Test
  void shouldRefuseAHistogramWithoutBucketsOrBounds() {
    run((patterns, array) -> {
      assertThatThrownBy(() -> patterns.histogram(array, 0, 1, 2))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("buckets=0 must be from 1 to 268435456");
      assertThatThrownBy(() -> patterns.histogram(array, 5, 2, 2))
          .hasMessage("bounds [2, 2) of a histogram must ascend");
      GlobalDoubles doubles = new GlobalDoubles(array.range());
      assertThatThrownBy(() -> patterns.histogram(doubles, 5, 3, 1))
          .hasMessageContaining("bounds [3.0, 1.0) of a histogram must ascend");
      assertThatThrownBy(() -> patterns.histogram(doubles, 5, Double.NaN, 1))
          .hasMessageContaining("bounds [NaN, 1.0)");
      assertThatThrownBy(() -> patterns.histogram(doubles, 5, -Double.MAX_VALUE, Double.MAX_VALUE))
          .hasMessageContaining("finite like their distance");
    });
  }

  @Test
  void shouldRefuseToSortOrMergeWhatOverlapsOrIsNotAsLong() {
    run((patterns, array) -> {
      GlobalLongs low = array.slice(0, 50);
      GlobalLongs high = array.slice(50, 100);
      GlobalLongs middle = array.slice(25, 75);
      assertThatThrownBy(() -> patterns.sort(low, middle))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("keys, bytes [0, 400)")
          .hasMessageContaining("overlaps scratch, bytes [200, 600)");
      assertThatThrownBy(() -> patterns.sort(low, array.slice(50, 90)))
          .hasMessage("keys has 50 elements, scratch 40: they must be as many");
      assertThatThrownBy(() -> patterns.sort(low, high, middle, high))
          .hasMessageContaining("scratchKeys, bytes [200, 600)")
          .hasMessageContaining("overlaps keys");
      assertThatThrownBy(() -> patterns.merge(low, high, middle))
          .hasMessage(
              "into has 50 elements: it must have as many as left, 50, and right, 50, together");
      assertThatThrownBy(
              () -> patterns.merge(array.slice(0, 25), array.slice(0, 25), array.slice(20, 70)))
          .hasMessageContaining("left, bytes [0, 200)")
          .hasMessageContaining("overlaps into");
      assertThatThrownBy(() -> patterns.partition(low, middle, new Small()))
          .hasMessageContaining("overlaps to");
    });
  }

  record Small() implements Patterns.ElementTest {
    @Override
    public boolean test(MemorySegment elements, long index) {
      return true;
    }
  }

  @Test
  void shouldRefuseTheExtremesOfNothing() {
    run((patterns, array) ->
        assertThatThrownBy(() -> patterns.minMax(array.slice(7, 7)))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("minMax of an array of length=0: it must have at least 1 element"));
  }
}
