package org.temoto.task.schedule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.Strands;
import org.temoto.task.Action;
import org.temoto.task.Forked;
import org.temoto.task.LongTask;
import org.temoto.task.Scope;
import org.temoto.task.Task;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskException;

/** The tasks of a random tree; what they do is in their {@link Plan}. */
final class Tree {
  /** Log of the run under way; the tasks of all PEs are in one process. */
  static RunLog log;

  private Tree() {}

  /** A task with a primitive result. */
  record Sum(long seed, int depth, @Task.Copied byte[] load) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      return new Course(seed, depth, context).sum();
    }
  }

  /** A task with a result that may need an overflow buffer. */
  record Text(long seed, int depth, @Task.Copied byte[] load) implements Task<String> {
    @Override
    public String run(TaskContext context) {
      String sum = String.valueOf(new Course(seed, depth, context).sum());
      return sum + " ".repeat(Plan.of(seed, depth).resultBytes());
    }
  }

  record Failing(long seed, @Task.Copied byte[] load) implements Action {
    @Override
    public void compute(TaskContext context) {
      log.ran(seed);
      pause(context, (int) (seed & 0xfff));
      throw new IllegalStateException("expected " + seed);
    }
  }

  private static void pause(TaskContext context, int nanos) {
    Strands strands = RuntimeSupport.of(context.space()).processingElement().strands();
    if (nanos == 0) {
      strands.yield();
    } else {
      strands.park(nanos);
    }
  }

  static Task<?> task(Plan.Child child) {
    byte[] load = new byte[child.loadBytes()];
    return switch (child.kind()) {
      case NUMBER -> new Sum(child.seed(), child.depth(), load);
      case TEXT -> new Text(child.seed(), child.depth(), load);
      case FAILING -> new Failing(child.seed(), load);
    };
  }

  private static long value(Object result) {
    return result instanceof String text ? Long.parseLong(text.strip()) : (Long) result;
  }

  /** One task on its way through its plan. */
  private static final class Course {
    private final long seed;
    private final TaskContext context;
    private final Plan plan;
    private int pauses;

    Course(long seed, int depth, TaskContext context) {
      this.seed = seed;
      this.context = context;
      plan = Plan.of(seed, depth);
      log.ran(seed);
      if (log.isDoomed(seed, depth)) {
        throw new IllegalStateException("doomed " + seed);
      }
    }

    long sum() {
      long sum = Plan.own(seed);
      pause();
      for (Plan.Round round : plan.rounds()) {
        sum += round.way() == Plan.Way.SCOPE ? scoped(round) : sum(round);
      }
      return sum;
    }

    private void pause() {
      int nanos = plan.pauses()[pauses % plan.pauses().length];
      switch ((int) (seed >>> 8) + pauses++ & 7) {
        case 0 -> context.share(nanos);
        case 1 -> context.attend();
        default -> Tree.pause(context, nanos);
      }
    }

    private long scoped(Plan.Round round) {
      List<Forked<?>> forked = new ArrayList<>();
      try (Scope scope = context.scope()) {
        for (Plan.Child child : round.children()) {
          forked.add(scope.fork(task(child)));
          pause();
        }
      }
      return joined(forked);
    }

    private long sum(Plan.Round round) {
      List<Forked<?>> forked = new ArrayList<>();
      for (Plan.Child child : round.children()) {
        forked.add(context.fork(task(child)));
        pause();
      }
      switch (round.way()) {
        case LAST_FIRST -> Collections.reverse(forked);
        case SHUFFLED -> Collections.shuffle(forked, new Random(seed));
        case SYNC -> context.sync();
        case NOT -> {
          return 0;
        }
        default -> {}
      }
      boolean fails = round.children().getFirst().kind() == Plan.Kind.FAILING;
      return fails ? failed(forked.getFirst()) : joined(forked);
    }

    private long joined(List<Forked<?>> forked) {
      long sum = 0;
      for (Forked<?> each : forked) {
        pause();
        sum += value(context.join(each));
      }
      return sum;
    }

    private long failed(Forked<?> child) {
      try {
        context.join(child);
      } catch (TaskException expected) {
        if (expected.getMessage().contains("expected")) {
          return Plan.FAILED;
        }
        throw expected;
      }
      return 0;
    }
  }
}
