package org.temoto.task.pattern;

import java.lang.foreign.MemorySegment;

/** An operator on elements of one type: what reductions and scans are made of. */
interface ElementOperation<R> extends Reduction<R> {
  /**
   * Stores what the elements so far come to, with {@code carry} before them.
   *
   * @param to may be {@code from}
   * @return what comes before the next element
   */
  R scan(R carry, MemorySegment from, MemorySegment to, long count, Scan.Kind kind);
}
