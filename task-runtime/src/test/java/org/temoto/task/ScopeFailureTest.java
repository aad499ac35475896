package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests of the failure of a scope's child: it concerns the others of the scope, and nobody else.
 */
@Timeout(100)
class ScopeFailureTest {
  /** Number of tasks that have begun, on all PEs of a simulated cluster. */
  private static final AtomicInteger BEGUN = new AtomicInteger();

  private static final AtomicInteger CANCELLED = new AtomicInteger();
  private static final AtomicInteger RUN = new AtomicInteger();
  private static final AtomicBoolean RELEASED = new AtomicBoolean();
  private static final AtomicBoolean FREE = new AtomicBoolean();
  private static final int ATTENDED = 1_000_000;

  @BeforeEach
  void reset() {
    BEGUN.set(0);
    CANCELLED.set(0);
    RUN.set(0);
    RELEASED.set(false);
  }

  private static void awaitBegun(int count) {
    while (BEGUN.get() < count) {
      Thread.onSpinWait();
    }
  }

  /**
   * Waits as {@link #awaitBegun(int)}, for the task that forks them: thieves may still be copying
   * when it forks the next, and then that is offered at a later fork or join.
   */
  private static void awaitBegun(TaskContext context, int count) {
    while (BEGUN.get() < count) {
      context.join(context.fork(new Runs()));
    }
  }

  record Runs() implements Action {
    @Override
    public void compute(TaskContext context) {
      RUN.incrementAndGet();
    }
  }

  /** Fails when {@code begun} tasks run and the one that forked it has had time to wait. */
  record Fails(int begun) implements Action {
    @Override
    public void compute(TaskContext context) {
      BEGUN.incrementAndGet();
      awaitBegun(begun);
      if (begun > 0) {
        LockSupport.parkNanos(20_000_000);
      }
      throw new IllegalStateException("the reason");
    }
  }

  /**
   * Waits until {@code begun} tasks run, then forks and joins until it is released, or cancelled.
   */
  record UntilReleased(int begun) implements Action {
    @Override
    public void compute(TaskContext context) {
      BEGUN.incrementAndGet();
      awaitBegun(begun);
      try {
        while (!RELEASED.get()) {
          context.join(context.fork(new Runs()));
        }
      } catch (TaskCancelledException e) {
        CANCELLED.incrementAndGet();
        throw e;
      }
    }
  }

  /** Does not end before another task has been cancelled, too. */
  record CancelledWithAnother() implements Action {
    @Override
    public void compute(TaskContext context) {
      try {
        new UntilReleased(2).compute(context);
      } finally {
        while (CANCELLED.get() < 2) {
          Thread.onSpinWait();
        }
      }
    }
  }

  private static String onRuntimes(int pes, int workers, Task<String> root) {
    return Jobs.onRuntimes(Jobs.options(pes, workers, 1), Jobs.EAGER, runtime -> runtime.run(root));
  }

  private static String reason(Runnable closing) {
    try {
      closing.run();
      return "none";
    } catch (TaskException e) {
      return e.getCause().getMessage();
    }
  }

  @ParameterizedTest
  @CsvSource({"1,4", "4,1"})
  void shouldNotCancelAStolenChildForkedInBetween(int pes, int workers) {
    String got =
        onRuntimes(
            pes,
            workers,
            context -> {
              Scope scope = context.scope();
              scope.fork(new Fails(4));
              awaitBegun(context, 1);
              Forked<Void> outside = context.fork(new UntilReleased(4));
              awaitBegun(context, 2);
              scope.fork(new UntilReleased(4)); // awaited first
              awaitBegun(context, 3);
              BEGUN.incrementAndGet();
              String reason = reason(scope::close);
              RELEASED.set(true);
              context.join(outside);
              return reason;
            });
    assertThat(got).isEqualTo("the reason");
    assertThat(CANCELLED.get()).as("of the scope").isEqualTo(1);
  }

  /** Fails when it is released. */
  record FailsWhenReleased() implements Action {
    @Override
    public void compute(TaskContext context) {
      BEGUN.incrementAndGet();
      while (!RELEASED.get()) {
        Thread.onSpinWait();
      }
      throw new IllegalStateException("the reason");
    }
  }

  /** Goes on until {@code FREE} is set, or it is cancelled. */
  record UntilFree() implements LongTask {
    @Override
    public long compute(TaskContext context) {
      BEGUN.incrementAndGet();
      while (!FREE.get()) {
        context.attend();
      }
      return 7;
    }
  }

  /** Has a thief run a child, and the child of the scope fail meanwhile. */
  record HasAStolenChild() implements LongTask {
    @Override
    public long compute(TaskContext context) {
      Forked.OfLong child = context.fork(new UntilFree());
      while (BEGUN.get() < 2) {
        context.attend();
      }
      RELEASED.set(true);
      for (int i = 0; i < ATTENDED; i++) { // long enough to hear of the failure
        context.attend();
      }
      FREE.set(true);
      return context.join(child);
    }
  }

  @Test
  void shouldNotCancelTheChildrenOfOneForkedInBetween() {
    Task<String> root =
        context -> {
          Scope scope = context.scope();
          scope.fork(new FailsWhenReleased());
          while (BEGUN.get() < 1) {
            context.attend();
          }
          Forked.OfLong between = context.fork(new HasAStolenChild());
          return reason(scope::close) + ", " + context.join(between);
        };
    FREE.set(false);
    assertThat(onRuntimes(1, 3, root)).isEqualTo("the reason, 7");
  }

  @Test
  void shouldNotCancelItsChildrenForAFailureOfOneForkedInBetween() {
    String got =
        onRuntimes(
            1,
            1,
            context -> {
              Scope scope = context.scope();
              scope.fork(new Runs());
              scope.fork(new Runs());
              Forked<Void> outside = context.fork(new Fails(0));
              scope.fork(new Runs());
              String closed = reason(scope::close);
              return closed + ", " + reason(() -> context.join(outside));
            });
    assertThat(got).isEqualTo("none, the reason");
    assertThat(RUN.get()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({"1,3", "3,1"})
  void shouldCancelAllItsStolenChildrenBeforeItWaitsForOne(int pes, int workers) {
    String got =
        onRuntimes(
            pes,
            workers,
            context -> {
              Scope scope = context.scope();
              scope.fork(new UntilReleased(2));
              awaitBegun(context, 1);
              scope.fork(new CancelledWithAnother());
              awaitBegun(context, 2);
              String joined = reason(() -> scope.join(scope.fork(new Fails(0))));
              return joined + ", " + reason(scope::close);
            });
    assertThat(got).isEqualTo("the reason, none");
    assertThat(CANCELLED.get()).isEqualTo(2);
  }
}
