package org.temoto.bench;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.array.DoubleView;
import org.temoto.gas.array.GlobalDoubles;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.TaskRuntime;
import org.temoto.task.pattern.DoubleOperator;
import org.temoto.task.pattern.Patterns;

/** Patterns on one PE, and what the JDK does instead, on the same small whole numbers. */
final class PatternContenders implements AutoCloseable {
  private static final int MOST = 10;

  /** Work that is done to the numbers. */
  enum Work {
    REDUCE,
    INCLUSIVE_SCAN,
    TRANSFORM
  }

  private final double[] numbers;
  private final double sum;
  private final double[] array;
  private final double[] target;
  private final ForkJoinPool pool;
  private final OpenJob job;
  private GlobalDoubles global;
  private GlobalDoubles globalTarget;

  PatternContenders(int count, int workers, long seed) {
    numbers =
        new SplittableRandom(seed)
            .ints(count, 0, MOST)
            .asDoubleStream()
            .toArray(); // sums are exact
    sum = Arrays.stream(numbers).sum();
    array = new double[count];
    target = new double[count];
    pool = new ForkJoinPool(workers);
    GasOptions options = GasOptions.DEFAULT.withBackend("simulated").withPes(1);
    job = new OpenJob(options.withWorkers(workers), RuntimeOptions.DEFAULT);
    job.call(this::allocate);
  }

  private Void allocate(GlobalAddressSpace space, TaskRuntime runtime) {
    global = GlobalDoubles.allocate(space, "numbers", numbers.length);
    globalTarget = GlobalDoubles.allocate(space, "target", numbers.length);
    return null;
  }

  /** Temoto first, then the JDK. */
  List<Contender> pair(Work work) {
    return List.of(new Global(work), new Jdk(work));
  }

  @Override
  public void close() {
    pool.close();
    job.close();
  }

  /** Kernel that gives twice the number and one. */
  record Line() implements Patterns.UnaryKernel {
    @Override
    public void run(MemorySegment from, MemorySegment to, long first, long count) {
      for (long i = 0; i < count; i++) {
        to.setAtIndex(JAVA_DOUBLE, i, line(from.getAtIndex(JAVA_DOUBLE, i)));
      }
    }
  }

  private static double line(double number) {
    return 2 * number + 1;
  }

  private void require(Work work, double result, double last) {
    double expected =
        switch (work) {
          case REDUCE -> sum;
          case INCLUSIVE_SCAN -> sum;
          case TRANSFORM -> line(numbers[numbers.length - 1]);
        };
    double found = work == Work.REDUCE ? result : last;
    if (found != expected) {
      throw new IllegalStateException(work + " came to " + found + ", not " + expected);
    }
  }

  private final class Global implements Contender {
    private final Work work;

    Global(Work work) {
      this.work = work;
    }

    @Override
    public String name() {
      return "temoto";
    }

    @Override
    public double round() {
      return job.call(this::run);
    }

    private double run(GlobalAddressSpace space, TaskRuntime runtime) {
      try (DoubleView view = global.localize(Access.WRITE)) {
        MemorySegment.copy(numbers, 0, view.segment(), JAVA_DOUBLE, 0, numbers.length);
        view.commit();
      }
      space.barrier();
      long start = System.nanoTime();
      double result =
          runtime.run(context -> {
            Patterns patterns = Patterns.in(context);
            switch (work) {
              case REDUCE -> {
                return patterns.reduce(global, DoubleOperator.SUM);
              }
              case INCLUSIVE_SCAN -> patterns.inclusiveScan(global, global, DoubleOperator.SUM);
              case TRANSFORM -> patterns.transform(global, globalTarget, new Line());
            }
            return 0.0;
          });
      double seconds = (System.nanoTime() - start) * 1e-9;
      GlobalDoubles written = work == Work.TRANSFORM ? globalTarget : global;
      long last = numbers.length - 1L;
      try (DoubleView view = written.localize(last, last + 1, Access.READ)) {
        require(work, result, view.get(0));
      }
      return seconds;
    }
  }

  /** Contender in a JDK pool of its own, which cuts as the common pool has threads. */
  private final class Jdk implements Contender {
    private final Work work;

    Jdk(Work work) {
      this.work = work;
    }

    @Override
    public String name() {
      return switch (work) {
        case REDUCE -> "parallel DoubleStream.reduce";
        case INCLUSIVE_SCAN -> "Arrays.parallelPrefix";
        case TRANSFORM -> "Arrays.parallelSetAll";
      };
    }

    @Override
    public double round() {
      System.arraycopy(numbers, 0, array, 0, numbers.length);
      long start = System.nanoTime();
      double result = pool.submit(this::run).join();
      double seconds = (System.nanoTime() - start) * 1e-9;
      double[] written = work == Work.TRANSFORM ? target : array;
      require(work, result, written[numbers.length - 1]);
      return seconds;
    }

    private double run() {
      switch (work) {
        case REDUCE -> {
          return Arrays.stream(array).parallel().reduce(0, Double::sum);
        }
        case INCLUSIVE_SCAN -> Arrays.parallelPrefix(array, Double::sum);
        case TRANSFORM -> Arrays.parallelSetAll(target, i -> line(array[i]));
      }
      return 0;
    }
  }
}
