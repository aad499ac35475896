package org.temoto.task.program;

import java.util.List;

/**
 * A step of a random fork/join program over an array of units. Every read step knows what it must see.
 *
 * <p>A write is named by a number; a unit holds the number of the write that produced it, 0 at first.
 */
sealed interface Step {
  /** Localizes the units [lo, hi) for reading and compares them with {@code expected}. */
  record Read(int lo, int hi, int[] expected) implements Step {}

  /** Writes and commits the units [lo, hi), by a WRITE view or a READ_WRITE view. */
  record Write(int lo, int hi, int ident, boolean storesOnly) implements Step {}

  /** Moves a page. */
  record Migrate(int page, int pe) implements Step {}

  /** Runs blocks of the program in parallel and joins them. */
  record Par(int[] blocks, boolean oldestFirst) implements Step {}

  /** Holds views over a fork and join. */
  record Hold(List<Held> views, Par body) implements Step {}

  /**
   * A view opened (and written and committed, if {@code before} is not 0) before a fork, compared and (if {@code after} is not
   * 0) written and committed again after the sync.
   */
  record Held(int lo, int hi, boolean writes, int before, int after, int[] expected) {}
}
