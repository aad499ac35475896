package org.temoto.gas.simulated.check;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.temoto.gas.Finding;

/** A view, or a read without one, as a step of a task. Its changes are its own strand's. */
final class Access {
  /** With more runs of changed bytes than this, all between the first and the last count. */
  private static final int MOST_RUNS = 1024;

  final Task task;
  final int step;
  final int pe;
  final boolean writes;
  final String what;
  final SourceLines.Line line;

  /** Of the elements that the bytes were used as; 0 if that is not known. */
  volatile int elementBytes;

  /** Null before the first change: most only read. */
  private RangeMap<Boolean> changed;

  private long firstChanged = Long.MAX_VALUE;
  private long lastChanged;

  /** Whether the view outlasts the join of the tasks below it, whatever it counts as by then. */
  private final AtomicBoolean kept;

  /** Whether {@link #changed} is complete. */
  private boolean over;

  Access(Task task, int pe, boolean writes, String what, SourceLines.Line line) {
    this(task, pe, writes, what, line, new AtomicBoolean());
  }

  private Access(
      Task task, int pe, boolean writes, String what, SourceLines.Line line, AtomicBoolean kept) {
    this.task = task;
    this.step = task.step();
    this.pe = pe;
    this.writes = writes;
    this.what = what;
    this.line = line;
    this.kept = kept;
  }

  /** The same view as an access of {@code next}. */
  Access again(Task next) {
    return new Access(next, pe, writes, what, line, kept);
  }

  boolean isBefore(Task present) {
    return Task.isBefore(task, step, present);
  }

  /** All tasks below have been joined, and it goes on. */
  void keep() {
    kept.set(true);
  }

  /**
   * Whether it may read what {@code other} writes after that was joined only: a view that reads,
   * and outlasts the join, may be opened before.
   */
  boolean mayComeAfter(Access other) {
    return kept.get() && mightComeAfter(other);
  }

  /** Whether it may if it turns out to outlast the join. */
  boolean mightComeAfter(Access other) {
    return !writes && other.task.isBelow(task);
  }

  /** The bytes [{@code from}, {@code to}) have been changed through it. */
  synchronized void changed(long from, long to) {
    firstChanged = Math.min(firstChanged, from);
    lastChanged = Math.max(lastChanged, to);
    if (changed == null) {
      changed = new RangeMap<>();
    }
    if (changed.size() < MOST_RUNS) {
      changed.put(from, to, true);
    }
  }

  /** It changes nothing from now on. */
  synchronized void end(int bytesPerElement) {
    elementBytes = bytesPerElement;
    over = true;
  }

  /** Whether a byte of [{@code from}, {@code to}) may have been used by both in earnest. */
  static boolean meet(Access one, Access other, long from, long to) {
    RangeMap<Boolean> both = one.touched(from, to);
    boolean[] found = {false};
    other
        .touched(from, to)
        .forEach(
            from, to, (start, end, _) -> both.forEach(start, end, (_, _, _) -> found[0] = true));
    return found[0];
  }

  /** What was read, or changed as far as that is known: what is stored may have stood there. */
  private synchronized RangeMap<Boolean> touched(long from, long to) {
    RangeMap<Boolean> touched = new RangeMap<>();
    if (!writes || !over || changed == null) {
      touched.put(from, to, true);
    } else if (changed.size() >= MOST_RUNS) {
      touched.put(Math.max(from, firstChanged), Math.min(to, lastChanged), true);
    } else {
      changed.forEach(from, to, touched::put);
    }
    return touched;
  }

  Finding.Place place() {
    return new Finding.Place(what, line.text(), task.path(), pe);
  }

  Finding finding(Finding.Kind kind, String memory, long from, long to, Optional<Access> second) {
    int bytes =
        elementBytes == 0 ? second.map(other -> other.elementBytes).orElse(0) : elementBytes;
    return new Finding(kind, memory, from, to, bytes, place(), second.map(Access::place));
  }
}
