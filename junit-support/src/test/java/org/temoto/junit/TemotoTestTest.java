package org.temoto.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.temoto.gas.Access;
import org.temoto.gas.GasException;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.array.GlobalCounter;
import org.temoto.gas.array.GlobalInts;
import org.temoto.gas.array.IntView;
import org.temoto.gas.heap.GlobalHeap;
import org.temoto.gas.simulated.CheckFailedException;
import org.temoto.gas.simulated.CheckFailedException.Finding;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.task.Action;
import org.temoto.task.Forked;
import org.temoto.task.LongTask;
import org.temoto.task.RunTimeoutException;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskException;
import org.temoto.task.TaskRuntime;

/**
 * Tests of methods with {@link TemotoTest}: they run as jobs of their seeds, and their failures can
 * be repeated.
 */
class TemotoTestTest {
  // --- which jobs run

  static class Defaults {
    @TemotoTest
    void shouldRun(GlobalAddressSpace space) {
      assertEquals(4, space.pes());
    }
  }

  @Test
  void shouldRunAJobForEachSeed() {
    assertThat(run(Defaults.class).failures())
        .containsOnlyKeys(
            "4 PEs, 1 worker, seeded, seed 1",
            "4 PEs, 1 worker, seeded, seed 2",
            "4 PEs, 1 worker, seeded, seed 3",
            "4 PEs, 1 worker, seeded, seed 4",
            "4 PEs, 1 worker, seeded, seed 5")
        .allSatisfy((_, failure) -> assertThat(failure).isNull());
  }

  @Test
  void shouldRunTheJobOfTheWantedSeedOnly() {
    assertThat(run(Defaults.class, "-17").failures())
        .containsOnlyKeys("4 PEs, 1 worker, seeded, seed -17");
  }

  static class OnThreads {
    @TemotoTest(pes = 1, workers = 2, schedule = Schedule.THREADS)
    void shouldRun(GlobalAddressSpace space) {
      assertEquals(2, space.options().workers());
    }
  }

  @Test
  void shouldRunThreadsOnce() {
    Outcome outcome = run(OnThreads.class);
    assertThat(outcome.failures()).containsOnlyKeys("1 PE, 2 workers, threads");
    assertThat(outcome.failure()).isNull();
  }

  @TemotoTest(pes = 2, seeds = 1)
  @Retention(RetentionPolicy.RUNTIME)
  @interface OnTwo {}

  static class Composed {
    @OnTwo
    void shouldRun(GlobalAddressSpace space) {
      assertEquals(2, space.pes());
    }
  }

  @Test
  void shouldSeeAnAnnotationOfTheProgramsOwn() {
    assertThat(run(Composed.class).failures()).containsOnlyKeys("2 PEs, 1 worker, seeded, seed 1");
  }

  // --- what a method gets

  record Fib(int n) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      if (n < 2) {
        return n;
      }
      Forked.OfLong first = context.fork(new Fib(n - 1));
      long second = new Fib(n - 2).compute(context);
      return first.join() + second;
    }
  }

  static class WithARuntime {
    static final Queue<Integer> CALLED = new ConcurrentLinkedQueue<>();

    @TemotoTest(pes = 3, seeds = 2)
    void shouldRun(TaskRuntime runtime, GlobalAddressSpace space) {
      CALLED.add(space.pe());
      assertEquals(55L, runtime.run(new Fib(10)));
    }
  }

  @Test
  void shouldCallTheMethodOnEveryPe() {
    WithARuntime.CALLED.clear();
    assertThat(run(WithARuntime.class).failures().values()).hasSize(2).containsOnlyNulls();
    assertThat(WithARuntime.CALLED).containsExactlyInAnyOrder(0, 0, 1, 1, 2, 2);
  }

  // --- failures

  static class FirstCome {
    @TemotoTest(pes = 2, seeds = 12)
    void shouldComeFirst(GlobalAddressSpace space) {
      GlobalCounter counter = GlobalCounter.allocate(space, "counter");
      long before = counter.getAndAdd(1);
      assertEquals(space.pe(), before, "who has come before");
    }
  }

  @Test
  void shouldRepeatTheSeedThatFails() {
    Map<String, Throwable> failures = run(FirstCome.class).failures();
    assertThat(failures).hasSize(12);
    assertThat(failures.values()).as("only some seeds fail").containsNull();
    String failed = seed(failures, true);
    for (int repeated = 0; repeated < 2; repeated++) {
      assertThat(run(FirstCome.class, failed).failure())
          .isInstanceOf(AssertionError.class)
          .hasMessage(failures.get("2 PEs, 1 worker, seeded, seed " + failed).getMessage());
    }
    assertThat(run(FirstCome.class, seed(failures, false)).failure()).isNull();
  }

  private static String seed(Map<String, Throwable> outcomes, boolean isFailed) {
    String name =
        outcomes.entrySet().stream()
            .filter(each -> (each.getValue() != null) == isFailed)
            .findFirst()
            .orElseThrow()
            .getKey();
    return name.substring(name.lastIndexOf(' ') + 1);
  }

  static class FailsBesideARun {
    @TemotoTest(pes = 2, seeds = 1)
    void shouldFail(GlobalAddressSpace space, TaskRuntime runtime) {
      if (space.pe() == 1) {
        fail(space.pe());
      }
      runtime.run(new Fib(5));
    }

    private static void fail(int pe) {
      assertEquals(0, pe, "pe");
    }
  }

  @Test
  void shouldFailAsThePeHasFailedAndSayHowToRepeatIt() {
    Throwable failure = run(FailsBesideARun.class).failure();
    assertThat(failure)
        .isInstanceOf(AssertionError.class)
        .hasMessage("pe ==> expected: <0> but was: <1>");
    assertThat(failure.getStackTrace()).anyMatch(frame -> frame.getMethodName().equals("fail"));
    assertThat(failure.getSuppressed())
        .extracting(Throwable::getMessage)
        .contains(
            "in the program of PE 1",
            "failed with seed 1: repeat it with -Dtemoto.seed=1, as by mvn test"
                + " -Dtest='org.temoto.junit.TemotoTestTest$FailsBesideARun#shouldFail'"
                + " -Dtemoto.seed=1");
  }

  static class ThrowsWhatItDeclares {
    @TemotoTest(pes = 2, seeds = 1)
    void shouldFail(GlobalAddressSpace space) throws IOException {
      if (space.pe() == 1) {
        throw new IOException("no file");
      }
    }
  }

  @Test
  void shouldFailWithAnExceptionThatTheMethodDeclares() {
    Throwable failure = run(ThrowsWhatItDeclares.class).failure();
    assertThat(failure).isExactlyInstanceOf(IOException.class).hasMessage("no file");
    assertThat(failure.getSuppressed())
        .anyMatch(each -> each.getMessage().contains("-Dtemoto.seed=1"));
  }

  static class FailsInsideAHeap {
    @TemotoTest(pes = 2, seeds = 4)
    void shouldFail(GlobalAddressSpace space) throws IOException {
      try (GlobalHeap _ = GlobalHeap.create(space, "heap", 1 << 20)) {
        if (space.pe() == 0) {
          throw new IOException("no file");
        }
        space.barrier();
      }
    }
  }

  @Test
  void shouldFailWithTheExceptionThatPassesACollectiveClose() {
    assertThat(run(FailsInsideAHeap.class).failures())
        .hasSize(4)
        .allSatisfy((_, failure) ->
            assertThat(failure).isExactlyInstanceOf(IOException.class).hasMessage("no file"));
  }

  record Throws() implements Action {
    @Override
    public void compute(TaskContext context) {
      throw new IllegalArgumentException("not this");
    }
  }

  static class TaskThrows {
    @TemotoTest(pes = 2, seeds = 1)
    void shouldFail(TaskRuntime runtime) {
      runtime.run(new Throws());
    }
  }

  @Test
  void shouldFailAsTheTaskHasFailed() {
    assertThat(run(TaskThrows.class).failure())
        .isInstanceOf(TaskException.class)
        .hasRootCauseInstanceOf(IllegalArgumentException.class)
        .hasRootCauseMessage("not this");
  }

  record Store(GlobalInts array, int value) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (IntView view = array.localize(Access.READ_WRITE)) {
        view.set(0, value);
        view.commit();
      }
    }
  }

  record StoreTwice(GlobalInts array) implements Action {
    @Override
    public void compute(TaskContext context) {
      context.forkJoin(new Store(array, 1), new Store(array, 2));
    }
  }

  static class Races {
    @TemotoTest(pes = 1, seeds = 1)
    void shouldRace(GlobalAddressSpace space, TaskRuntime runtime) {
      runtime.run(new StoreTwice(GlobalInts.allocate(space, "array", 1)));
    }
  }

  static class RacesUnseen {
    @TemotoTest(pes = 1, seeds = 1, checker = false)
    void shouldRace(GlobalAddressSpace space, TaskRuntime runtime) {
      runtime.run(new StoreTwice(GlobalInts.allocate(space, "array", 1)));
    }
  }

  @Test
  void shouldFindARaceUnlessToldNotTo() {
    assertThat(run(Races.class).failure())
        .isInstanceOfSatisfying(
            CheckFailedException.class,
            found ->
                assertThat(found.findings())
                    .extracting(Finding::kind)
                    .containsExactly(Finding.Kind.RACE));
    assertThat(run(RacesUnseen.class).failure()).isNull();
  }

  // --- jobs that hang

  static class WaitsForAPeThatHasLeft {
    @TemotoTest(pes = 2, seeds = 1)
    void shouldMeet(GlobalAddressSpace space) {
      if (space.pe() == 0) {
        space.barrier();
      }
    }
  }

  @Test
  void shouldFailWhereAPeWaitsForAnotherThatHasLeft() {
    assertThat(run(WaitsForAPeThatHasLeft.class).failure())
        .isInstanceOf(GasException.class)
        .hasMessageContaining("PE 0 waits in barrier at");
  }

  record ForEver() implements Action {
    @Override
    public void compute(TaskContext context) {
      while (true) {
        context.charge(1_000_000);
        context.fork(new Fib(1)).join();
      }
    }
  }

  static class NeverEnds {
    @TemotoTest(pes = 1, schedule = Schedule.VIRTUAL, seeds = 1, timeoutSeconds = 1)
    void shouldEnd(TaskRuntime runtime) {
      runtime.run(new ForEver());
    }
  }

  @Test
  void shouldEndARunAtItsLimit() {
    Outcome outcome = run(NeverEnds.class);
    assertThat(outcome.failures()).containsOnlyKeys("1 PE, 1 worker, virtual, seed 1");
    assertThat(outcome.failure()).isInstanceOf(RunTimeoutException.class);
  }

  // --- what is refused

  static class BadPes {
    @TemotoTest(pes = 0)
    void shouldBeRefused(GlobalAddressSpace space) {}
  }

  static class BadWorkers {
    @TemotoTest(workers = 0)
    void shouldBeRefused(GlobalAddressSpace space) {}
  }

  static class BadPageSize {
    @TemotoTest(pageSize = 5000)
    void shouldBeRefused(GlobalAddressSpace space) {}
  }

  static class BadSeeds {
    @TemotoTest(seeds = 0)
    void shouldBeRefused(GlobalAddressSpace space) {}
  }

  static class BadTimeout {
    @TemotoTest(timeoutSeconds = -1)
    void shouldBeRefused(GlobalAddressSpace space) {}
  }

  static class SeedsOfThreads {
    @TemotoTest(schedule = Schedule.THREADS, seeds = 1)
    void shouldBeRefused(GlobalAddressSpace space) {}
  }

  static class WithoutParameter {
    @TemotoTest
    void shouldBeRefused() {}
  }

  static class WithANumber {
    @TemotoTest
    void shouldBeRefused(GlobalAddressSpace space, int pe) {}
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "BadPes | pes=0 must be from 1 to 16384",
        "BadWorkers | workers=0 must be from 1 to 1024",
        "BadPageSize | pageSize=5000 must be a power of two from 4 KiB to 16 MiB",
        "BadSeeds | seeds=0 must be at least 1",
        "BadTimeout | timeoutSeconds=-1 must be at least 0",
        "SeedsOfThreads | seeds=1 must be left out with schedule=THREADS, which no seed repeats",
        "WithoutParameter | method shouldBeRefused has no parameter:"
            + " it takes a GlobalAddressSpace, a TaskRuntime, or both",
        "WithANumber | method shouldBeRefused has a parameter of type int:"
            + " it takes a GlobalAddressSpace, a TaskRuntime, or both"
      },
      delimiter = '|')
  void shouldRefuse(String type, String message) throws ClassNotFoundException {
    Outcome outcome = run(Class.forName(getClass().getName() + "$" + type));
    assertThat(outcome.failures()).isEmpty();
    assertThat(outcome.refusals()).extracting(Throwable::getMessage).containsExactly(message);
  }

  @Test
  void shouldRefuseAWantedSeedThatIsNone() {
    assertThat(run(OnThreads.class, "3").refusals())
        .extracting(Throwable::getMessage)
        .containsExactly(
            "temoto.seed=3 must be left out with schedule=THREADS, which no seed repeats");
    assertThat(run(Defaults.class, "three").refusals())
        .extracting(Throwable::getMessage)
        .containsExactly("temoto.seed=three must be an integer of 64 bits");
  }

  // --- how they are run

  /**
   * Outcome of a class of tests.
   *
   * @param failures of the jobs, or null, by their names
   * @param refusals of methods
   */
  private record Outcome(Map<String, Throwable> failures, List<Throwable> refusals) {
    /** Failure of the only job. */
    Throwable failure() {
      assertThat(refusals).isEmpty();
      assertThat(failures).hasSize(1);
      return failures.values().iterator().next();
    }
  }

  private static Outcome run(Class<?> type) {
    return run(type, null);
  }

  private static Outcome run(Class<?> type, String seed) {
    Outcome outcome = new Outcome(new LinkedHashMap<>(), new ArrayList<>());
    LauncherDiscoveryRequestBuilder request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectClass(type))
            .filters(EngineFilter.includeEngines("junit-jupiter"))
            .enableImplicitConfigurationParameters(false); // a property would repeat all of them
    Stream.ofNullable(seed).forEach(each -> request.configurationParameter("temoto.seed", each));
    LauncherFactory.create()
        .execute(
            request.build(),
            new TestExecutionListener() {
              @Override
              public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                Throwable failure = result.getThrowable().orElse(null);
                if (test.isTest()) {
                  outcome.failures().put(test.getDisplayName(), failure);
                } else if (failure != null) {
                  outcome.refusals().add(failure);
                }
              }
            });
    return outcome;
  }
}
