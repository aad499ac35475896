package org.temoto.gas.simulated.check;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.temoto.gas.Access;
import org.temoto.gas.simulated.CheckFailedException.Finding;

/** A view, or a read without one, as a step of a task. Its changes are its own strand's. */
final class CheckedAccess {
  private static final String ENDED = "(a task that has ended)";

  private static final int MOST_CONTESTS = 64;
  private static final int MOST_BYTES_OF_OTHERS = 1 << 16;

  final CheckedTask task;
  final int step;

  /** Number of the job's fences before which {@link #task} had acquired all by then. */
  final long acquired;

  final int pe;
  private final Access mode;
  final String what;
  final SourceLines.Line line;

  /** Size of the elements that the bytes were used as; 0 if that is not known. */
  volatile int elementBytes;

  /** Null where nothing can be changed. */
  private final Changes changes;

  /** Access that the view counted as first, which knows whether it is kept. */
  private final CheckedAccess first;

  /** True if it stands for those of tasks below, which have all ended. */
  private final boolean ofEnded;

  /** True if the view outlasts the join of the tasks below it, whatever it counts as by then. */
  private volatile boolean kept;

  /** True if other views of its PE were active on its pages, so that its changes may be others'. */
  private volatile boolean shared;

  /** True if it counts as a change of all bytes whether it is one or not. */
  private volatile boolean changesAll;

  /** True if it changes nothing any more. */
  private volatile boolean over;

  /** Writers of its memory that are in no order with it, the first few of them; none of a read. */
  private final List<Contest> contests;

  /** Another writer of the bytes from {@code from} to {@code to}. */
  private record Contest(CheckedAccess other, long from, long to) {
    /** Takes what the other is known to have changed out of {@code left}, bytes from start on. */
    void clear(BitSet left, long start) {
      Changes changed = other.known();
      long low = Math.max(start, from);
      long high = Math.min(start + left.length(), to);
      for (long at = low; changed != null && at < high; at++) {
        if (changed.meets(null, at, at + 1)) {
          left.clear((int) (at - start));
        }
      }
    }
  }

  /** Set of the bytes that a view has changed; of its strand, and of all once the view is over. */
  private static final class Changes {
    private static final int BLOCK = 4096;

    /** Bytes of each block that has any, by its number: they may be every other of very many. */
    private final NavigableMap<Long, BitSet> blocks = new TreeMap<>();

    void add(long start, long end) {
      for (long at = start; at < end; ) {
        long block = at / BLOCK;
        long next = Math.min(end, (block + 1) * BLOCK);
        blocks
            .computeIfAbsent(block, _ -> new BitSet(BLOCK))
            .set(within(block, at), within(block, next));
        at = next;
      }
    }

    private static int within(long block, long at) {
      return Math.clamp(at - block * BLOCK, 0, BLOCK);
    }

    boolean isEmpty() {
      return blocks.isEmpty();
    }

    /** Tells whether a byte of [{@code start}, {@code end}) is in both; null has all. */
    boolean meets(Changes other, long start, long end) {
      return blocks.subMap(start / BLOCK, true, (end - 1) / BLOCK, true).entrySet().stream()
          .anyMatch(each -> {
            long block = each.getKey();
            BitSet theirs = other == null ? each.getValue() : other.blocks.get(block);
            return theirs != null
                && theirs
                    .get(within(block, start), within(block, end))
                    .intersects(each.getValue().get(within(block, start), within(block, end)));
          });
    }
  }

  CheckedAccess(CheckedTask task, int pe, Access mode, String what, SourceLines.Line line) {
    this(task, pe, mode, what, line, null);
  }

  private CheckedAccess(
      CheckedTask task,
      int pe,
      Access mode,
      String what,
      SourceLines.Line line,
      CheckedAccess first) {
    this.task = task;
    this.step = task.step();
    this.acquired = task.acquired();
    this.pe = pe;
    this.mode = mode;
    this.what = what;
    this.line = line;
    this.changes = writes() ? new Changes() : null;
    this.contests = writes() ? new ArrayList<>(0) : List.of();
    this.first = first == null ? this : first;
    this.ofEnded = false;
  }

  /** Stands for {@code read}, and others like it, of tasks below that have all been joined. */
  private CheckedAccess(CheckedTask task, int step, CheckedAccess read) {
    this.task = task;
    this.step = step;
    this.acquired = read.acquired;
    this.pe = read.pe;
    this.mode = Access.READ;
    this.what = read.what;
    this.line = read.line;
    this.elementBytes = read.elementBytes;
    this.changes = null;
    this.contests = List.of();
    this.first = this;
    this.ofEnded = true;
    this.over = true;
  }

  boolean writes() {
    return mode.writes();
  }

  /** The same view as an access of {@code next}. */
  CheckedAccess again(CheckedTask next) {
    return new CheckedAccess(next, pe, mode, what, line, first);
  }

  /** Access that this read, which is over, counts as together with others of ended tasks. */
  CheckedAccess asOfEnded(CheckedTask.Lasting lasting) {
    return new CheckedAccess(lasting.task(), lasting.step(), this);
  }

  /**
   * Tells whether this, of ended tasks, stands for {@code read}, too, which counts as {@code
   * lasting}.
   */
  boolean standsFor(CheckedAccess read, CheckedTask.Lasting lasting) {
    return task == lasting.task() && step == lasting.step() && looksLike(read);
  }

  /** The step that stands for it in any comparison with what is still to come. */
  CheckedTask.Lasting lasting() {
    return task.lasting(step);
  }

  /** Tells whether it comes before what {@code present} does now. */
  boolean isBefore(CheckedTask present) {
    return CheckedTask.isBefore(task, step, present, present.step(), present.acquired());
  }

  boolean isBefore(CheckedAccess other) {
    return CheckedTask.isBefore(task, step, other.task, other.step, other.acquired);
  }

  /** All tasks below have been joined, and it goes on. */
  void keep() {
    first.kept = true;
  }

  /**
   * Tells whether it may read what {@code other} writes after that was joined only: a view that
   * reads, and outlasts the join, may be opened before.
   */
  boolean mayComeAfter(CheckedAccess other) {
    return first.kept && mightComeAfter(other);
  }

  /** Tells whether it may if it turns out to outlast the join. */
  boolean mightComeAfter(CheckedAccess other) {
    return !writes() && other.task.isBelow(task);
  }

  /**
   * Notes that {@code other}, in the same view memory, writes [{@code from}, {@code to}), too, in
   * no order with this.
   */
  void contest(CheckedAccess other, long from, long to) {
    if (!over) {
      first.add(new Contest(other, from, to));
    }
  }

  private void add(Contest contest) {
    synchronized (contests) {
      if (contests.size() < MOST_CONTESTS) {
        contests.add(contest);
      }
    }
  }

  /**
   * Tells whether others, with which it races, have changed all of [{@code from}, {@code to}),
   * which changed while it had them open: after the end of the job.
   */
  boolean mayBeOfOthers(long from, long to) {
    synchronized (first.contests) {
      if (first.contests.isEmpty() || to - from > MOST_BYTES_OF_OTHERS) {
        return false;
      }
      BitSet left = new BitSet();
      left.set(0, (int) (to - from));
      first.contests.forEach(each -> each.clear(left, from));
      return left.isEmpty();
    }
  }

  /** The bytes [{@code from}, {@code to}) have been changed through it. */
  void changed(long from, long to) {
    changes.add(from, to);
  }

  /** It changes nothing from now on. */
  void end(int bytesPerElement) {
    elementBytes = bytesPerElement;
    over = true;
  }

  /** Tells whether it is over, and was not kept: nothing to be known of it will change. */
  boolean isPlainlyOver() {
    return over && !first.kept;
  }

  /** Tells whether findings would say the same of both, but for tasks and bytes. */
  boolean looksLike(CheckedAccess other) {
    return line == other.line
        && what.equals(other.what)
        && elementBytes == other.elementBytes
        && pe == other.pe;
  }

  /** Tells whether a byte of [{@code from}, {@code to}) may have been used by both in earnest. */
  static boolean meet(CheckedAccess one, CheckedAccess other, long from, long to) {
    Changes first = one.known();
    Changes second = other.known();
    return first == null && second == null
        || (first == null ? second.meets(null, from, to) : first.meets(second, from, to));
  }

  /** It is a collective's, of which it is not seen what it changes. */
  void change() {
    first.changesAll = true;
  }

  /** Views of its PE may change what it has open, from now on or since before. */
  void share() {
    first.shared = true;
  }

  /**
   * Tells whether this, a view that may be wide, has not changed what {@code other} has used of the
   * bytes [{@code from}, {@code to}), or may not have.
   */
  boolean isApart(CheckedAccess other, long from, long to) {
    return mode == Access.READ_WRITE
        && over
        && !first.changesAll
        && (first.shared || changes.isEmpty() || !meet(this, other, from, to));
  }

  /**
   * The bytes that it has changed; null if that is not known, for what is stored may have stood
   * there, or if it has read.
   */
  private Changes known() {
    return writes() && over && !changes.isEmpty() ? changes : null;
  }

  Finding.Place place() {
    List<String> path = task.path();
    if (ofEnded) {
      path = Stream.concat(Stream.of(ENDED), path.stream()).toList();
    }
    return new Finding.Place(what, line.text(), path, pe);
  }

  Finding finding(
      Finding.Kind kind, String memory, long from, long to, Optional<CheckedAccess> second) {
    int bytes =
        elementBytes == 0 ? second.map(other -> other.elementBytes).orElse(0) : elementBytes;
    return new Finding(kind, memory, from, to, bytes, place(), second.map(CheckedAccess::place));
  }
}
