package org.temoto.task;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.Access;
import org.temoto.gas.GasException;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasOptions.Coherence;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.Temoto;
import org.temoto.gas.lock.GlobalLocks;
import org.temoto.gas.lock.GlobalSemaphore;

/** Tests of locks and semaphores under tasks and programs, on any backend. */
public abstract class LockContractTest {
  protected static final int PAGE = GasOptions.MIN_PAGE_SIZE;

  /** Every fork is offered. */
  private static final RuntimeOptions STOLEN =
      new RuntimeOptions(RuntimeOptions.Exposure.EAGER, 20_000);

  /** Clusters that each program runs on, one after the other. */
  protected abstract Stream<GasOptions> clusters();

  /** Options that all backends have in common. */
  protected static GasOptions options(String backend, int pes) {
    return GasOptions.DEFAULT
        .withBackend(backend)
        .withPes(pes)
        .withPageSize(PAGE)
        .withHeapBytes(8 << 20)
        .withCacheBytes(64 * PAGE);
  }

  private void programs(Consumer<GlobalAddressSpace> program) {
    clusters()
        .forEach(options -> {
          try {
            Temoto.launch(options, program);
          } catch (RuntimeException | Error failure) {
            failure.addSuppressed(new Exception("seed " + options.seed()));
            throw failure;
          }
        });
  }

  private void tasks(BiConsumer<GlobalAddressSpace, TaskRuntime> program) {
    programs(space -> {
      try (TaskRuntime runtime = TaskRuntime.start(space, STOLEN)) {
        program.accept(space, runtime);
      }
    });
  }

  static long get(GlobalMemory memory, long index) {
    try (LocalView view = memory.localize(index * Long.BYTES, Long.BYTES, Access.READ)) {
      return view.segment().get(JAVA_LONG, 0);
    }
  }

  static void set(GlobalMemory memory, long index, long value) {
    try (LocalView view = memory.localize(index * Long.BYTES, Long.BYTES, Access.WRITE)) {
      view.segment().set(JAVA_LONG, 0, value);
      if (memory.space().options().coherence() == Coherence.EXPLICIT) {
        view.commit();
      }
    }
  }

  // --- a counter

  /** Counts in so many tasks, each with an unlocked sibling left behind. */
  record Count(GlobalLocks locks, GlobalMemory memory, int tasks, int times) implements Action {
    @Override
    public void compute(TaskContext context) {
      if (tasks > 1) {
        context.fork(new Count(locks, memory, tasks / 2, times));
        new Count(locks, memory, tasks - tasks / 2, times).compute(context);
        return;
      }
      for (int i = 0; i < times; i++) {
        try (var _ = locks.lock(0)) {
          set(memory, 0, get(memory, 0) + 1);
        }
      }
    }
  }

  @Test
  void shouldCountInTasks() {
    tasks((space, runtime) -> {
      GlobalLocks locks = GlobalLocks.create(space, "lock", 1);
      GlobalMemory memory = space.allocate("memory", 2L * PAGE * space.pes());
      runtime.run(new Count(locks, memory, 8, 3));
      assertThat(get(memory, 0)).isEqualTo(24);
      locks.close();
    });
  }

  @Test
  void shouldCountInPrograms() {
    programs(space -> {
      GlobalLocks locks = GlobalLocks.create(space, "lock", space.pes());
      GlobalMemory memory = space.allocate("memory", 2L * PAGE * space.pes());
      for (int lock = 0; lock < space.pes(); lock++) {
        for (int i = 0; i < 5; i++) {
          try (var _ = locks.lock(lock)) {
            set(memory, lock, get(memory, lock) + 1);
          }
        }
      }
      space.barrier();
      for (int lock = 0; lock < space.pes(); lock++) {
        assertThat(get(memory, lock)).isEqualTo(5L * space.pes());
        assertThat(locks.home(lock)).isEqualTo(lock);
      }
    });
  }

  // --- readers and writers

  /** Two words that writers change together, and readers compare. */
  record Pair(GlobalLocks locks, GlobalMemory memory, int tasks, int number) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      if (tasks > 1) {
        int half = tasks / 2;
        Forked.OfLong right = context.fork(new Pair(locks, memory, tasks - half, number + half));
        long left = new Pair(locks, memory, half, number).compute(context);
        return left + right.join();
      }
      if (number % 3 == 0) {
        try (var _ = locks.lock(0)) {
          long value = get(memory, 0) + 1;
          set(memory, 0, value);
          set(memory, memory.byteSize() / Long.BYTES - 1, value);
        }
        return 0;
      }
      try (var _ = locks.lockShared(0)) {
        return get(memory, 0) == get(memory, memory.byteSize() / Long.BYTES - 1) ? 0 : 1;
      }
    }
  }

  @Test
  void shouldShowReadersWhatWritersDoTogether() {
    tasks((space, runtime) -> {
      GlobalLocks locks = GlobalLocks.create(space, "lock", 1);
      GlobalMemory memory = space.allocate("memory", 2L * PAGE * space.pes());
      assertThat(runtime.run(new Pair(locks, memory, 18, 0))).isZero();
      assertThat(get(memory, 0)).isEqualTo(6);
    });
  }

  /** Readers each wait until all are inside. */
  @Test
  void shouldLetReadersInTogether() {
    programs(space -> {
      GlobalLocks locks = GlobalLocks.create(space, "lock", 1);
      GlobalSemaphore inside = GlobalSemaphore.create(space, "inside", 0);
      try (var _ = locks.lockShared(0)) {
        inside.release(1);
        inside.acquire(space.pes());
        inside.release(space.pes());
      }
      space.barrier();
    });
  }

  // --- a linked list

  /**
   * Inserts numbers into a sorted list, hand over hand: node i has its value and the number of the
   * next node, and lock i; node 0 is before the first.
   */
  record Insert(GlobalLocks locks, GlobalMemory nodes, List<Long> values, int from)
      implements Action {
    @Override
    public void compute(TaskContext context) {
      if (values.size() > 1) {
        int half = values.size() / 2;
        List<Long> right = new ArrayList<>(values.subList(half, values.size()));
        context.fork(new Insert(locks, nodes, right, from + half));
        new Insert(locks, nodes, new ArrayList<>(values.subList(0, half)), from).compute(context);
        return;
      }
      long value = values.getFirst();
      long at = 0;
      GlobalLocks.Held held = locks.lock(at);
      long next = get(nodes, 2 * at + 1);
      while (next != 0) {
        GlobalLocks.Held ahead = locks.lock(next);
        if (get(nodes, 2 * next) > value) {
          ahead.close();
          break;
        }
        held.close();
        held = ahead;
        at = next;
        next = get(nodes, 2 * at + 1);
      }
      set(nodes, 2L * from, value);
      set(nodes, 2L * from + 1, next);
      set(nodes, 2 * at + 1, from);
      held.close();
    }
  }

  @Test
  void shouldInsertIntoALinkedList() {
    tasks((space, runtime) -> {
      int count = 12;
      GlobalLocks locks = GlobalLocks.create(space, "nodes' locks", count + 1);
      GlobalMemory nodes = space.allocate(MemoryOptions.of("nodes", 2L * PAGE * space.pes()));
      List<Long> values =
          new SplittableRandom(space.options().seed()).longs(count, 1, 50).boxed().toList();
      runtime.run(new Insert(locks, nodes, values, 1));
      List<Long> found = new ArrayList<>();
      for (long node = get(nodes, 1); node != 0; node = get(nodes, 2 * node + 1)) {
        found.add(get(nodes, 2 * node));
      }
      assertThat(found).isEqualTo(values.stream().sorted().toList());
    });
  }

  // --- semaphores

  /** Takes a number that another task has put somewhere. */
  record Take(GlobalSemaphore full, GlobalLocks locks, GlobalMemory memory) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      full.acquire(1);
      try (var _ = locks.lock(0)) {
        long count = get(memory, 0);
        set(memory, 0, count - 1);
        return get(memory, count);
      }
    }
  }

  record Put(GlobalSemaphore full, GlobalLocks locks, GlobalMemory memory, long value)
      implements Action {
    @Override
    public void compute(TaskContext context) {
      try (var _ = locks.lock(0)) {
        long count = get(memory, 0) + 1;
        set(memory, count, value);
        set(memory, 0, count);
      }
      full.release(1);
    }
  }

  /**
   * Forks tasks that put and tasks that take: a taker may run before the task that it waits for.
   */
  record Exchange(GlobalSemaphore full, GlobalLocks locks, GlobalMemory memory, int count)
      implements LongTask {
    @Override
    public long compute(TaskContext context) {
      List<Forked.OfLong> takers = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        context.fork(new Put(full, locks, memory, 1L << i));
      }
      for (int i = 0; i < count; i++) {
        takers.add(context.fork(new Take(full, locks, memory)));
      }
      return takers.reversed().stream().mapToLong(Forked.OfLong::join).sum();
    }
  }

  @Test
  void shouldRunWhatAWaitingTaskWaitsFor() {
    tasks((space, runtime) -> {
      GlobalLocks locks = GlobalLocks.create(space, "lock", 1);
      GlobalSemaphore full = GlobalSemaphore.create(space, "full", 0);
      GlobalMemory memory = space.allocate("memory", 2L * PAGE * space.pes());
      assertThat(runtime.run(new Exchange(full, locks, memory, 6))).isEqualTo(63);
    });
  }

  /** Releases more permits than are counted, in so many tasks; returns how many were refused. */
  record Overfills(GlobalSemaphore full, int tasks) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      if (tasks > 1) {
        Forked.OfLong others = context.fork(new Overfills(full, tasks / 2));
        return new Overfills(full, tasks - tasks / 2).compute(context) + context.join(others);
      }
      try {
        full.release(1 << 30);
        return 0;
      } catch (IllegalStateException refused) {
        return 1;
      }
    }
  }

  /** Permits that are added before they are refused must not pass for room. */
  @Test
  void shouldRefuseTooManyPermitsOfAllThatReleaseAtATime() {
    tasks((space, runtime) -> {
      GlobalSemaphore full = GlobalSemaphore.create(space, "full", 0);
      if (space.pe() == 0) {
        full.release(1 << 30);
        full.release((1 << 30) - 1);
      }
      space.barrier();
      assertThat(runtime.run(new Overfills(full, 8))).isEqualTo(8);
      space.barrier();
      if (space.pe() == 0) {
        full.acquire(1 << 30);
        full.acquire((1 << 30) - 1);
      }
      full.close();
    });
  }

  /** Forks tasks that wait for the one in their middle. */
  record Flat(GlobalSemaphore given, int tasks, int at) implements Action {
    @Override
    public void compute(TaskContext context) {
      if (at < 0) {
        for (int i = 0; i < tasks; i++) {
          context.fork(new Flat(given, tasks, i));
        }
      } else if (at == tasks / 2) {
        given.release(tasks);
      } else {
        given.acquire(1);
      }
    }
  }

  @Test
  void shouldRunWhatAWaitingTasksParentForked() {
    tasks((space, runtime) -> {
      GlobalSemaphore given = GlobalSemaphore.create(space, "given", 0);
      runtime.run(new Flat(given, 20, -1));
      given.close();
    });
  }

  /** Waits for what the task that fails would have given, once all wait, or are about to. */
  record Starved(GlobalSemaphore begun, GlobalSemaphore given, int tasks, int at)
      implements Action {
    @Override
    public void compute(TaskContext context) {
      if (at < 0) {
        Task<?>[] all = new Task<?>[tasks];
        Arrays.setAll(all, i -> new Starved(begun, given, tasks, i));
        context.forkJoin(all);
      } else if (at == tasks / 2) {
        begun.acquire(tasks - 1);
        throw new IllegalStateException("gives nothing");
      } else {
        begun.release(1);
        given.acquire(1);
      }
    }
  }

  @Test
  void shouldEndWaitsOfCancelledTasks() {
    tasks((space, runtime) -> {
      GlobalSemaphore begun = GlobalSemaphore.create(space, "begun", 0);
      GlobalSemaphore given = GlobalSemaphore.create(space, "given", 0);
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> runtime.run(new Starved(begun, given, 7, -1)))
            .isInstanceOf(TaskException.class)
            .hasRootCauseMessage("gives nothing");
        runtime.run(new Flat(given, 20, -1)); // gives one more than is taken
        if (space.pe() == 0) {
          given.acquire(1);
        }
        space.barrier();
      }
      given.close();
      begun.close();
    });
  }

  /**
   * Holds the lock until what is searched beside it is found, which takes that those that search
   * leave the lock's queue, though they stand between others.
   */
  record Queue(
      GlobalLocks locks,
      GlobalMemory memory,
      GlobalSemaphore held,
      GlobalSemaphore begun,
      GlobalSemaphore over,
      int role)
      implements Action {
    private static final int WAITERS = 6;
    private static final int SEARCHERS = 4;
    private static final int ROOT = -1;
    private static final int HOLDER = -2;
    private static final int SEARCH = -3;
    private static final int FINDER = -4;

    Queue as(int other) {
      return new Queue(locks, memory, held, begun, over, other);
    }

    @Override
    public void compute(TaskContext context) {
      switch (role) {
        case ROOT -> {
          Task<?>[] all = new Task<?>[WAITERS + 2];
          Arrays.setAll(all, this::as);
          all[WAITERS / 2] = as(HOLDER);
          all[WAITERS] = as(SEARCH);
          all[WAITERS + 1] = as(WAITERS / 2);
          context.forkJoin(all);
        }
        case HOLDER -> {
          try (var _ = locks.lock(0)) {
            held.release(WAITERS + SEARCHERS);
            over.acquire(1);
          }
        }
        case SEARCH -> {
          Task<?>[] all = new Task<?>[SEARCHERS + 1];
          Arrays.setAll(all, i -> as(i == SEARCHERS ? FINDER : WAITERS + i));
          assertThat(context.search(all)).hasValue(7);
          over.release(1);
        }
        case FINDER -> {
          begun.acquire(SEARCHERS);
          throw context.found(7);
        }
        default -> {
          held.acquire(1);
          if (role >= WAITERS) {
            begun.release(1);
          }
          try (var _ = role % 3 == 0 ? locks.lockShared(0) : locks.lock(0)) {
            if (role % 3 != 0) {
              set(memory, 0, get(memory, 0) + 1);
            }
          }
        }
      }
    }
  }

  @Test
  void shouldLeaveTheMiddleOfAQueue() {
    tasks((space, runtime) -> {
      GlobalLocks locks = GlobalLocks.create(space, "lock", 1);
      GlobalMemory memory = space.allocate("count", PAGE);
      GlobalSemaphore held = GlobalSemaphore.create(space, "held", 0);
      GlobalSemaphore begun = GlobalSemaphore.create(space, "begun", 0);
      GlobalSemaphore over = GlobalSemaphore.create(space, "over", 0);
      for (int i = 1; i <= 3; i++) {
        runtime.run(new Queue(locks, memory, held, begun, over, Queue.ROOT));
        assertThat(get(memory, 0)).isEqualTo(4L * i);
      }
      over.close();
      begun.close();
      held.close();
      memory.close();
      locks.close();
    });
  }

  // --- misuse

  /** Does something wrong with a lock, whose failure is told. */
  record Misuse(GlobalLocks locks, int what) implements Action {
    @Override
    public void compute(TaskContext context) {
      switch (what) {
        case 0 -> {
          GlobalLocks.Held held = locks.lock(0);
          held.close();
          held.close();
        }
        case 1 -> {
          try (var _ = locks.lock(0)) {
            locks.lockShared(0);
          }
        }
        case 2 -> locks.lock(0);
        case 3 -> {
          Forked<Void> child = context.fork(new Misuse(locks, 9));
          try (var _ = locks.lock(0)) {
            child.join();
          }
        }
        case 4 -> {
          context.fork(new Misuse(locks, 9));
          locks.lock(0);
          context.sync();
        }
        case 5 -> {
          locks.lock(0);
          context.forkJoin(new Misuse(locks, 9), new Misuse(locks, 9));
        }
        case 6 -> {
          context.fork(new Misuse(locks, 9));
          locks.lock(0);
        }
        default -> locks.lock(0).close();
      }
    }
  }

  private static final List<String> TOLD =
      List.of(
          "lock 0 of \"lock\" is unlocked for the second time, or after the end of the task that had it",
          "lock 0 of \"lock\" is locked again by the strand that holds it",
          "ended with 1 left open, lock 0 of \"lock\": each is closed by the task",
          "joins and holds lock 0 of \"lock\": it unlocks before",
          "joins and holds lock 0 of \"lock\"",
          "joins and holds lock 0 of \"lock\"",
          "joins and holds lock 0 of \"lock\"");

  @Test
  void shouldRefuseMisuseInTasksAndFreeTheLock() {
    tasks((space, runtime) -> {
      GlobalLocks locks = GlobalLocks.create(space, "lock", 1);
      for (int what = 0; what < TOLD.size(); what++) {
        int misuse = what;
        assertThatThrownBy(() -> runtime.run(new Misuse(locks, misuse)))
            .as("misuse %d", misuse)
            .hasStackTraceContaining(TOLD.get(misuse));
        runtime.run(new Misuse(locks, 9));
      }
    });
  }

  @Test
  void shouldLeaveNothingOfLocksThatThereIsNoRoomFor(@TempDir Path folder) {
    programs(space -> {
      assertThatThrownBy(() -> GlobalLocks.create(space, "many", Integer.MAX_VALUE))
          .isInstanceOf(GasException.class);
      space.checkpoint(folder.resolve("checkpoint")); // refused where anybody has locks
    });
  }

  @Test
  void shouldRefuseMisuseInPrograms() {
    programs(space -> {
      GlobalLocks locks = GlobalLocks.create(space, "locks", 3);
      GlobalMemory other = space.allocate(MemoryOptions.words("words", 1));
      assertThatThrownBy(() -> locks.lock(3))
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessage("lock 3 is outside of locks \"locks\" of 3");
      assertThatThrownBy(() -> GlobalLocks.create(space, "none", 0))
          .hasMessageContaining("count=0");
      assertThatThrownBy(() -> new GlobalLocks(other, 1))
          .hasMessageContaining("\"words\" has no locks in it");
      assertThatThrownBy(() -> GlobalSemaphore.create(space, "none", -1))
          .hasMessageContaining("permits=-1");
      GlobalLocks.Held held = locks.lockShared(2);
      assertThatThrownBy(() -> locks.lock(2)).hasMessageContaining("is locked again");
      assertThatThrownBy(locks::close)
          .isInstanceOf(GasException.class)
          .hasMessage("memory \"locks\" is closed while lock 2 of \"locks\" is held");
      assertThatThrownBy(other::close)
          .isInstanceOf(GasException.class)
          .hasMessage("memory \"words\" is closed while lock 2 of \"locks\" is held");
      assertThat(other.words().read(0)).as("it is still open").isZero();
      Throwable foreign =
          CompletableFuture.supplyAsync(
                  () -> catchThrowable(held::close), use -> new Thread(use, "foreign").start())
              .join();
      assertThat(foreign)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("lock 2 of \"locks\" belongs to another strand than thread \"foreign\"");
      held.close();
      assertThatThrownBy(held::close)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("lock 2 of \"locks\" is unlocked for the second time");
      assertThatThrownBy(() -> new GlobalLocks(locks.memory(), 2))
          .hasMessage("memory \"locks\" has 3 locks in it, and not 2 locks");
      assertThatThrownBy(() -> new GlobalSemaphore(locks.memory(), 1))
          .hasMessage("memory \"locks\" has 3 locks in it, and not a semaphore");
      GlobalSemaphore semaphore = GlobalSemaphore.create(space, "places", 1);
      String none = "permits=%s of semaphore \"places\" must be from 1 to 1073741824";
      assertThatThrownBy(() -> semaphore.acquire(-1)).hasMessage(none.formatted(-1));
      assertThatThrownBy(() -> semaphore.acquire((1 << 30) + 1))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage(none.formatted(1073741825));
      assertThatThrownBy(() -> semaphore.release(0)).hasMessage(none.formatted(0));
      assertThatThrownBy(() -> new GlobalLocks(semaphore.memory(), 3))
          .hasMessage("memory \"places\" has a semaphore in it, and not 3 locks");
      locks.close();
      semaphore.close();
      locks.close(); // as often as one likes
      semaphore.close();
      requireClosed("locks", () -> locks.lock(0));
      requireClosed("locks", () -> locks.lockShared(0));
      requireClosed("locks", () -> locks.home(0));
      requireClosed("places", () -> semaphore.acquire(1));
      requireClosed("places", () -> semaphore.release(1));
    });
  }

  private static void requireClosed(String memory, ThrowingCallable use) {
    assertThatThrownBy(use)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("memory \"" + memory + "\" has been closed");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 7, 1009, 100_003})
  void shouldStandOnThePesInBlocks(long count) {
    programs(space -> {
      long each = Math.ceilDiv(count, space.pes());
      try (GlobalLocks locks = GlobalLocks.create(space, "locks", count)) {
        for (long lock = 0; lock < count; lock++) {
          assertThat(locks.home(lock))
              .as("home of %s of %s", lock, count)
              .isEqualTo((int) (lock / each));
        }
        space.barrier();
      }
    });
  }
}
