package org.temoto.task.program;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A step of a random fork/join program over an array of units. Every step that reads knows what it
 * must see.
 *
 * <p>A write is named by a number; a unit holds the number of the write that produced it, 0 at
 * first.
 */
sealed interface Step {
  /** Localizes units for reading and compares them with {@code expected}. */
  record Read(Pieces at, int[] expected) implements Step {}

  /**
   * Localizes {@code at} for writing, by a WRITE view or a READ_WRITE view, writes and commits
   * {@code written}, which is all of it or, in a READ_WRITE view, a part.
   */
  record Write(Pieces at, Pieces written, int ident, boolean storesOnly, boolean unitByUnit)
      implements Step {}

  /**
   * Runs a block without forks inside an open view, which was written before (if that is not 0) and
   * is committed only after.
   */
  record Nest(Held outer, int block) implements Step {}

  /**
   * Asks for views, runs a block, which may fork, and then opens them one after the other, the last
   * first if {@code reversed}: compares each, and writes and commits it if {@code after} is not 0.
   * Number {@code dropped} is given up instead.
   */
  record Ahead(List<Held> views, int block, boolean reversed, int dropped) implements Step {
    /** The numbers of the views that are opened, in that order. */
    List<Integer> order() {
      List<Integer> all =
          IntStream.range(0, views.size()).filter(i -> i != dropped).boxed().toList();
      return reversed ? all.reversed() : all;
    }
  }

  /** Moves a page to a PE, and on to the next. */
  record Migrate(int page, int pe) implements Step {}

  /** A fence that the program does not need. */
  record Fence(boolean release) implements Step {}

  /**
   * Runs blocks of the program in parallel and joins them. Between forks and joins it opens {@code
   * kept} and runs the block {@code between}, which has no forks, if that is not -1; the kept views
   * are compared after the joins.
   */
  record Par(int[] blocks, boolean oldestFirst, int between, List<Held> kept) implements Step {}

  /** Holds views over a fork and join. */
  record Hold(List<Held> views, Par body) implements Step {}

  /** Ends the block by an exception, with a view of {@code open} left open. */
  record Fail(Pieces open) implements Step {}

  /**
   * A view opened (and written and committed, if {@code before} is not 0) before something else,
   * compared and (if {@code after} is not 0) written and committed again after it. One that stores
   * only is always written before, and compared through another view.
   */
  record Held(
      Pieces at, boolean writes, boolean storesOnly, int before, int after, int[] expected) {}
}
