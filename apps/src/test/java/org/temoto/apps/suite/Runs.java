package org.temoto.apps.suite;

import java.util.concurrent.atomic.AtomicReference;
import org.temoto.apps.Spmd;
import org.temoto.gas.GasOptions;
import org.temoto.task.Task;
import org.temoto.task.TaskRuntime;

/** Runs applications and tasks of the tests on small simulated clusters. */
public final class Runs {
  private Runs() {}

  private static GasOptions options(int pes, int workers) {
    return Spmd.options(pes).withWorkers(workers);
  }

  /** Runs {@code application} on every PE; returns PE 0's outcome. */
  public static <R> Outcome<R> run(Application<R> application, int pes, int workers) {
    return run(application, options(pes, workers));
  }

  /** Runs {@code application} on every PE; returns PE 0's outcome. */
  public static <R> Outcome<R> run(Application<R> application, GasOptions options) {
    AtomicReference<Outcome<R>> result = new AtomicReference<>();
    Spmd.run(
        options,
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            Outcome<R> own = application.run(space, runtime);
            if (space.pe() == 0) {
              result.set(own);
            }
          }
        });
    return result.get();
  }

  /** The result of a task. */
  public static <R> R run(Task<R> root, int pes, int workers) {
    AtomicReference<R> result = new AtomicReference<>();
    Spmd.run(
        options(pes, workers),
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            R own = runtime.run(root);
            if (space.pe() == 0) {
              result.set(own);
            }
          }
        });
    return result.get();
  }
}
