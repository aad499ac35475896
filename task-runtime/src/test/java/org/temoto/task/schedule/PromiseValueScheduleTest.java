package org.temoto.task.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.temoto.gas.array.GlobalCounter;
import org.temoto.task.Action;
import org.temoto.task.RuntimeOptions.StealPolicy;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskHandle;

/**
 * Tests of values that promises carry from task to task, under many schedules: each that comes
 * after one gets the value of the task that was first to fulfil it.
 */
class PromiseValueScheduleTest {
  private static final int SCHEDULES = Integer.getInteger("temoto.schedules", 300);
  private static final long FIRST = Long.getLong("temoto.seed", 1);
  private static final int STEPS = 12;

  /** A value. */
  record Step(long number, String text) {
    static Step of(long number) {
      return new Step(number, "step " + number + ", of several words as it is put in pieces");
    }
  }

  /** Fulfils a promise with what comes after the value of the one before, perhaps with another. */
  record Next(TaskHandle before, TaskHandle own) implements Action {
    @Override
    public void compute(TaskContext context) {
      Step last = context.value(before, Step.class);
      require(last.equals(Step.of(last.number)), "a value is torn: " + last);
      try {
        context.fulfil(own, Step.of(last.number + 1));
      } catch (IllegalStateException second) {
        require(second.getMessage().contains("fulfilled twice"), second.toString());
        // another was first
      }
    }
  }

  /** Looks at the value of a promise. */
  record Looks(TaskHandle promise, long number) implements Action {
    @Override
    public void compute(TaskContext context) {
      Step found = context.value(promise, Step.class);
      require(found.equals(Step.of(number)), found + " is not the value " + number);
    }
  }

  /** Asks for a value all the time, and gets none or all of it. */
  record Polls(GlobalCounter turns, TaskHandle promise, long number) implements Action {
    private static final int TIMES = 30;

    @Override
    public void compute(TaskContext context) {
      for (int i = 0; i < TIMES; i++) {
        try {
          new Looks(promise, number).compute(context);
          return;
        } catch (IllegalStateException none) {
          require(none.getMessage().contains("is of no promise"), none.toString());
          turns.getAndAdd(1); // others have theirs
        }
      }
    }
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalStateException(otherwise);
    }
  }

  /** Promises made here and there, each of which two tasks fulfil after the one before. */
  record Chain(GlobalCounter turns) implements Action {
    @Override
    public void compute(TaskContext context) {
      TaskHandle first = context.promise();
      TaskHandle before = first;
      List<TaskHandle> all = new ArrayList<>(List.of(first));
      for (int i = 1; i < STEPS; i++) {
        TaskHandle own = context.promise();
        int pes = context.space().pes();
        context.forkAfter(i % pes, new Next(before, own), before);
        context.forkAfter((i + 1) % pes, new Next(before, own), before);
        context.forkAfter((i + 2) % pes, new Looks(own, i), own);
        context.fork(new Polls(turns, own, i));
        all.add(own);
        before = own;
      }
      context.fulfil(first, Step.of(0));
      context.sync();
      for (int i = 0; i < STEPS; i++) {
        context.fork(new Looks(all.get(i), i));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  @Timeout(value = 1, unit = TimeUnit.DAYS) // by the number of schedules
  void shouldBringValues(StealPolicy policy) {
    for (long seed = FIRST; seed < FIRST + SCHEDULES; seed++) {
      run(seed, policy);
    }
  }

  static String search(long first, long count) {
    return SeededJob.search(first, count, PromiseValueScheduleTest::run);
  }

  private static void run(long seed, StealPolicy policy) {
    SeededJob.run(
        seed,
        policy,
        1,
        4 << 20,
        (space, runtime) -> runtime.run(new Chain(GlobalCounter.allocate(space, "turns"))));
  }
}
