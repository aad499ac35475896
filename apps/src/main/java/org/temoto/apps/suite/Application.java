package org.temoto.apps.suite;

import java.util.Map;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.task.TaskRuntime;

/**
 * One of the applications of {@code temoto run}, with its parameters: the program that every PE
 * runs, and the same in plain Java to compare with.
 *
 * @param <R> the answer
 */
public interface Application<R> {
  /** Name of the application on the command line. */
  String name();

  /** Parameters of this job among others of the application, by the names of the options. */
  Map<String, Object> parameters();

  /** Bytes of global memory on all PEs together. */
  default long dataBytes() {
    return 0;
  }

  /** Computes the answer by tasks, measures that alone, and verifies it. Collective. */
  Outcome<R> run(GlobalAddressSpace space, TaskRuntime runtime);

  /**
   * Computes the answer by one thread in plain Java, by the same method: what {@link #run} has to
   * beat.
   *
   * @return the seconds that it took, without what prepares the data
   */
  double sequentialSeconds();

  /** Fields of an answer in the report, by name. */
  default Map<String, Object> fields(R answer) {
    return Map.of("result", answer);
  }
}
