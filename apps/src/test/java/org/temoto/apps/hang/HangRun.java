package org.temoto.apps.hang;

import java.util.function.Consumer;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.Temoto;
import org.temoto.task.LongTask;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskRuntime;

/** One PE of a test job that hangs, or would. */
final class HangRun {
  static final String TOLD = "told of ";
  static final String NOTHING = "nothing";
  static final String SPIN = "spin";
  private static final long LIMIT_NANOS = 1_000_000_000;

  private HangRun() {}

  /** {@code spin}; else hangs: several are caught, one launch after the other. */
  public static void main(String[] arguments) {
    if (arguments[0].equals(SPIN)) {
      launch(HangRun::spin);
    } else if (arguments.length == 1) {
      launch(Hang.valueOf(arguments[0])::run);
    } else {
      for (String name : arguments) {
        System.out.println(TOLD + name + ": " + failureOf(Hang.valueOf(name)));
      }
    }
  }

  private static String failureOf(Hang hang) {
    try {
      launch(hang::run);
      return NOTHING;
    } catch (RuntimeException failure) {
      return failure.getMessage().replace('\n', ' ');
    }
  }

  private static void launch(Consumer<GlobalAddressSpace> program) {
    Temoto.launch(GasOptions.DEFAULT, program);
  }

  /** A task that another PE steals and that never ends. */
  record Spin(boolean isRoot) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      if (isRoot) {
        return context.join(context.fork(new Spin(false)));
      }
      while (System.nanoTime() != 0) {
        Thread.onSpinWait();
      }
      return 1;
    }
  }

  private static void spin(GlobalAddressSpace space) {
    RuntimeOptions options = RuntimeOptions.DEFAULT.withTimeoutNanos(LIMIT_NANOS);
    try (TaskRuntime runtime = TaskRuntime.start(space, options)) {
      runtime.run(new Spin(true));
    }
  }
}
