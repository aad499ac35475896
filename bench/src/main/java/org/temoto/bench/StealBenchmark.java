package org.temoto.bench;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.temoto.gas.GasOptions;
import org.temoto.task.Action;
import org.temoto.task.Forked;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.Task;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskRuntime;

/**
 * Benchmark of the round trip of one task through a thief: fork, offer, wait until the thief has
 * found, claimed and started it (the forker spins on a word of the JVM meanwhile, so that it cannot
 * run the task itself), report its end, join. It includes the thief's way of looking, and its
 * waking up where it has fallen asleep; between PEs also the task's way through the codec, a
 * release before the offer and an acquire at either end. The network takes no time, but it is a
 * network: transfers are not done before they are waited for.
 *
 * <p>An offer that had to be put off, because the last thief's acknowledgement has not arrived, is
 * made at the forker's next fork: so it forks a task that does nothing now and then while it waits.
 * It is checked that nearly every round was a steal.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 7, time = 1)
public class StealBenchmark {
  private static final int ROUNDS = 1000;

  /** Share of rounds that may fail to be steals. */
  private static final double TOLERANCE = 0.01;

  /** Time for which a forker spins before it gives the runtime another occasion to offer. */
  private static final long SPIN_NANOS = 10_000;

  /**
   * The number of the task that was started last. Volatile: all simulated PEs are threads of this
   * JVM, and the forker waits for it.
   */
  private static volatile int started;

  /** Spins for a while; whether the task has been started. */
  private static boolean awaitStart(int number) {
    long deadline = System.nanoTime() + SPIN_NANOS;
    while (started != number) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      Thread.onSpinWait();
    }
    return true;
  }

  /** Task that does nothing. */
  record Nothing() implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  /** Task that tells that it has been started. */
  record Signal(int number) implements Action {
    @Override
    public void compute(TaskContext context) {
      started = number;
    }
  }

  /** Task that has so many tasks stolen, one after the other. */
  record HandOver(int rounds) implements Task<Integer> {
    @Override
    public Integer run(TaskContext context) {
      for (int i = 1; i <= rounds; i++) {
        Forked<Void> child = context.fork(new Signal(i));
        while (!awaitStart(i)) {
          context.join(context.fork(new Nothing()));
        }
        context.join(child);
      }
      return rounds;
    }
  }

  private static int measured(TaskRuntime runtime, boolean remote) {
    started = 0;
    TaskRuntime.Statistics before = runtime.totalStatistics();
    int rounds = runtime.run(new HandOver(ROUNDS));
    TaskRuntime.Statistics after = runtime.totalStatistics();
    long stolen =
        remote ? after.remoteSteals() - before.remoteSteals() : after.steals() - before.steals();
    if (stolen < (1 - TOLERANCE) * ROUNDS) {
      throw new IllegalStateException("only " + stolen + " of " + ROUNDS + " tasks were stolen");
    }
    return rounds;
  }

  private static OpenJob open(int pes, int workers) {
    GasOptions options = GasOptions.DEFAULT.withBackend("simulated").withPes(pes);
    RuntimeOptions eager = new RuntimeOptions(RuntimeOptions.Exposure.EAGER, 0);
    return new OpenJob(options.withWorkers(workers), eager);
  }

  /** One PE with two workers. */
  @State(Scope.Benchmark)
  public static class WithinPe {
    private OpenJob job;

    @Setup
    public void start() {
      job = open(1, 2);
    }

    @TearDown
    public void close() {
      job.close();
    }
  }

  /** Two PEs with one worker each. */
  @State(Scope.Benchmark)
  public static class BetweenPes {
    private OpenJob job;

    @Setup
    public void start() {
      job = open(2, 1);
    }

    @TearDown
    public void close() {
      job.close();
    }
  }

  /** The JDK's pool of two threads. */
  @State(Scope.Benchmark)
  public static class Pool {
    private ForkJoinPool pool;

    @Setup
    public void start() {
      pool = new ForkJoinPool(2);
    }

    @TearDown
    public void close() {
      pool.close();
    }
  }

  private static final class PoolSignal extends RecursiveAction {
    private static final long serialVersionUID = 1;
    private final int number;

    PoolSignal(int number) {
      this.number = number;
    }

    @Override
    protected void compute() {
      started = number;
    }
  }

  private static final class PoolHandOver extends RecursiveTask<Integer> {
    private static final long serialVersionUID = 1;

    @Override
    protected Integer compute() {
      for (int i = 1; i <= ROUNDS; i++) {
        PoolSignal child = new PoolSignal(i);
        child.fork();
        while (!awaitStart(i)) {
          Thread.onSpinWait();
        }
        child.join();
      }
      return ROUNDS;
    }
  }

  @Benchmark
  @OperationsPerInvocation(ROUNDS)
  public int withinPe(WithinPe state) {
    return state.job.call((space, runtime) -> measured(runtime, false));
  }

  @Benchmark
  @OperationsPerInvocation(ROUNDS)
  public int betweenPes(BetweenPes state) {
    return state.job.call((space, runtime) -> measured(runtime, true));
  }

  @Benchmark
  @OperationsPerInvocation(ROUNDS)
  public int forkJoinPool(Pool state) {
    started = 0;
    return state.pool.invoke(new PoolHandOver());
  }
}
