package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.temoto.gas.GasException;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.RefusedException;
import org.temoto.gas.SharedWords;
import org.temoto.gas.Temoto;
import org.temoto.gas.heap.GlobalHeap;
import org.temoto.gas.lock.GlobalLocks;
import org.temoto.gas.lock.GlobalSemaphore;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;

/** Tests of tasks that wait for each other's locks: they are told, and no others are. */
@Timeout(value = 100, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LockDeadlockTest {
  static final int SEEDS = Integer.getInteger("temoto.lock.seeds", 60);

  static GasOptions options(Schedule schedule, long seed) {
    return GasOptions.DEFAULT
        .withBackend("simulated")
        .withPes(4)
        .withWorkers(1 + (int) (seed % 2))
        .withPageSize(GasOptions.MIN_PAGE_SIZE)
        .withHeapBytes(8 << 20)
        .withSeed(seed)
        .with(SimulationOptions.DEFAULT, simulation -> simulation.withSchedule(schedule));
  }

  /** Takes one lock, and, once others have theirs, the next one of another array. */
  record Philosopher(GlobalLocks forks, GlobalLocks more, GlobalSemaphore ready, int seats, int at)
      implements Action {
    @Override
    public void compute(TaskContext context) {
      if (at < 0) {
        for (int i = 0; i < seats; i++) {
          context.fork(new Philosopher(forks, more, ready, seats, i));
        }
        return;
      }
      try (var _ = at % 2 == 0 ? forks.lock(at) : more.lockShared(at)) {
        ready.release(1);
        ready.acquire(seats);
        ready.release(seats);
        int other = (at + 1) % seats;
        (other % 2 == 0 ? forks : more).lock(other).close();
      }
    }
  }

  private static void dine(GasOptions options, int seats) {
    Temoto.launch(
        options,
        space -> {
          GlobalLocks forks = GlobalLocks.create(space, "forks", seats);
          GlobalLocks more = GlobalLocks.create(space, "more", seats);
          GlobalSemaphore ready = GlobalSemaphore.create(space, "ready", 0);
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            runtime.run(new Philosopher(forks, more, ready, seats, -1));
          }
        });
  }

  @ParameterizedTest
  @EnumSource(Schedule.class)
  void shouldTellOfARingOfTasks(Schedule schedule) {
    for (int seed = 0; seed < (schedule == Schedule.SEEDED ? SEEDS : 2); seed++) {
      GasOptions options = options(schedule, seed);
      assertThatThrownBy(() -> dine(options, 2))
          .as("seed %d", seed)
          .isInstanceOf(GasException.class)
          .hasMessageStartingWith("deadlock: PE ")
          .hasMessageContaining("holds lock 0 of \"forks\" and waits for lock 1 of \"more\"")
          .hasMessageContaining("holds lock 1 of \"more\" and waits for lock 0 of \"forks\"")
          .hasMessageContaining(" is at Philosopher[");
    }
  }

  /** Tasks that wait until others do, and two that take what each other wants. */
  record Crowd(GlobalLocks locks, GlobalSemaphore rare, GlobalSemaphore ready, int role)
      implements Action {
    private static final int MANY = 80;
    private static final int FIRST = 2;
    private static final int LATER = 3;

    @Override
    public void compute(TaskContext context) {
      switch (role) {
        case FIRST -> {
          ready.release(1);
          rare.acquire(1);
        }
        case LATER -> rare.acquire(1);
        case 0, 1 -> {
          try (var _ = locks.lock(role)) {
            ready.release(1);
            ready.acquire(2);
            ready.release(2);
            locks.lock(1 - role).close();
          }
        }
        default -> {
          fork(context, MANY, FIRST);
          ready.acquire(MANY);
          long before = lastOf(rare.memory());
          fork(context, 2, LATER);
          Readers.turn(context, () -> lastOf(rare.memory()) != before); // where this one has waited
          fork(context, 1, 0);
          fork(context, 1, 1);
          Readers.turn(context, () -> isWanted(0) && isWanted(1));
          rare.release(MANY + 2);
          Readers.turn(context, () -> false); // until the ring ends the job
        }
      }
    }

    private void fork(TaskContext context, int count, int what) {
      for (int i = 0; i < count; i++) {
        context.fork(new Crowd(locks, rare, ready, what));
      }
    }

    private static int lastOf(GlobalMemory queue) {
      return (int) queue.words().read(0);
    }

    private boolean isWanted(int lock) {
      return (int) locks.memory().words().read(2L * lock) != 0;
    }
  }

  @Test
  void shouldTellOfARingBehindSeatsThatAreFreeAgain() {
    assertThatThrownBy(() ->
            Temoto.launch(
                options(Schedule.THREADS, 1).withPes(1).withWorkers(2),
                space -> {
                  GlobalLocks locks = GlobalLocks.create(space, "locks", 2);
                  GlobalSemaphore rare = GlobalSemaphore.create(space, "rare", 0);
                  GlobalSemaphore ready = GlobalSemaphore.create(space, "ready", 0);
                  try (TaskRuntime runtime = TaskRuntime.start(space)) {
                    runtime.run(new Crowd(locks, rare, ready, -1));
                  }
                }))
        .hasMessageContaining("holds lock 0 of \"locks\" and waits for lock 1 of \"locks\"")
        .hasMessageContaining("holds lock 1 of \"locks\" and waits for lock 0 of \"locks\"");
  }

  /** Set when the worker of a reader that waits is at something else. */
  private static final AtomicBoolean BUSY = new AtomicBoolean();

  /** A writer, a reader, one that comes behind it and holds what it wants, and other work. */
  record Readers(GlobalLocks locks, int role, int worker) implements Action {
    private static final long LOOKED_NANOS = 400_000_000;

    @Override
    public void compute(TaskContext context) {
      switch (role) {
        case 0 -> {
          try (var _ = locks.lock(0)) {
            context.fork(new Readers(locks, 1, 0));
            context.fork(new Readers(locks, 2, 0));
            turn(context, BUSY::get);
          }
        }
        case 1 -> {
          turn(context, () -> words().read(2) != 0); // before the other wants it
          try (var _ = locks.lockShared(0)) {
            locks.lock(1).close();
          }
        }
        case 2 -> {
          try (var _ = locks.lock(1)) {
            turn(context, () -> (int) words().read(0) != 0);
            for (int i = 0; i < 2000; i++) { // thieves do not get them all
              context.fork(new Readers(locks, 3, context.worker()));
            }
            locks.lockShared(0).close();
          }
        }
        default -> {
          if (context.worker() == worker && !BUSY.getAndSet(true)) {
            long start = System.nanoTime();
            turn(context, () -> System.nanoTime() - start > LOOKED_NANOS);
          }
        }
      }
    }

    private SharedWords words() {
      return locks.memory().words();
    }

    private static void turn(TaskContext context, BooleanSupplier isOver) {
      while (!isOver.getAsBoolean()) {
        context.attend();
        Thread.yield();
      }
    }
  }

  @Test
  void shouldNotTakeAReaderThatHasOnlyReadersBeforeItForOneOfARing() {
    GasOptions options = options(Schedule.THREADS, 1).withPes(1).withWorkers(3);
    BUSY.set(false);
    Temoto.launch(
        options,
        space -> {
          GlobalLocks locks = GlobalLocks.create(space, "locks", 2);
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            runtime.run(new Readers(locks, 0, 0));
          }
          locks.close();
        });
    assertThat(BUSY).isTrue();
  }

  /** Last in the queue before the task comes that leaves it, and when that one is the last. */
  private static final AtomicInteger BEFORE = new AtomicInteger();

  private static final AtomicInteger LEAVES = new AtomicInteger();

  /** Set when it has left. */
  private static final AtomicBoolean LEFT = new AtomicBoolean();

  /** A reader behind a writer, with a seat between them that the third has left. */
  record Leaving(GlobalLocks locks, Role role) implements Action {
    enum Role {
      HOLDER,
      WRITER,
      SEARCH,
      LEAVER,
      READER,
      FINDER
    }

    private Leaving as(Role other) {
      return new Leaving(locks, other);
    }

    private int last() {
      return (int) locks.memory().words().read(0);
    }

    @Override
    public void compute(TaskContext context) {
      switch (role) {
        case HOLDER -> {
          try (var _ = locks.lockShared(0)) {
            context.fork(as(Role.WRITER));
            Readers.turn(context, () -> last() != 0);
            BEFORE.set(last());
            context.fork(as(Role.SEARCH));
            context.fork(as(Role.READER));
            Readers.turn(context, LEFT::get);
            locks.lock(1).close();
          }
        }
        case WRITER, LEAVER -> locks.lock(0).close();
        case SEARCH -> {
          context.search(as(Role.LEAVER), as(Role.FINDER));
          LEFT.set(true);
        }
        case READER -> {
          try (var _ = locks.lock(1)) {
            Readers.turn(context, () -> BEFORE.get() != 0 && last() != BEFORE.get());
            LEAVES.set(last());
            locks.lockShared(0).close();
          }
        }
        case FINDER -> {
          Readers.turn(context, () -> LEAVES.get() != 0 && last() != LEAVES.get());
          throw context.found(1);
        }
      }
    }
  }

  @Test
  void shouldTellOfARingThroughASeatThatHasBeenLeft() {
    BEFORE.set(0);
    LEAVES.set(0);
    LEFT.set(false);
    GasOptions options = options(Schedule.THREADS, 1).withPes(1).withWorkers(4);
    assertThatThrownBy(() ->
            Temoto.launch(
                options,
                space -> {
                  GlobalLocks locks = GlobalLocks.create(space, "locks", 2);
                  try (TaskRuntime runtime = TaskRuntime.start(space)) {
                    runtime.run(new Leaving(locks, Leaving.Role.HOLDER));
                  }
                }))
        .isInstanceOf(GasException.class)
        .hasMessageStartingWith("deadlock: PE 0 holds lock ")
        .hasMessageContaining("holds lock 0 of \"locks\" and waits for lock 1 of \"locks\"")
        .hasMessageContaining("holds lock 1 of \"locks\" and waits for lock 0 of \"locks\"");
    assertThat(LEFT).isTrue();
  }

  /** Searches again and again behind a task that waits for long. */
  record Searches(GlobalSemaphore rare, int first, Kind kind) implements Action {
    enum Kind {
      ROOT,
      FIRST,
      SEARCHES,
      WAITER,
      FINDER
    }

    private static final int ROUNDS = 100;

    private Searches as(Kind other) {
      return new Searches(rare, last(), other);
    }

    private int last() {
      return (int) rare.memory().words().read(0);
    }

    @Override
    public void compute(TaskContext context) {
      switch (kind) {
        case ROOT -> context.forkJoin(as(Kind.FIRST), as(Kind.SEARCHES));
        case FIRST, WAITER -> rare.acquire(1);
        case SEARCHES -> {
          Readers.turn(context, () -> last() != 0);
          Task<?>[] searched = {as(Kind.WAITER), as(Kind.FINDER)};
          Set<Integer> lasts = new HashSet<>();
          for (int i = 0; i < ROUNDS; i++) {
            context.search(searched);
            lasts.add(last());
          }
          rare.release(1);
          assertThat(lasts).as("seats of the waiters").hasSize(1);
        }
        case FINDER -> {
          Readers.turn(context, () -> last() != first);
          for (int i = 0; i < 10_000; i++) { // after the first round: so the waiter has queued
            context.attend();
          }
          throw context.found(1);
        }
      }
    }
  }

  @Test
  void shouldTakeSeatsAgainThatHaveBeenLeft() {
    Temoto.launch(
        options(Schedule.THREADS, 1).withPes(1).withWorkers(2),
        space -> {
          GlobalSemaphore rare = GlobalSemaphore.create(space, "rare", 0);
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            runtime.run(new Searches(rare, 0, Searches.Kind.ROOT));
          }
          rare.release(1);
          rare.acquire(1);
          rare.close();
        });
  }

  @Test
  void shouldRefuseToRunTasksThatMayWantWhatTheProgramHolds() {
    assertThatThrownBy(() ->
            Temoto.launch(
                options(Schedule.THREADS, 1),
                space -> {
                  GlobalLocks locks = GlobalLocks.create(space, "kept", 4);
                  try (TaskRuntime runtime = TaskRuntime.start(space);
                      var _ = locks.lock(space.pe())) {
                    runtime.run(new Readers(locks, 4, -1));
                  }
                }))
        .hasMessageMatching(
            "the program of PE \\d runs tasks and holds lock \\d of \"kept\": it unlocks before,"
                + " for they may wait for it");
  }

  @Test
  void shouldRefuseABarrierWhileTheProgramHoldsALock() {
    assertThatThrownBy(() ->
            Temoto.launch(
                options(Schedule.THREADS, 1),
                space -> {
                  GlobalLocks locks = GlobalLocks.create(space, "kept", 1);
                  if (space.pe() == 2) {
                    locks.lock(0);
                  }
                  space.barrier();
                }))
        .isInstanceOf(GasException.class)
        .hasMessage(
            "the program of PE 2 comes to a barrier and holds lock 0 of \"kept\": it unlocks"
                + " before, for others may wait for it");
  }

  /** Takes locks of its own, the last of which the other one wants. */
  record Hoarder(GlobalLocks locks, GlobalSemaphore ready, int from, int wants) implements Action {
    static final int MANY = 10;

    @Override
    public void compute(TaskContext context) {
      if (from < 0) {
        context.fork(new Hoarder(locks, ready, 0, 2 * MANY - 1));
        context.fork(new Hoarder(locks, ready, MANY, MANY - 1));
        return;
      }
      for (int i = 0; i < MANY; i++) {
        locks.lock(from + i);
      }
      ready.release(1);
      ready.acquire(2);
      ready.release(2);
      locks.lock(wants);
    }
  }

  @Test
  void shouldTellOfARingThroughTheLastOfManyLocks() {
    assertThatThrownBy(() ->
            Temoto.launch(
                options(Schedule.SEEDED, 1),
                space -> {
                  GlobalLocks locks = GlobalLocks.create(space, "many", 2 * Hoarder.MANY);
                  GlobalSemaphore ready = GlobalSemaphore.create(space, "ready", 0);
                  try (TaskRuntime runtime = TaskRuntime.start(space)) {
                    runtime.run(new Hoarder(locks, ready, -1, 0));
                  }
                }))
        .isInstanceOf(GasException.class)
        .hasMessageStartingWith("deadlock: PE ")
        .hasMessageContaining("and waits for lock 19 of \"many\"")
        .hasMessageContaining("and waits for lock 9 of \"many\"");
  }

  @Test
  void shouldRefuseMorePermitsThanAreCounted() {
    Temoto.launch(
        options(Schedule.THREADS, 1).withPes(1),
        space -> {
          GlobalSemaphore many = GlobalSemaphore.create(space, "many", 3);
          many.release(1 << 30);
          assertThatThrownBy(() -> many.release(1 << 30))
              .isInstanceOf(IllegalStateException.class)
              .hasMessage(
                  "permits=1073741824 are released to semaphore \"many\", which has 1073741827: at"
                      + " most 2147483647 are free at a time");
          many.acquire(1 << 30);
          many.acquire(3);
          many.close();
        });
  }

  @Test
  void shouldKeepNothingOfWhatHasNoName(@TempDir Path folder) {
    Temoto.launch(
        options(Schedule.THREADS, 1),
        space -> {
          requireName(() -> GlobalLocks.create(space, null, 8));
          requireName(() -> GlobalSemaphore.create(space, null, 1));
          requireName(() -> GlobalHeap.create(space, null, 1_000));
          space.checkpoint(folder); // which is refused while there are locks or heaps
        });
  }

  private static void requireName(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage("name");
  }

  @Test
  void shouldRefuseLocksAndSemaphoresOfWhichPesSayDifferentThings() {
    assertThatThrownBy(() ->
            Temoto.launch(
                options(Schedule.THREADS, 1),
                space -> GlobalLocks.create(space, "n", 4 + space.pe() / 3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching(
            "count of \"n\" must be the same on every PE: it is 4 on PE 0, and (5 on PE 3|another on others)");
    assertThatThrownBy(() ->
            Temoto.launch(
                options(Schedule.THREADS, 1),
                space -> GlobalLocks.create(space, "n", space.pe() == 3 ? 100_000 : 100)))
        .as("of other sizes")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching(
            "count of \"n\" must be the same on every PE: it is 100 on PE 0, and (100000 on PE 3|another on others)");
    assertThatThrownBy(() ->
            Temoto.launch(
                options(Schedule.THREADS, 1),
                space -> {
                  if (space.pe() == 3) {
                    GlobalSemaphore.create(space, "n", 5);
                  } else {
                    GlobalLocks.create(space, "n", 5);
                  }
                }))
        .as("of other kinds")
        .isInstanceOf(GasException.class)
        .hasMessageContainingAll(
            "in GlobalLocks.create",
            "in GlobalSemaphore.create",
            "every PE must make the same collective calls");
    assertThatThrownBy(() ->
            Temoto.launch(
                options(Schedule.THREADS, 1),
                space -> GlobalSemaphore.create(space, "n", space.pe() / 3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching(
            "permits of \"n\" must be the same on every PE: it is 0 on PE 0, and (1 on PE 3|another on others)");
    Temoto.launch(
        options(Schedule.THREADS, 1),
        space -> {
          GlobalSemaphore three = GlobalSemaphore.create(space, "three", 3);
          assertThatThrownBy(() -> new GlobalSemaphore(three.memory(), 4))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessage("permits=4 of semaphore \"three\" must be 3, with which it was created");
        });
  }

  @Test
  void shouldRefuseToEndAProgramOrToSaveASpaceWithLocks() {
    assertThatThrownBy(() ->
            Temoto.launch(
                options(Schedule.THREADS, 1),
                space -> {
                  GlobalLocks locks = GlobalLocks.create(space, "kept", 1);
                  assertThatThrownBy(() -> space.checkpoint(Path.of("none")))
                      .isInstanceOf(RefusedException.class)
                      .hasMessageContaining("memory \"waits for locks\" is a heap or has locks");
                  if (space.pe() == 0) {
                    locks.lock(0);
                  }
                }))
        .isInstanceOf(GasException.class)
        .hasMessage(
            "the program of PE 0 has returned, and holds lock 0 of \"kept\": unlock it, best by"
                + " try-with-resources");
  }
}
