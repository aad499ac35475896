package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.Temoto;

/** Tests of programs with known answers, on one to four PEs of one to four workers. */
@Timeout(60)
class TaskRuntimeTest {
  record Fib(int n) implements Task<Long> {
    @Override
    public Long run(TaskContext context) {
      if (n < 2) {
        return (long) n;
      }
      Forked<Long> first = context.fork(new Fib(n - 1));
      long second = new Fib(n - 2).run(context);
      return context.join(first) + second;
    }
  }

  /** Solutions of n queens below a partial placement. */
  record Queens(int n, int row, int columns, int left, int right) implements Task<Long> {
    @Override
    public Long run(TaskContext context) {
      if (row == n) {
        return 1L;
      }
      List<Forked<Long>> children = new ArrayList<>();
      for (int free = ~(columns | left | right) & (1 << n) - 1; free != 0; free &= free - 1) {
        int bit = free & -free;
        children.add(
            context.fork(
                new Queens(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1)));
      }
      long sum = 0;
      for (Forked<Long> child : children) {
        sum += context.join(child);
      }
      return sum;
    }
  }

  record Where() implements Task<Integer> {
    @Override
    public Integer run(TaskContext context) {
      return context.pe() * 100 + context.worker();
    }
  }

  @ParameterizedTest
  @CsvSource({"1,1", "1,4", "2,1", "2,3", "3,2", "4,1", "4,4"})
  void shouldComputeFibAndQueens(int pes, int workers) {
    for (RuntimeOptions options : List.of(RuntimeOptions.DEFAULT, Jobs.EAGER)) {
      int n = options == Jobs.EAGER ? 12 : 20;
      Jobs.eachPe(
          Jobs.options(pes, workers, 1),
          options,
          (space, runtime) -> {
            assertThat(runtime.run(new Fib(n))).isEqualTo(n == 12 ? 144 : 6765);
            assertThat(runtime.run(new Queens(6, 0, 0, 0, 0))).isEqualTo(4);
          });
    }
  }

  @Test
  void shouldRunAForcedChildOnTheOtherPe() {
    int ran =
        Jobs.onRuntimes(
            Jobs.options(2, 1, 1),
            Jobs.FORCED,
            runtime -> runtime.<Integer>run(context -> context.join(context.fork(new Where()))));
    assertThat(ran).isEqualTo(100);
  }

  @Test
  void shouldRunAForcedChildOnTheOtherWorker() {
    int ran =
        Jobs.onRuntimes(
            Jobs.options(1, 2, 1),
            Jobs.FORCED,
            runtime -> runtime.<Integer>run(context -> context.join(context.fork(new Where()))));
    assertThat(ran).isEqualTo(1);
  }

  /** Sum of numbers of any kind. */
  record Sum<T extends Number>(@Task.Copied T[] numbers) implements Task<Long> {
    @Override
    public Long run(TaskContext context) {
      return Stream.of(numbers).mapToLong(Number::longValue).sum();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldForkTasksWithArraysOfATypeVariable(int pes) {
    long sum =
        Jobs.onRuntimes(
            Jobs.options(pes, 1, 1),
            Jobs.FORCED,
            runtime ->
                runtime.run(context ->
                    context.join(context.fork(new Sum<>(new Number[] {1, 20L, 300.0})))));
    assertThat(sum).isEqualTo(321);
  }

  record Items<T>(@Task.Copied T[] items) {}

  record GivesItems() implements Task<Items<String>> {
    @Override
    public Items<String> run(TaskContext context) {
      return new Items<>(new String[] {"on " + context.pe()});
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldReturnArraysOfATypeVariableFromAnyPe(int pes) {
    String item =
        Jobs.onRuntimes(
            Jobs.options(pes, 1, 1),
            Jobs.FORCED,
            runtime ->
                runtime.run(context -> {
                  String[] items = context.join(context.fork(new GivesItems())).items();
                  return items[0];
                }));
    assertThat(item).isEqualTo("on " + (pes - 1));
  }

  /** Places of the tasks, as "number on PE", in the order in which they began. */
  private static final Queue<String> PLACES = new ConcurrentLinkedQueue<>();

  /** Notes where it runs. */
  record Note(int number) implements Action {
    @Override
    public void compute(TaskContext context) {
      PLACES.add(number + " on " + context.pe());
    }
  }

  /** Places of the tasks of one forkJoin. */
  private static List<String> placesOfForkJoin(int pes, RuntimeOptions options, Task<?>... tasks) {
    PLACES.clear();
    Jobs.onRuntimes(
        Jobs.options(pes, 1, 1),
        options,
        runtime ->
            runtime.<Void>run(context -> {
              context.forkJoin(tasks);
              return null;
            }));
    return List.copyOf(PLACES);
  }

  @Test
  void shouldRunTheTasksOfAForkJoinInTheirOrderWhereNobodyStealsThem() {
    assertThat(placesOfForkJoin(1, RuntimeOptions.DEFAULT, new Note(1), new Note(2), new Note(3)))
        .containsExactly("1 on 0", "2 on 0", "3 on 0");
  }

  @Test
  void shouldLeaveTheLastTaskOfAForkJoinToThieves() {
    assertThat(placesOfForkJoin(2, Jobs.FORCED, new Note(1), new Note(2)))
        .containsExactlyInAnyOrder("1 on 0", "2 on 1");
  }

  @Test
  void shouldCountWhatItDoes() {
    Jobs.eachPe(
        Jobs.options(2, 1, 1),
        Jobs.FORCED,
        (space, runtime) -> {
          runtime.run(context -> context.join(context.fork(new Where())));
          TaskRuntime.Statistics total = runtime.totalStatistics();
          assertThat(total.tasks()).isEqualTo(2);
          assertThat(total.forks()).isEqualTo(1);
          assertThat(total.steals()).isEqualTo(1);
          assertThat(total.remoteSteals()).isEqualTo(1);
          assertThat(runtime.statistics().remoteSteals()).isEqualTo(space.pe());
        });
  }

  /** The rounds, after the first hundred, until somebody else had a part in one. */
  private static int roundsUntilShared(TaskContext context) {
    for (int round = 0; ; round++) {
      List<Forked<Integer>> leaves = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        leaves.add(context.fork(new Busy(100_000)));
      }
      boolean shared = false;
      for (Forked<Integer> leaf : leaves) {
        shared |= context.join(leaf) != 0;
      }
      if (round > 100 && shared) {
        return round;
      }
    }
  }

  record Busy(long nanos) implements Task<Integer> {
    @Override
    public Integer run(TaskContext context) {
      long start = System.nanoTime();
      while (System.nanoTime() - start < nanos) {
        Thread.onSpinWait();
      }
      return context.pe() * 100 + context.worker();
    }
  }

  @ParameterizedTest
  @CsvSource({"1,2", "2,1"})
  void shouldNotGoDeafInAnIterativeProgram(int pes, int workers) {
    int rounds =
        Jobs.onRuntimes(
            Jobs.options(pes, workers, 1),
            RuntimeOptions.DEFAULT,
            runtime -> runtime.<Integer>run(TaskRuntimeTest::roundsUntilShared));
    assertThat(rounds).isGreaterThan(100);
  }

  /** A chain of tasks, each of which waits for the next, which somebody else has. */
  record Chain(int depth) implements Task<Integer> {
    @Override
    public Integer run(TaskContext context) {
      return depth == 0 ? 0 : 1 + context.join(context.fork(new Chain(depth - 1)));
    }
  }

  @ParameterizedTest
  @CsvSource({"1,2", "2,1", "2,2", "3,1"})
  void shouldSuspendJoinsInsideJoins(int pes, int workers) {
    Jobs.eachPe(
        Jobs.options(pes, workers, 1),
        Jobs.FORCED,
        (space, runtime) -> {
          TaskRuntime.Statistics total;
          do { // an offer is put off while a thief has not acknowledged the last but one
            assertThat(runtime.run(new Chain(300))).isEqualTo(300);
            total = runtime.totalStatistics();
          } while (total.steals() <= 50);
          assertThat(total.suspensions())
              .as("all wait while the next one runs, but the last")
              .isGreaterThan(total.steals() / 2);
        });
  }

  @Test
  void shouldRunMoreChildrenThanThereAreCells() {
    Jobs.eachPe(
        Jobs.options(2, 2, 1),
        new RuntimeOptions(RuntimeOptions.Exposure.EAGER, 0),
        (space, runtime) -> assertThat(runtime.run(new Flat(5_000))).isEqualTo(5_000));
  }

  record Flat(int children) implements Task<Integer> {
    @Override
    public Integer run(TaskContext context) {
      List<Forked<Integer>> forked = new ArrayList<>();
      for (int i = 0; i < children; i++) {
        forked.add(context.fork(new One()));
      }
      int sum = 0;
      for (Forked<Integer> each :
          forked) { // oldest first: what thieves have is waited for with work left above
        sum += context.join(each);
      }
      return sum;
    }
  }

  record One() implements Task<Integer> {
    @Override
    public Integer run(TaskContext context) {
      return 1;
    }
  }

  /** A task that forgets its children. */
  record Forgetful(int children) implements Action {
    static final AtomicInteger ENDED = new AtomicInteger();

    @Override
    public void compute(TaskContext context) {
      for (int i = 0; i < children; i++) {
        context.fork(new Forgetful(children - 1));
      }
      ENDED.incrementAndGet();
    }
  }

  @Test
  void shouldJoinForgottenChildrenBeforeTheirParentEnds() {
    Jobs.eachPe(
        Jobs.options(2, 2, 1),
        Jobs.EAGER,
        (space, runtime) -> {
          space.barrier();
          Forgetful.ENDED.set(0);
          space.barrier();
          runtime.run(new Forgetful(5));
          assertThat(Forgetful.ENDED.get()).isEqualTo(326);
          space.barrier();
        });
  }

  @Test
  void shouldRunManyTimesOnManyRuntimes() {
    Temoto.launch(
        Jobs.options(3, 2, 1),
        space -> {
          for (int start = 0; start < 6; start++) {
            try (TaskRuntime runtime =
                TaskRuntime.start(space, start % 2 == 0 ? Jobs.EAGER : RuntimeOptions.DEFAULT)) {
              for (int run = 0; run < 10; run++) {
                assertThat(runtime.run(new Fib(run))).isEqualTo(fib(run));
              }
            }
          }
        });
  }

  private static long fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
  }

  @Test
  void shouldRunTwoRuntimesSideBySide() {
    Temoto.launch(
        Jobs.options(2, 1, 1),
        space -> {
          try (TaskRuntime one = TaskRuntime.start(space, Jobs.EAGER);
              TaskRuntime two = TaskRuntime.start(space, Jobs.EAGER)) {
            assertThat(one.run(new Fib(10))).isEqualTo(55);
            assertThat(two.run(new Fib(11))).isEqualTo(89);
            assertThat(one.run(new Fib(9))).isEqualTo(34);
          }
        });
  }

  @Test
  void shouldReturnTheResultOnEveryPe() {
    AtomicInteger right = new AtomicInteger();
    Jobs.eachPe(
        Jobs.options(4, 1, 1),
        RuntimeOptions.DEFAULT,
        (space, runtime) -> {
          String own = runtime.run(context -> "from PE " + context.pe());
          String nothing = runtime.run(context -> null);
          List<Integer> list = runtime.run(context -> List.of(1, 2, 3));
          if (own.equals("from PE 0") && nothing == null && list.equals(List.of(1, 2, 3))) {
            right.incrementAndGet();
          }
        });
    assertThat(right.get()).isEqualTo(4);
  }

  /**
   * Forks a row of leaves and joins them youngest first, so that none is forked while thieves ask.
   */
  record Row(int leaves) implements Task<Integer> {
    @Override
    public Integer run(TaskContext context) {
      List<Forked<Integer>> forked = new ArrayList<>();
      for (int i = 0; i < leaves; i++) {
        forked.add(context.fork(new Busy(50_000)));
      }
      int elsewhere = 0;
      for (Forked<Integer> each : forked.reversed()) {
        elsewhere += context.join(each) == 0 ? 0 : 1;
      }
      return elsewhere;
    }
  }

  @ParameterizedTest
  @CsvSource({"1,2", "2,1"})
  void shouldFeedThievesWhileARowOfSiblingsIsJoined(int pes, int workers) {
    int elsewhere = 0;
    for (int row = 0; row < 20 && elsewhere <= 400; row++) { // else the thief had no core
      elsewhere =
          Jobs.onRuntimes(
              Jobs.options(pes, workers, 1),
              RuntimeOptions.DEFAULT,
              runtime -> runtime.run(new Row(4_000)));
    }
    assertThat(elsewhere).as("of 4000 leaves").isGreaterThan(400);
  }

  @Test
  void shouldLetGoOfWhatIsClosed(@TempDir Path folder) {
    Temoto.launch(
        Jobs.options(2, 1, 1),
        space -> {
          WeakReference<TaskRuntime> runtime = closedRuntime(space, folder.resolve("trace"));
          WeakReference<GlobalMemory> memory = closedMemory(space);
          while (runtime.get() != null || memory.get() != null) { // until the test's time is over
            System.gc();
          }
        });
  }

  private static WeakReference<TaskRuntime> closedRuntime(GlobalAddressSpace space, Path trace) {
    try (TaskRuntime runtime =
        TaskRuntime.start(space, RuntimeOptions.DEFAULT.withTraceFolder(trace))) {
      assertThat(runtime.run(new Fib(10))).isEqualTo(55);
      assertThat(runtime.collectives()).isNotNull();
      return new WeakReference<>(runtime);
    }
  }

  private static WeakReference<GlobalMemory> closedMemory(GlobalAddressSpace space) {
    try (GlobalMemory memory = space.allocate(MemoryOptions.of("closed", 1 << 20))) {
      memory.localize(0, 8, Access.READ).close();
      return new WeakReference<>(memory);
    }
  }
}
