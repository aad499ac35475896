package org.temoto.task.pattern;

import java.util.Objects;
import org.temoto.gas.Access;
import org.temoto.gas.InvalidOptionException;

/**
 * Options of how a pattern is cut into tasks and what these have at hand; immutable.
 *
 * @param cutoff elements that one task does, a page more or less; default {@link #SUITED}: a few
 *     tasks per worker, of a page and {@value #SUITED_ELEMENTS} elements at least. Scans and
 *     partitions have 2048 parts at most, or four per worker: a part's total travels with its task
 * @param grain elements that a task has at hand at a time, localized and committed together;
 *     default {@link #SUITED}: a page and {@value #SUITED_ELEMENTS} elements at least, where the
 *     cache has room
 * @param prefetch whether a task has its next grain on the way while it works on one; default yes
 * @param visited how {@link Patterns#forEach} localizes what it hands to its kernel; default {@link
 *     Access#READ_WRITE}
 * @param output how transforms localize what they write: {@link Access#READ_WRITE} for kernels that
 *     look at what is there; default {@link Access#WRITE}
 */
public record PatternPolicy(
    long cutoff, long grain, boolean prefetch, Access visited, Access output) {
  /** Value that asks for what suits the job. */
  public static final long SUITED = 0;

  static final long SUITED_ELEMENTS = 1 << 15;

  /** Everything as it suits the job; {@code forEach} reads and writes, a transform only writes. */
  public static final PatternPolicy DEFAULT =
      new PatternPolicy(SUITED, SUITED, true, Access.READ_WRITE, Access.WRITE);

  public PatternPolicy {
    require("cutoff", cutoff);
    require("grain", grain);
    Objects.requireNonNull(visited, "visited");
    if (!Objects.requireNonNull(output, "output").writes()) {
      throw new InvalidOptionException("output", output, "WRITE or READ_WRITE");
    }
  }

  private static void require(String name, long elements) {
    if (elements < 0) {
      throw new InvalidOptionException(name, elements, "at least 1, or 0 for what suits");
    }
  }

  /** The same with tasks of so many elements. */
  public PatternPolicy withCutoff(long elements) {
    return new PatternPolicy(elements, grain, prefetch, visited, output);
  }

  /** The same with so many elements at hand at a time. */
  public PatternPolicy withGrain(long elements) {
    return new PatternPolicy(cutoff, elements, prefetch, visited, output);
  }

  /** The same with or without the next grain on the way. */
  public PatternPolicy withPrefetch(boolean choice) {
    return new PatternPolicy(cutoff, grain, choice, visited, output);
  }

  /** The same with another {@link #visited()}. */
  public PatternPolicy withVisited(Access access) {
    return new PatternPolicy(cutoff, grain, prefetch, access, output);
  }

  /** The same with another {@link #output()}. */
  public PatternPolicy withOutput(Access access) {
    return new PatternPolicy(cutoff, grain, prefetch, visited, access);
  }
}
