package org.temoto.apps.hosts;

import org.temoto.gas.GasOptions;
import org.temoto.gas.Temoto;
import org.temoto.gas.array.GlobalCounter;
import org.temoto.task.Forked;
import org.temoto.task.LongTask;
import org.temoto.task.Task;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskRuntime;

/**
 * A task that ends only after a child of it has been stolen, whose child must be stolen, too: with
 * two PEs of one worker each, there and back. Prints where the two ran.
 */
final class BothWays {
  private BothWays() {}

  /** Waits, by forks and joins, where thieves are noticed, until {@code count} tasks have begun. */
  private static void await(TaskContext context, GlobalCounter begun, long count) {
    while (begun.get() < count) {
      context.join(context.fork(new Nothing()));
    }
  }

  private record Nothing() implements LongTask {
    @Override
    public long compute(TaskContext context) {
      return 0;
    }
  }

  private record There(GlobalCounter begun) implements Task<String> {
    @Override
    public String run(TaskContext context) {
      begun.getAndAdd(1);
      Forked.OfLong back = context.fork(new Back(begun));
      await(context, begun, 2);
      return "\"there\":" + context.pe() + ",\"back\":" + context.join(back);
    }
  }

  private record Back(GlobalCounter begun) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      begun.getAndAdd(1);
      return context.pe();
    }
  }

  private record Root(GlobalCounter begun) implements Task<String> {
    @Override
    public String run(TaskContext context) {
      Forked<String> there = context.fork(new There(begun));
      await(context, begun, 1);
      return context.join(there);
    }
  }

  public static void main(String[] arguments) {
    Temoto.launch(
        GasOptions.DEFAULT.withWorkers(1),
        space -> {
          GlobalCounter begun = GlobalCounter.allocate(space, "begun");
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            String found = runtime.run(new Root(begun));
            if (space.pe() == 0) {
              System.out.println("{" + found + "}");
            }
          }
        });
  }
}
