package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests of tasks without stack or memory: the job ends with that error, and the next one is right.
 */
@Timeout(100)
class ExhaustionTest {
  private static final AtomicInteger BEGUN = new AtomicInteger();

  /** Kinds of exhaustion: of stack or memory, and where it happens. */
  enum Kind {
    STACK,
    MEMORY,
    STACK_OF_CALLS,
    MEMORY_IN_RESULT,
    MEMORY_IN_FAILURE,
    STACK_IN_CLEANUP
  }

  record Bad(Kind kind) implements Task<Object> {
    @Override
    public Object run(TaskContext context) {
      BEGUN.incrementAndGet();
      return switch (kind) {
        case STACK -> runAbove(context);
        case STACK_OF_CALLS -> recurse(Long.MAX_VALUE);
        case MEMORY -> new long[Integer.MAX_VALUE][];
        case MEMORY_IN_RESULT -> new Treacherous();
        case MEMORY_IN_FAILURE -> throw new TreacherousException();
        case STACK_IN_CLEANUP -> cleanUp(context);
      };
    }

    /** Runs itself in place, so that no thief relieves the stack. */
    private Object runAbove(TaskContext context) {
      context.forkJoin(this);
      return this;
    }

    private static long recurse(long depth) {
      return depth == 0 ? 0 : recurse(depth - 1) + 1;
    }

    /** Fails again wherever the first failure is handled while there is little stack. */
    private Object cleanUp(TaskContext context) {
      try {
        return runAbove(context);
      } finally {
        recurse(1000);
      }
    }
  }

  /** Cannot be asked for its components. */
  record Treacherous(long value) {
    Treacherous() {
      this(1);
    }

    @Override
    public long value() {
      throw new OutOfMemoryError("pretended while a result is written");
    }
  }

  /** Cannot be written. */
  private static final class TreacherousException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private void writeObject(ObjectOutputStream out) throws IOException {
      throw new OutOfMemoryError("pretended while a failure is written");
    }
  }

  record Busy() implements Action {
    @Override
    public void compute(TaskContext context) {
      BEGUN.incrementAndGet();
      while (true) {
        context.join(context.fork(new Sum(0, 100)));
      }
    }
  }

  record Sum(int from, int to) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      if (to - from == 1) {
        return from;
      }
      int middle = (from + to) / 2;
      Forked.OfLong left = context.fork(new Sum(from, middle));
      return new Sum(middle, to).compute(context) + context.join(left);
    }
  }

  /** Task that fails: the root, or a child that another worker has stolen. */
  enum Place {
    ROOT,
    STOLEN
  }

  private static Object run(TaskContext context, Kind kind, Place place) {
    if (place == Place.ROOT) {
      return new Bad(kind).run(context);
    }
    context.fork(new Busy());
    awaitBegun(1);
    Forked<Object> child = context.fork(new Bad(kind)); // goes to the third worker
    awaitBegun(2);
    return context.join(child);
  }

  private static void awaitBegun(int count) {
    while (BEGUN.get() < count) {
      Thread.onSpinWait();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "STACK,1,1,ROOT",
    "STACK,2,1,ROOT",
    "STACK,1,3,STOLEN",
    "STACK,3,1,STOLEN",
    "STACK_OF_CALLS,3,1,STOLEN",
    "STACK_IN_CLEANUP,1,1,ROOT",
    "STACK_IN_CLEANUP,3,1,STOLEN",
    "MEMORY,1,1,ROOT",
    "MEMORY,1,3,STOLEN",
    "MEMORY,3,1,STOLEN",
    "MEMORY_IN_RESULT,2,1,ROOT",
    "MEMORY_IN_RESULT,3,1,STOLEN",
    "MEMORY_IN_FAILURE,2,1,ROOT",
    "MEMORY_IN_FAILURE,3,1,STOLEN"
  })
  void shouldEndTheJobAndSpoilNothing(Kind kind, int pes, int workers, Place place) {
    BEGUN.set(0);
    assertThatThrownBy(() ->
            Jobs.eachPe(
                Jobs.options(pes, workers, 1),
                Jobs.EAGER,
                (space, runtime) -> runtime.run(context -> run(context, kind, place))))
        .satisfies(e ->
            assertThat(e instanceof VirtualMachineError ? e : e.getCause())
                .isInstanceOf(
                    kind.name().startsWith("STACK")
                        ? StackOverflowError.class
                        : OutOfMemoryError.class));
    Jobs.eachPe(
        Jobs.options(pes, workers, 1),
        Jobs.EAGER,
        (space, runtime) -> assertThat(runtime.run(new Sum(0, 1000))).isEqualTo(499_500));
  }
}
