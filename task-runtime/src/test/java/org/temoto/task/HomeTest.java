package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.gas.Access;
import org.temoto.gas.array.GlobalLongs;
import org.temoto.gas.array.LongView;

/** Tests of tasks that are sent to the PE where they are at home. */
@Timeout(100)
class HomeTest {
  private static final AtomicInteger RAN = new AtomicInteger();
  private static final AtomicInteger AT_HOME = new AtomicInteger();

  /** The PE that runs it. */
  record Where() implements Task<Integer> {
    @Override
    public Integer run(TaskContext context) {
      RAN.incrementAndGet();
      return context.pe();
    }
  }

  /** Runs a task at home at each PE in turn; returns the PEs on which they ran. */
  record EachPe() implements Task<List<Integer>> {
    @Override
    public List<Integer> run(TaskContext context) {
      List<Integer> ran = new ArrayList<>();
      for (int pe = 0; pe < context.space().pes(); pe++) {
        ran.add(context.join(context.forkAt(pe, new Where())));
      }
      return new ArrayList<>(ran);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "5, 1", "3, 2"})
  void shouldRunATaskWhereItIsAtHome(int pes, int workers) {
    List<Integer> ran =
        Jobs.onRuntimes(
            Jobs.options(pes, workers, 1),
            RuntimeOptions.DEFAULT,
            runtime -> runtime.run(new EachPe()));
    assertThat(ran).hasSize(pes);
    for (int pe = 1; pe < pes; pe++) {
      assertThat(ran.get(pe)).as("of %s", ran).isEqualTo(pe);
    }
  }

  /** Counts where it runs, with bytes that a record of a task that waits has no room for. */
  record Counts(AtMost bytes) implements Action {
    @Override
    public void compute(TaskContext context) {
      AT_HOME.addAndGet(context.pe() == 1 && bytes.all().length > 0 ? 1 : 0);
    }
  }

  /** Bytes that travel with a task. */
  record AtMost(@Task.Copied byte[] all) {}

  /** Forks tasks that are at home on PE 1, and wait for one that ends here. */
  record After(int tasks, int bytes) implements Action {
    @Override
    public void compute(TaskContext context) {
      TaskHandle promise = context.promise();
      for (int i = 0; i < tasks; i++) {
        context.forkAfter(1, new Counts(new AtMost(new byte[bytes])), promise);
      }
      context.fulfil(promise);
    }
  }

  /** Up to the bytes of a slot, whether the record has room for them or not. */
  @ParameterizedTest
  @CsvSource({"2, 1, 10", "2, 1, 200", "3, 2, 300"})
  void shouldSendTasksHomeThatFitIntoSlots(int pes, int workers, int bytes) {
    AT_HOME.set(0);
    Jobs.onRuntimes(
        Jobs.options(pes, workers, 1),
        RuntimeOptions.DEFAULT,
        runtime -> runtime.run(new After(8, bytes)));
    assertThat(AT_HOME).hasPositiveValue(); // thieves may take some of them
  }

  /** Many more tasks than a PE has places for, for all PEs, joined in the order of their forks. */
  record Many(int tasks, int home) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      List<Forked<Integer>> forked = new ArrayList<>();
      int pes = context.space().pes();
      for (int i = 0; i < tasks; i++) {
        forked.add(context.forkAt(home < 0 ? i % pes : home, new Where()));
      }
      long count = 0;
      for (Forked<Integer> each : forked) {
        count += context.join(each) < pes ? 1 : 0;
      }
      return count;
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 1, -1", "4, 1, -1", "4, 1, 3", "2, 3, -1", "2, 2, 1", "3, 1, 0"})
  void shouldRunEachTaskOnce(int pes, int workers, int home) {
    RAN.set(0);
    for (RuntimeOptions options : List.of(RuntimeOptions.DEFAULT, Jobs.EAGER)) {
      long joined =
          Jobs.onRuntimes(
              Jobs.options(pes, workers, 2),
              options,
              runtime -> {
                long sum = 0;
                for (int run = 0; run < 20; run++) {
                  sum += runtime.run(new Many(100, home));
                }
                return sum;
              });
      assertThat(joined).isEqualTo(2_000);
    }
    assertThat(RAN).hasValue(4_000);
  }

  /** Stores where it is, and has the next PE add one to all. */
  record Relay(GlobalLongs numbers, int left) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (LongView view = numbers.localize(Access.READ_WRITE)) {
        for (long i = 0; i < numbers.length(); i++) {
          view.set(i, view.get(i) + 1);
        }
        view.commit();
      }
      if (left > 0) {
        int next = (context.pe() + 1) % context.space().pes();
        context.join(context.forkAt(next, new Relay(numbers, left - 1)));
      }
    }
  }

  @Test
  void shouldSeeWhatTheForkerHasCommitted() {
    Jobs.eachPe(
        Jobs.options(4, 1, 3),
        RuntimeOptions.DEFAULT,
        (space, runtime) -> {
          GlobalLongs numbers = GlobalLongs.allocate(space, "numbers", 3_000);
          runtime.run(new Relay(numbers, 99));
          try (LongView view = numbers.localize(Access.READ)) {
            for (long i = 0; i < numbers.length(); i++) {
              assertThat(view.get(i)).isEqualTo(100);
            }
          }
          space.barrier();
        });
  }

  /** Argument and result need buffers of the overflow area, which has room for one of either. */
  record Large(@Task.Copied byte[] bytes, int depth) implements Task<Result> {
    @Override
    public Result run(TaskContext context) {
      if (depth > 0) {
        Large part = new Large(bytes, depth - 1);
        Forked<Result> other = context.forkAt(1 - context.pe(), part);
        part.run(context);
        context.join(other);
      }
      return new Result(new byte[30_000]);
    }
  }

  /** Its result. */
  record Result(@Task.Copied byte[] bytes) {}

  @Test
  void shouldNotWaitForRoomForEver() {
    Result result =
        Jobs.onRuntimes(
            Jobs.options(2, 1, 7).withHeapBytes(2 << 20),
            Jobs.EAGER,
            runtime -> runtime.run(new Large(new byte[40_000], 9)));
    assertThat(result.bytes()).hasSize(30_000);
  }

  /** Fails. */
  record Fails() implements Task<Integer> {
    @Override
    public Integer run(TaskContext context) {
      throw new IllegalArgumentException("at home");
    }
  }

  /** Joins a task that fails at PE 1. */
  record JoinsFailure() implements Task<Integer> {
    @Override
    public Integer run(TaskContext context) {
      return context.join(context.forkAt(1, new Fails()));
    }
  }

  @Test
  void shouldTellTheForkerOfAFailure() {
    assertThatThrownBy(() ->
            Jobs.onRuntimes(
                Jobs.options(2, 1, 4),
                RuntimeOptions.DEFAULT,
                runtime -> runtime.run(new JoinsFailure())))
        .isInstanceOf(TaskException.class)
        .hasMessageContaining("at home")
        .hasMessageContaining("PE 1");
  }

  /** Forks for a PE that there is not. */
  record Nowhere(int pe) implements Task<Integer> {
    @Override
    public Integer run(TaskContext context) {
      assertThatThrownBy(() -> context.forkAt(pe, new Where()))
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessage("pe=%s is none of the job's %s PEs", pe, context.space().pes());
      assertThatThrownBy(() -> context.forkAfter(pe, new Where()))
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessageContaining("none of the job's");
      return context.join(context.fork(new Where()));
    }
  }

  @ParameterizedTest
  @CsvSource({"-1", "2"})
  void shouldRefuseAPeThatThereIsNot(int pe) {
    int ran =
        Jobs.onRuntimes(
            Jobs.options(2, 1, 5), RuntimeOptions.DEFAULT, runtime -> runtime.run(new Nowhere(pe)));
    assertThat(ran).isBetween(0, 1);
  }

  @Test
  void shouldForkAsEverWhereThievesAsk() {
    RAN.set(0);
    long joined =
        Jobs.onRuntimes(
            Jobs.options(3, 1, 6),
            RuntimeOptions.DEFAULT.withPolicy(RuntimeOptions.StealPolicy.REQUEST),
            runtime -> runtime.run(new Many(100, -1)));
    assertThat(joined).isEqualTo(100);
    assertThat(RAN).hasValue(100);
  }
}
