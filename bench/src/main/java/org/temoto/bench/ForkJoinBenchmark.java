package org.temoto.bench;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.temoto.apps.fib.Fib;
import org.temoto.gas.GasOptions;
import org.temoto.task.Forked;
import org.temoto.task.LongTask;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.Task;
import org.temoto.task.TaskContext;

/**
 * Nanoseconds per fork and join: fib, which forks one child per inner node of its tree of calls and
 * does nothing else; by Temoto on one PE, by a {@link ForkJoinPool} of as many threads, and by
 * plain calls.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 7, time = 1)
public class ForkJoinBenchmark {
  private static final int N = 30;

  /** Inner nodes of the tree of calls of fib(30): fib(31) - 1. */
  private static final int FORKS = 1_346_268;

  /** Temoto on one PE. */
  @State(Scope.Benchmark)
  public static class Tasks {
    @Param({"1", "2"})
    public int workers;

    private OpenJob job;

    @Setup
    public void open() {
      GasOptions options = GasOptions.DEFAULT.withBackend("simulated").withPes(1);
      job = new OpenJob(options.withWorkers(workers), RuntimeOptions.DEFAULT);
      long forks = job.call((space, runtime) -> forksOfOneRun(runtime));
      if (forks != FORKS) {
        throw new IllegalStateException("fib(" + N + ") forked " + forks + ", not " + FORKS);
      }
    }

    private static long forksOfOneRun(org.temoto.task.TaskRuntime runtime) {
      long before = runtime.totalStatistics().forks();
      runtime.run(new Fib(N));
      return runtime.totalStatistics().forks() - before;
    }

    @TearDown
    public void close() {
      job.close();
    }
  }

  /** State of the JDK's pool. */
  @State(Scope.Benchmark)
  public static class Pool {
    @Param({"1", "2"})
    public int workers;

    private ForkJoinPool pool;

    @Setup
    public void open() {
      pool = new ForkJoinPool(workers);
    }

    @TearDown
    public void close() {
      pool.close();
    }
  }

  /** The same recursion for the JDK's pool: one child forked, the other in place. */
  private static final class PoolFib extends RecursiveTask<Long> {
    private static final long serialVersionUID = 1;
    private final int n;

    PoolFib(int n) {
      this.n = n;
    }

    @Override
    protected Long compute() {
      if (n < 2) {
        return (long) n;
      }
      PoolFib first = new PoolFib(n - 1);
      first.fork();
      long second = new PoolFib(n - 2).compute();
      return first.join() + second;
    }
  }

  /** The same with a result that is an object. */
  private record BoxedFib(int n) implements Task<Long> {
    @Override
    public Long run(TaskContext context) {
      if (n < 2) {
        return (long) n;
      }
      Forked<Long> first = context.fork(new BoxedFib(n - 1));
      long second = new BoxedFib(n - 2).run(context);
      return context.join(first) + second;
    }
  }

  /** One more class of tasks that return a long, so that not all calls are to the same one. */
  private record OtherFib(int n) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      if (n < 2) {
        return n;
      }
      Forked.OfLong first = context.fork(new OtherFib(n - 1));
      long second = new OtherFib(n - 2).compute(context);
      return context.join(first) + second;
    }
  }

  private static long fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
  }

  /** A parameter, so that no result is known to the compiler. */
  public int n = N;

  @Benchmark
  @OperationsPerInvocation(FORKS)
  public long temoto(Tasks tasks) {
    return tasks.job.run(new Fib(n));
  }

  /** Three classes of tasks, as a program has several; per fork and join of any. */
  @Benchmark
  @OperationsPerInvocation(3 * FORKS)
  public long temotoMixed(Tasks tasks) {
    return tasks.job.run(new Fib(n))
        + tasks.job.run(new OtherFib(n))
        + tasks.job.run(new BoxedFib(n));
  }

  @Benchmark
  @OperationsPerInvocation(FORKS)
  public long forkJoinPool(Pool state) {
    return state.pool.invoke(new PoolFib(n));
  }

  @Benchmark
  @OperationsPerInvocation(FORKS)
  public long sequential() {
    return fib(n);
  }
}
