package org.temoto.bench;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.TaskRuntime;
import org.temoto.task.pattern.sort.Cilksort;
import org.temoto.task.pattern.sort.ElementType;
import org.temoto.task.pattern.sort.FastKernel;
import org.temoto.task.pattern.sort.Keys;
import org.temoto.task.pattern.sort.SortKernel;
import org.temoto.task.pattern.sort.SortPlan;

/** Ways to sort the same random 32-bit keys. */
final class SortContenders {
  private final int[] keys;
  private final int[] sorted;

  SortContenders(int count, long seed) {
    keys = new SplittableRandom(seed).ints(count).toArray();
    sorted = keys.clone();
    Arrays.parallelSort(sorted);
  }

  List<Contender> all(int workers) {
    return List.of(
        new Temoto(1, FastKernel.INSTANCE),
        new Temoto(workers, FastKernel.INSTANCE),
        new ParallelSort(workers),
        new ArraysSort());
  }

  private void check(boolean holds, Contender who) {
    if (!holds) {
      throw new IllegalStateException(who.name() + " did not sort");
    }
  }

  /** The application's merge sort on one PE, in memories that it has used before. */
  private final class Temoto implements Contender {
    private final int workers;
    private final SortPlan plan;
    private final OpenJob job;
    private GlobalMemory memory;
    private GlobalMemory scratch;

    Temoto(int workers, SortKernel kernel) {
      this.workers = workers;
      plan = SortPlan.suited(ElementType.INT32, keys.length, 1, workers, kernel);
      GasOptions options = GasOptions.DEFAULT.withBackend("simulated").withPes(1);
      job = new OpenJob(options.withWorkers(workers), RuntimeOptions.DEFAULT);
      job.call(this::allocate);
    }

    private Void allocate(GlobalAddressSpace space, TaskRuntime runtime) {
      memory = space.allocate("keys", (long) keys.length * Integer.BYTES);
      scratch = space.allocate("scratch", (long) keys.length * Integer.BYTES);
      return null;
    }

    @Override
    public String name() {
      return "temoto sort, 1 PE x " + workers;
    }

    @Override
    public double round() {
      return job.call(this::sort);
    }

    private double sort(GlobalAddressSpace space, TaskRuntime runtime) {
      try (LocalView view = memory.whole().localize(Access.WRITE)) {
        MemorySegment.copy(keys, 0, view.segment(), JAVA_INT, 0, keys.length);
        view.commit();
      }
      Cilksort root = new Cilksort(whole(memory), whole(scratch), plan);
      space.barrier();
      long start = System.nanoTime();
      runtime.run(root);
      double seconds = (System.nanoTime() - start) * 1e-9;
      try (LocalView view = memory.whole().localize(Access.READ)) {
        check(view.segment().mismatch(MemorySegment.ofArray(sorted)) == -1, this);
      }
      return seconds;
    }

    private static Keys whole(GlobalMemory memory) {
      return new Keys(ElementType.INT32, memory.whole());
    }

    @Override
    public void close() {
      job.close();
    }
  }

  /**
   * Contender {@link Arrays#parallelSort(int[])} in a pool of its own. How finely it cuts follows
   * the common pool: on two processors that has one thread, and the sort would be sequential.
   */
  private final class ParallelSort implements Contender {
    private final int workers;
    private final ForkJoinPool pool;
    private final int[] array = new int[keys.length];

    ParallelSort(int workers) {
      this.workers = workers;
      this.pool = new ForkJoinPool(workers);
      int common = ForkJoinPool.getCommonPoolParallelism();
      if (common != workers) {
        throw new IllegalStateException(
            "the common pool's parallelism is " + common + ", and must be workers=" + workers);
      }
    }

    @Override
    public String name() {
      return "Arrays.parallelSort, pool of " + workers;
    }

    @Override
    public double round() {
      System.arraycopy(keys, 0, array, 0, keys.length);
      long start = System.nanoTime();
      pool.submit(() -> Arrays.parallelSort(array)).join();
      double seconds = (System.nanoTime() - start) * 1e-9;
      check(Arrays.equals(array, sorted), this);
      return seconds;
    }

    @Override
    public void close() {
      pool.close();
    }
  }

  private final class ArraysSort implements Contender {
    private final int[] array = new int[keys.length];

    @Override
    public String name() {
      return "Arrays.sort";
    }

    @Override
    public double round() {
      System.arraycopy(keys, 0, array, 0, keys.length);
      long start = System.nanoTime();
      Arrays.sort(array);
      double seconds = (System.nanoTime() - start) * 1e-9;
      check(Arrays.equals(array, sorted), this);
      return seconds;
    }
  }
}
