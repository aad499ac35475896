package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * Tests of random task trees, joined in every way that the API knows: right results, and every task
 * once.
 */
class RandomTreeTest {
  private static final Set<Long> RAN = ConcurrentHashMap.newKeySet();
  private static final AtomicLong TWICE = new AtomicLong();

  /** The PEs of the job. */
  private static volatile int homes;

  /** Node whose acts all follow from its seed, so that the sequential sum of its tree does, too. */
  record Node(long seed, int depth) implements Task<Long> {
    @Override
    public Long run(TaskContext context) {
      if (!RAN.add(seed)) {
        TWICE.incrementAndGet();
      }
      SplittableRandom random = new SplittableRandom(seed);
      long sum = seed;
      int rounds = depth == 0 ? 0 : 1 + random.nextInt(2);
      for (int round = 0; round < rounds; round++) {
        sum += joined(children(random), random.nextInt(5), context);
      }
      return sum;
    }

    private List<Node> children(SplittableRandom random) {
      List<Node> children = new ArrayList<>();
      int count = random.nextInt(5);
      for (int i = 0; i < count; i++) {
        children.add(new Node(random.nextLong(), random.nextInt(depth)));
      }
      return children;
    }

    /** Every third one at some PE. */
    private Forked<Long> forkedBy(TaskContext context) {
      return Math.floorMod(seed, 3) == 0
          ? context.forkAt((int) Math.floorMod(seed / 3, (long) homes), this)
          : context.fork(this);
    }

    private static long joined(List<Node> children, int way, TaskContext context) {
      List<Forked<Long>> forked = new ArrayList<>();
      children.forEach(each -> forked.add(each.forkedBy(context)));
      if (forked.size() == 3) {
        context.share(20_000);
      } else if (forked.size() == 4) {
        context.attend();
      }
      long sum = 0;
      switch (way) {
        case 0 -> Collections.reverse(forked);
        case 1 -> context.sync();
        case 2 -> Collections.shuffle(forked, new java.util.Random(children.size()));
        case 3 -> {
          if (forked.size() > 1) {
            sum += context.join(forked.remove(1));
          }
        }
        default -> {}
      }
      for (Forked<Long> each : forked) {
        sum = sum * 31 + context.join(each);
      }
      return sum;
    }
  }

  /**
   * The sequential sum, and the number of nodes, by running the same code on a context that runs a
   * task when it is joined.
   */
  private static final class Sequential implements TaskContext {
    private final java.util.IdentityHashMap<Forked<?>, Object> results =
        new java.util.IdentityHashMap<>();

    @Override
    public <R> Forked<R> fork(Task<R> task) {
      Forked<R> child = new Forked<>(null, null, 0, task);
      results.put(child, task.run(this));
      return child;
    }

    @Override
    public <R> Forked<R> forkAt(int pe, Task<R> task) {
      return fork(task);
    }

    @Override
    public TaskHandle forkAfter(Task<?> task, TaskHandle... dependencies) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void join(TaskHandle task) {
      throw new UnsupportedOperationException();
    }

    @Override
    public TaskHandle promise() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void fulfil(TaskHandle promise) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void detach(Task<?> task) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void detach(int pe, Task<?> task) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void fulfil(TaskHandle promise, Object value) {
      throw new UnsupportedOperationException();
    }

    @Override
    public <T> T value(TaskHandle promise, Class<T> type) {
      throw new UnsupportedOperationException();
    }

    @Override
    public TaskHandle forkAfter(int pe, Task<?> task, TaskHandle... dependencies) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Forked.OfLong fork(LongTask task) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Forked.OfDouble fork(DoubleTask task) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long join(Forked.OfLong child) {
      throw new UnsupportedOperationException();
    }

    @Override
    public double join(Forked.OfDouble child) {
      throw new UnsupportedOperationException();
    }

    @Override
    @SuppressWarnings("unchecked") // fork() stores the result of this very task
    public <R> R join(Forked<R> child) {
      return (R) results.get(child);
    }

    @Override
    public void sync() {}

    @Override
    public void forkJoin(Task<?>... tasks) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void share(long nanos) {}

    @Override
    public void attend() {}

    @Override
    public void charge(long nanos) {}

    @Override
    public int pe() {
      return 0;
    }

    @Override
    public int worker() {
      return 0;
    }

    @Override
    public org.temoto.gas.GlobalAddressSpace space() {
      throw new UnsupportedOperationException();
    }
  }

  private static void check(Node root, int pes, int workers, RuntimeOptions options) {
    RAN.clear();
    homes = pes;
    TWICE.set(0);
    final long expected = root.run(new Sequential());
    final int nodes = RAN.size();
    RAN.clear();
    long[] got = new long[2];
    Jobs.eachPe(
        Jobs.options(pes, workers, root.seed),
        options,
        (space, runtime) -> {
          long sum = runtime.run(root);
          assertThat(sum).as("on PE %d", space.pe()).isEqualTo(expected);
          TaskRuntime.Statistics statistics = runtime.totalStatistics();
          if (space.pe() == 0) {
            got[0] = sum;
            got[1] = statistics.tasks();
          }
        });
    assertThat(got[0]).isEqualTo(expected);
    assertThat(RAN).hasSize(nodes);
    assertThat(got[1]).isEqualTo(nodes);
    assertThat(TWICE.get()).as("tasks run twice").isZero();
  }

  @Property(tries = 60)
  void shouldRunEveryTaskOnceEager(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 4) int pes,
      @ForAll @IntRange(min = 1, max = 4) int workers) {
    check(new Node(seed, 5), pes, workers, Jobs.EAGER);
  }

  @Property(tries = 40)
  void shouldRunEveryTaskOnceLazy(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 4) int pes,
      @ForAll @IntRange(min = 1, max = 4) int workers) {
    check(new Node(seed, 7), pes, workers, RuntimeOptions.DEFAULT);
  }

  @Test
  void shouldSurviveAJoinOfEveryKindOnOneWorker() {
    for (long seed = 0; seed < 20; seed++) {
      check(new Node(seed, 6), 1, 1, RuntimeOptions.DEFAULT);
    }
  }
}
