package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.task.marshal.RemoteFailure;

/**
 * Tests of arguments, results and failures that misbehave when they are marshalled: their task
 * fails.
 */
@Timeout(60)
class AwkwardValuesTest {
  /** Failure of a run of {@code root} on PE 0; the runtime is still good for another run. */
  private static Throwable failure(int pes, RuntimeOptions options, Task<?> root) {
    return Jobs.onRuntimes(
        Jobs.options(pes, 1, 1),
        options,
        runtime -> {
          Throwable thrown = catchThrowable(() -> runtime.run(root));
          assertThat(thrown).isInstanceOf(TaskException.class);
          assertThat(runtime.<Integer>run(context -> 7)).isEqualTo(7);
          return thrown.getCause();
        });
  }

  // --- arguments

  /** Its accessor throws, so that it can be forked and not be marshalled. */
  record Unspeakable(int value) implements Action {
    @Override
    public int value() {
      throw new IllegalStateException("not telling");
    }

    @Override
    public void compute(TaskContext context) {}
  }

  @Test
  void shouldRefuseATaskThatCannotBeRead() {
    Throwable failure =
        failure(2, Jobs.FORCED, (Action) context -> context.fork(new Unspeakable(1)));
    assertThat(failure).hasMessageContaining(Unspeakable.class.getName());
  }

  /** The thieves' hunger is noticed while the children of a failed task are being cancelled. */
  @Test
  void shouldEndTheChildrenOfAFailedTaskWhichCannotBeOffered() {
    Throwable failure =
        failure(
            2,
            Jobs.EAGER,
            (Action)
                context -> {
                  for (int i = 0; i < 10; i++) {
                    var _ = catchThrowable(() -> context.fork(new Unspeakable(1)));
                  }
                  throw new IllegalStateException("parent");
                });
    assertThat(failure).hasMessage("parent");
  }

  record Sized(@Task.Copied byte[] bytes) implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  /** Its forks are refused, time and again, for the task that is second in an offer. */
  record ForksTooLarge() implements Task<String> {
    @Override
    public String run(TaskContext context) {
      context.fork(new Sized(new byte[1]));
      for (int i = 0; i < 100; i++) {
        var _ = catchThrowable(() -> context.fork(new Sized(new byte[10_000])));
        var _ = catchThrowable(() -> context.fork(new Sized(new byte[100_000])));
      }
      return "x".repeat(50_000); // takes most of the place for overflow
    }
  }

  @Test
  void shouldLeaveNothingBehindWhenATaskInAnOfferIsTooLarge() {
    Jobs.eachPe(
        Jobs.options(2, 1, 1).withHeapBytes(2 << 20).withCacheBytes(1 << 20), // 64 KiB for overflow
        Jobs.EAGER,
        (space, runtime) -> {
          for (int i = 0; i < 5; i++) {
            assertThat(runtime.run(new ForksTooLarge())).hasSize(50_000);
          }
        });
  }

  /** Cannot be made again from its component. */
  record Picky(int value) {
    Picky {
      if (!Thread.currentThread().getName().contains("pe1-") == (value == 1)) {
        throw new AssertionError("not here");
      }
    }
  }

  record TakesPicky(Picky picky) implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  record GivesPicky() implements Task<Picky> {
    @Override
    public Picky run(TaskContext context) {
      return new Picky(1);
    }
  }

  @Test
  void shouldFailATaskWhoseArgumentCannotBeMadeAgain() {
    Throwable failure =
        failure(
            2,
            Jobs.FORCED,
            (Action) context -> context.join(context.fork(new TakesPicky(new Picky(2)))));
    assertThat(failure).hasMessageContaining(Picky.class.getName());
  }

  @Test
  void shouldFailATaskWhoseResultCannotBeMadeAgain() {
    Throwable failure =
        failure(2, Jobs.FORCED, (Action) context -> context.join(context.fork(new GivesPicky())));
    assertThat(failure).hasMessageContaining(Picky.class.getName());
  }

  // --- results

  record Holder(List<Object> values) {}

  private static Holder ring() {
    List<Object> values = new ArrayList<>();
    values.add(values);
    return new Holder(values);
  }

  record Ring() implements Task<Holder> {
    @Override
    public Holder run(TaskContext context) {
      return ring();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldNotHangWhenTheRootsResultContainsItself(int pes) {
    assertThatThrownBy(() ->
            Jobs.onRuntimes(
                Jobs.options(pes, 1, 1),
                RuntimeOptions.DEFAULT,
                runtime -> runtime.run(new Ring())))
        .isNotNull();
  }

  private static final class Broken extends AbstractList<Object> {
    @Override
    public Object get(int index) {
      throw new UnsupportedOperationException("broken list");
    }

    @Override
    public int size() {
      return 3;
    }
  }

  record BrokenResult() implements Task<List<Object>> {
    @Override
    public List<Object> run(TaskContext context) {
      return new Broken();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldFailARunWhoseResultThrowsWhenRead(int pes) {
    Throwable failure = failure(pes, RuntimeOptions.DEFAULT, new BrokenResult());
    assertThat(failure).hasRootCauseMessage("broken list");
  }

  @Test
  void shouldFailATaskWhoseResultThrowsWhenRead() {
    Throwable failure =
        failure(2, Jobs.FORCED, (Action) context -> context.join(context.fork(new BrokenResult())));
    assertThat(failure).hasRootCauseMessage("broken list");
  }

  // --- failures

  record FailsDeeply(int depth) implements Action {
    @Override
    public void compute(TaskContext context) {
      Exception cause = new Exception("the first");
      for (int i = 0; i < depth; i++) {
        cause = new Exception("a later", cause);
      }
      throw new IllegalStateException("deep", cause);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, 100_000})
  void shouldBringAFailureWithManyCauses(int depth) {
    Throwable failure =
        failure(
            2, Jobs.FORCED, (Action) context -> context.join(context.fork(new FailsDeeply(depth))));
    assertThat(failure.toString()).contains("deep").contains("IllegalStateException");
  }

  static final class Mute extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings({"unused", "serial"}) // so that it needs a stand-in
    private final Object thread = Thread.currentThread();

    @Override
    public String getMessage() {
      throw new UnsupportedOperationException("no message");
    }
  }

  record ThrowsMute() implements Action {
    @Override
    public void compute(TaskContext context) {
      throw new Mute();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldBringAFailureThatCannotTellItsMessage(int pes) {
    Throwable failure =
        failure(pes, Jobs.FORCED, (Action) context -> context.join(context.fork(new ThrowsMute())));
    assertThat(failure).isInstanceOfAny(Mute.class, RemoteFailure.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldBringAForgottenFailureThatCannotTellItsMessage(int pes) {
    Throwable failure =
        failure(pes, Jobs.FORCED, (Action) context -> context.fork(new ThrowsMute()));
    assertThat(failure).isInstanceOfAny(Mute.class, RemoteFailure.class);
  }
}
