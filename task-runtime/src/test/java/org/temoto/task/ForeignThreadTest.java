package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.Temoto;
import org.temoto.gas.array.GlobalInts;
import org.temoto.gas.array.IntView;
import org.temoto.task.pattern.Patterns;

/** Tests of contexts that a task hands to threads of the program's own. */
class ForeignThreadTest {
  private record One() implements LongTask {
    @Override
    public long compute(TaskContext context) {
      return 1;
    }
  }

  private record Two() implements DoubleTask {
    @Override
    public double compute(TaskContext context) {
      return 2;
    }
  }

  private record Three() implements Task<Integer> {
    @Override
    public Integer run(TaskContext context) {
      return 3;
    }
  }

  /**
   * Hands its context to another thread, again and again, between forks of its own.
   *
   * @param viewed whether it has a view open
   */
  private record HandsOut(GlobalInts array, boolean viewed) implements LongTask {
    private static final int ROUNDS = 100;

    @Override
    public long compute(TaskContext context) {
      if (!viewed) {
        return hand(context);
      }
      try (IntView view = array.localize(Access.READ)) {
        return hand(context) + view.get(0);
      }
    }

    private long hand(TaskContext context) {
      long sum = 0;
      for (int round = 0; round < ROUNDS; round++) {
        Forked.OfLong below = context.fork(new One());
        Forked<Integer> child = context.fork(new Three());
        try (Scope scope = context.scope()) {
          Forked.OfLong inScope = scope.fork(new One());
          uses(context, scope, below).forEach((name, use) -> assertRefusedElsewhere(name, use));
          sum += scope.join(inScope);
        }
        sum += context.join(child) + context.join(below);
      }
      return sum;
    }

    /** Every method, and a join of a child that is not on top. */
    private Map<String, Runnable> uses(TaskContext context, Scope scope, Forked.OfLong below) {
      Map<String, Runnable> uses = new TreeMap<>();
      uses.put("fork of a LongTask", () -> context.fork(new One()));
      uses.put("fork of a DoubleTask", () -> context.fork(new Two()));
      uses.put("fork", () -> context.fork(new Three()));
      uses.put("fork in a scope", () -> scope.fork(new Three()));
      uses.put("join", () -> context.join(below));
      uses.put("close of a scope", scope::close);
      uses.put("sync", context::sync);
      uses.put("forkJoin", () -> context.forkJoin(new One(), new Two()));
      uses.put("attend", context::attend);
      uses.put("charge", () -> context.charge(1));
      uses.put("share", () -> context.share(1));
      uses.put("pe", context::pe);
      uses.put("worker", context::worker);
      uses.put("space", context::space);
      uses.put("pattern", () -> Patterns.in(context).fill(array, 1));
      return uses;
    }
  }

  private static void assertRefusedElsewhere(String what, Runnable use) {
    AtomicBoolean ran = new AtomicBoolean();
    CompletableFuture<Void> elsewhere =
        CompletableFuture.runAsync(
            () -> {
              ran.set(true);
              use.run();
            },
            body -> Thread.ofPlatform().name("foreign").start(body));
    assertThatThrownBy(elsewhere::join)
        .as(what)
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("belongs to another strand than thread \"foreign\"");
    assertThat(ran).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"1, false", "1, true", "2, false", "2, true"})
  void shouldRefuseThreadsThatAreNotTheTasks(int pes, boolean viewed) {
    GasOptions options = GasOptions.DEFAULT.withBackend("simulated").withPes(pes);
    Temoto.launch(
        options,
        space -> {
          GlobalInts array = GlobalInts.allocate(space, "a", 1000);
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            long expected = 5L * HandsOut.ROUNDS;
            assertThat(runtime.run(new HandsOut(array, viewed))).isEqualTo(expected);
            for (Task<?> again : List.of(new One(), new Two())) {
              assertThat(runtime.run(again)).isIn(1L, 2.0);
            }
          }
        });
  }
}
