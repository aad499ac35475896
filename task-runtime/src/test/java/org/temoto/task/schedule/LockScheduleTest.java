package org.temoto.task.schedule;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.array.GlobalCounter;
import org.temoto.gas.lock.GlobalLocks;
import org.temoto.gas.lock.GlobalSemaphore;
import org.temoto.task.Action;
import org.temoto.task.RunTimeoutException;
import org.temoto.task.RuntimeOptions.StealPolicy;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskException;
import org.temoto.task.TaskRuntime;

/**
 * Tests of locks and permits under many schedules, in trees of tasks that fail or find something:
 * so tasks are cancelled while they hold them, wait for them, and stand in the middle of a queue.
 */
class LockScheduleTest {
  private static final int SCHEDULES = Integer.getInteger("temoto.schedules", 300);
  private static final long FIRST = Long.getLong("temoto.seed", 1);
  private static final int LOCKS = 2;
  private static final int PERMITS = 4;
  private static final int RUNS = 2;
  private static final int DEPTH = 3;

  /** Locks and permits of a job, and a counter whose every use lets other strands go on. */
  record Shared(GlobalLocks locks, GlobalSemaphore permits, GlobalCounter turns) {}

  /** Counts of the locks and permits that the tasks of a job have now, on all PEs together. */
  private static final class Use {
    private static final int ALONE = 1_000;
    private static final AtomicIntegerArray NOW = new AtomicIntegerArray(LOCKS + 1);
    private static final AtomicReference<String> FAULT = new AtomicReference<>();

    static void begin(int place, int count, int most) {
      int now = NOW.addAndGet(place, count);
      if (now > most) {
        FAULT.compareAndSet(null, "place " + place + " is used " + now + " times of " + most);
      }
    }

    static void reset() {
      FAULT.set(null);
      for (int i = 0; i <= LOCKS; i++) {
        NOW.set(i, 0);
      }
    }
  }

  /** Task that forks a few of its kind, or is a leaf. */
  record Node(Shared shared, int depth, long seed) implements Action {
    @Override
    public void compute(TaskContext context) {
      SplittableRandom random = new SplittableRandom(seed);
      if (depth == 0) {
        leaf(context, random);
        return;
      }
      Node[] below =
          Stream.generate(() -> new Node(shared, depth - 1, random.nextLong()))
              .limit(2 + random.nextInt(5))
              .toArray(Node[]::new);
      int way = random.nextInt(5);
      try {
        if (way < 3) {
          context.search(below);
        } else {
          context.forkJoin(below);
        }
      } catch (TaskException failed) {
        if (way == 3 || !isPlanned(failed)) {
          throw failed;
        }
      }
    }

    private void leaf(TaskContext context, SplittableRandom random) {
      for (int round = 1 + random.nextInt(3); round > 0; round--) {
        if (random.nextInt(7) < 4) {
          locks(context, random, random.nextInt(LOCKS));
        } else {
          int wanted = 1 + random.nextInt(PERMITS);
          shared.permits.acquire(wanted);
          try {
            use(context, random, LOCKS, wanted, PERMITS);
          } finally {
            shared.permits.release(wanted);
          }
        }
      }
      int end = random.nextInt(12);
      if (end < 3) {
        throw context.found(end);
      }
      if (end == 3) {
        throw new IllegalStateException("planned");
      }
    }

    /** Takes a lock, and at times the next one, too: always in that order. */
    private void locks(TaskContext context, SplittableRandom random, int lock) {
      boolean alone = random.nextBoolean();
      try (var _ = alone ? shared.locks.lock(lock) : shared.locks.lockShared(lock)) {
        use(context, random, lock, alone ? Use.ALONE : 1, Use.ALONE);
        if (lock + 1 < LOCKS && random.nextInt(3) == 0) {
          locks(context, random, lock + 1);
        }
      }
    }

    private void use(TaskContext context, SplittableRandom random, int place, int count, int most) {
      Use.begin(place, count, most);
      try {
        boolean heeds = random.nextInt(3) == 0;
        for (int i = random.nextInt(random.nextInt(6) == 0 ? 60 : 10); i > 0; i--) {
          shared.turns.getAndAdd(1);
          if (heeds) {
            context.attend();
          }
        }
      } finally {
        Use.NOW.addAndGet(place, -count);
      }
    }
  }

  /** Task that takes all that there is: no other has anything any more. */
  record TakeAll(GlobalLocks locks, GlobalSemaphore permits) implements Action {
    @Override
    public void compute(TaskContext context) {
      for (int i = 0; i < LOCKS; i++) {
        locks.lock(i).close();
      }
      permits.acquire(PERMITS);
      permits.release(PERMITS);
    }
  }

  private static boolean isPlanned(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if ("planned".equals(each.getMessage()) || each.getClass().getSimpleName().equals("Found")) {
        return true;
      }
    }
    return false;
  }

  /** Tells whether the run would have had no end, whatever failed before. */
  private static boolean isLate(TaskException failed) {
    return Stream.of(failed.getSuppressed()).anyMatch(RunTimeoutException.class::isInstance);
  }

  private static void run(long seed, StealPolicy policy) {
    Use.reset();
    SeededJob.run(seed, policy, 1, 8 << 20, (space, runtime) -> program(space, runtime, seed));
  }

  private static void program(GlobalAddressSpace space, TaskRuntime runtime, long seed) {
    try (GlobalLocks locks = GlobalLocks.create(space, "locks", LOCKS);
        GlobalSemaphore permits = GlobalSemaphore.create(space, "permits", PERMITS)) {
      Shared shared = new Shared(locks, permits, GlobalCounter.allocate(space, "turns"));
      for (int i = 0; i < RUNS; i++) {
        try {
          runtime.run(new Node(shared, DEPTH, seed * RUNS + i));
        } catch (TaskException failed) {
          if (!isPlanned(failed) || isLate(failed)) {
            throw failed;
          }
        }
        runtime.run(new TakeAll(locks, permits)); // a task: a wait without end is told
        if (Use.FAULT.get() != null) {
          throw new IllegalStateException(Use.FAULT.get());
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(StealPolicy.class)
  @Timeout(value = 1, unit = TimeUnit.DAYS) // by the number of schedules
  void shouldGiveLocksAndPermitsBackThoughTasksAreCancelled(StealPolicy policy) {
    for (long seed = FIRST; seed < FIRST + SCHEDULES; seed++) {
      run(seed, policy);
    }
  }

  static String search(long first, long count) {
    return SeededJob.search(first, count, LockScheduleTest::run);
  }
}
