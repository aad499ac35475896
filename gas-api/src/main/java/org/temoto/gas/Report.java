package org.temoto.gas;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * Report of a job: values that its program has found, whether they are right, and how long its
 * computation took. Each PE has its own; a command that runs the program ({@code temoto run},
 * {@code simulate}, {@code check}) shows that of PE 0; elsewhere nobody looks at it. Used by the
 * program of the PE.
 */
public interface Report {
  /**
   * Adds a value; one of the same name is replaced.
   *
   * @param name in camel case, as the names of other values in JSON
   * @param value a number, a boolean or a text
   * @throws IllegalArgumentException if it is anything else
   */
  Report put(String name, Object value);

  /** Says whether a result is right; the command fails if any is not. */
  Report verify(boolean isRight);

  /**
   * Computes what the job is about. The time of these calls on PE 0, together, is that of the job;
   * without one it is the whole program's. Barrier before. Collective.
   */
  <R> R measure(Supplier<R> computation);

  /** The values that have been {@link #put}, in this order. */
  Map<String, Object> values();

  /** The verdict on all results; empty if {@link #verify} has not been called. */
  Optional<Boolean> isVerified();

  /** The time of {@link #measure} in seconds; empty if it has not been called. */
  OptionalDouble seconds();
}
