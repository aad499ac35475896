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
import org.temoto.task.RuntimeStatistics;
import org.temoto.task.Task;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskRuntime;

/**
 * The round trip of one task through a thief: fork, offer, wait until the thief has found, claimed
 * and started it (the forker spins on a word of the JVM meanwhile, so that it cannot run the task
 * itself), report its end, join. It includes the thief's way of looking, and its waking up where it
 * has fallen asleep; between PEs also the task's way through the codec, a release before the offer
 * and an acquire at either end. The network takes no time, but it is a network: transfers are not
 * done before they are waited for.
 *
 * <p>Every round is checked to be a steal: a forker that has waited in vain for long runs its task
 * itself, and then the measurement fails if that happens often.
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

  /** How long a forker waits for a thief at most. */
  private static final long PATIENCE_NANOS = 1_000_000_000;

  /**
   * The number of the task that was started last. Volatile: all simulated PEs are threads of this
   * JVM, and the forker waits for it.
   */
  private static volatile int started;

  private static void awaitStart(int number) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (started != number && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
  }

  /** Tells that it has been started. */
  record Signal(int number) implements Action {
    @Override
    public void execute(TaskContext context) {
      started = number;
    }
  }

  /** Has so many tasks stolen, one after the other. */
  record HandOver(int rounds) implements Task<Integer> {
    @Override
    public Integer run(TaskContext context) {
      for (int i = 1; i <= rounds; i++) {
        Forked<Void> child = context.fork(new Signal(i));
        awaitStart(i);
        context.join(child);
      }
      return rounds;
    }
  }

  private static int measured(TaskRuntime runtime, boolean remote) {
    started = 0;
    RuntimeStatistics before = runtime.totalStatistics();
    int rounds = runtime.run(new HandOver(ROUNDS));
    RuntimeStatistics after = runtime.totalStatistics();
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
      int inVain = 0;
      for (int i = 1; i <= ROUNDS; i++) {
        PoolSignal child = new PoolSignal(i);
        child.fork();
        awaitStart(i);
        inVain += started == i ? 0 : 1;
        child.join();
      }
      return inVain;
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
    int inVain = state.pool.invoke(new PoolHandOver());
    if (inVain > TOLERANCE * ROUNDS) {
      throw new IllegalStateException(inVain + " of " + ROUNDS + " tasks were not handed over");
    }
    return inVain;
  }
}
