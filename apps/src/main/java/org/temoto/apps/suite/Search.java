package org.temoto.apps.suite;

import org.temoto.apps.report.Measurement;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.task.Task;
import org.temoto.task.TaskRuntime;

/**
 * An application whose tasks carry all their data.
 *
 * @param <R> the answer
 */
public interface Search<R> extends Application<R> {
  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }

  /** The task that finds the answer. */
  Task<R> root();

  /** The answer by one thread in plain Java. */
  R sequential();

  /** Tells whether {@code answer} is known to be the right one. */
  boolean isRight(R answer);

  @Override
  default Outcome<R> run(GlobalAddressSpace space, TaskRuntime runtime) {
    Task<R> root = root();
    Measurement<R> measurement = Measurement.of(space, runtime, () -> runtime.run(root));
    boolean right = space.pe() == 0 && isRight(measurement.result());
    return new Outcome<>(measurement, space.broadcast(right ? 1 : 0) != 0);
  }

  @Override
  default double sequentialSeconds() {
    long start = System.nanoTime();
    R answer = sequential();
    double seconds = seconds(start);
    if (!isRight(answer)) {
      throw new IllegalStateException(name() + ": the sequential version found " + answer);
    }
    return seconds;
  }
}
