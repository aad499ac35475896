package org.temoto.bench;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
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
import org.temoto.gas.GasOptions;
import org.temoto.task.Action;
import org.temoto.task.Forked;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.Task;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskRuntime;

/**
 * Benchmark of a join that must wait: nanoseconds per child that a thief has begun and ends only
 * when its joiner waits, from its fork to the end of its join. That is {@link StealBenchmark}'s
 * round trip and what the joiner, which looks for work meanwhile, is late. Beside it, what one
 * hand-over of a worker to another strand costs, as where it finds some: {@code switches} is one of
 * a token that two threads, of either kind, give each other.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 7, time = 1)
public class JoinBenchmark {
  private static final int ROUNDS = 1000;

  /** Time for which a forker spins before it gives the runtime another occasion to offer. */
  private static final long SPIN_NANOS = 10_000;

  /** The number of the child begun last. Volatile: its forker waits for it. */
  private static volatile int begun;

  /** The runtime of the forker. Volatile: the child, on another PE, looks at its statistics. */
  private static volatile TaskRuntime forkers;

  /** Task that ends when the forker waits for it. */
  record Child(int number) implements Action {
    @Override
    public void compute(TaskContext context) {
      begun = number;
      while (forkers.statistics().suspensions() < number) {
        Thread.onSpinWait();
      }
    }
  }

  /** Task that does nothing. */
  record Nothing() implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  /** Task that joins so many children that are not done. */
  record Joiner(int rounds, long before) implements Task<Integer> {
    @Override
    public Integer run(TaskContext context) {
      for (int i = 1; i <= rounds; i++) {
        int number = (int) before + i;
        Forked<Void> child = context.fork(new Child(number));
        while (!awaitBegin(number)) {
          context.join(context.fork(new Nothing()));
        }
        context.join(child);
      }
      return rounds;
    }

    private static boolean awaitBegin(int number) {
      long deadline = System.nanoTime() + SPIN_NANOS;
      while (begun != number) {
        if (System.nanoTime() > deadline) {
          return false;
        }
        Thread.onSpinWait();
      }
      return true;
    }
  }

  /** One PE with two workers, or two with one. */
  @State(Scope.Benchmark)
  public static class Job {
    @Param({"1", "2"})
    public int pes;

    private OpenJob job;

    @Setup
    public void open() {
      GasOptions options = GasOptions.DEFAULT.withBackend("simulated").withPes(pes);
      job = new OpenJob(options.withWorkers(2 / pes), RuntimeOptions.DEFAULT);
    }

    @TearDown
    public void close() {
      job.close();
    }
  }

  @Benchmark
  @OperationsPerInvocation(ROUNDS)
  public int suspended(Job state) {
    return state.job.call((space, runtime) -> {
      if (space.pe() == 0) {
        forkers = runtime;
      }
      return runtime.run(new Joiner(ROUNDS, runtime.statistics().suspensions()));
    });
  }

  /** Two threads that wait for each other's token. */
  @State(Scope.Benchmark)
  public static class Pair {
    @Param({"platform", "virtual"})
    public String threads;

    private final AtomicInteger turn = new AtomicInteger();
    private ThreadFactory factory;

    @Setup(Level.Trial)
    public void choose() {
      factory = (threads.equals("virtual") ? Thread.ofVirtual() : Thread.ofPlatform()).factory();
    }

    private void play() throws InterruptedException {
      Thread[] both = new Thread[2];
      for (int i = 0; i < 2; i++) {
        int mine = i;
        both[i] = factory.newThread(() -> pass(mine, both));
      }
      turn.set(0);
      for (Thread each : both) {
        each.start();
      }
      for (Thread each : both) {
        each.join();
      }
    }

    private void pass(int mine, Thread[] both) {
      for (int i = mine; i < ROUNDS; i += 2) {
        while (turn.get() != i) {
          LockSupport.park();
        }
        turn.set(i + 1);
        LockSupport.unpark(both[1 - mine]);
      }
    }
  }

  @Benchmark
  @OperationsPerInvocation(ROUNDS)
  public void switches(Pair pair) throws InterruptedException {
    pair.play();
  }
}
