package org.temoto.gas.simulated.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * A task in the order of fork and join, whichever strand and PE runs it.
 *
 * <p>Its forks and joins cut it into steps. A child begins after the step of its fork and ends
 * before that of its join, and only the task that forked it joins it, in any order. So two accesses
 * are compared where their ways to the root meet: there one way's child was forked after the
 * other's access, or after its child was joined, or they are in no order. Those without a parent,
 * runs and programs of PEs, are ordered by barriers. A child that is detached ends before nothing
 * of its run, though those above it are joined.
 *
 * <p>Changed by the strand that runs the task; the step of its join and what was released may be
 * read by any.
 */
final class CheckedTask {
  private static final int MOST_NAMES = 12;

  private final Supplier<String> name;

  /** Class of the task, for tasks of one type do the same things. */
  final Class<?> type;

  private final CheckedTask parent;
  private final CheckedTask root;
  private final int depth;
  private final int phase;
  private final int forked;
  private int step = 1;

  /** The step of the parent that its join begins; 0 while it has not been joined. */
  private volatile int joined;

  /** Number of the job's fences before which all that other strands released is visible to it. */
  private long acquired;

  /**
   * Releasing fences by the step up to which they cover this task: of each the first number among
   * the job's fences; both increase. Null before the first; guarded by this.
   */
  private TreeMap<Integer, Long> releases;

  /**
   * Step that its steps count as, as far as it was looked for, to get there faster; null before
   * that. A race among strands that look is harmless: any that is found here is right.
   */
  private Lasting lasting;

  private int unjoined;

  /** True if no task joins it. */
  private boolean detached;

  /**
   * True if it, or a task below it, has detached some, which tell its steps apart also when it has
   * been joined.
   */
  private volatile boolean hasDetached;

  /**
   * The last step at which all children had been joined: nothing to come can tell those before from
   * it, but for fences. Others may read an older one, and tell more apart.
   */
  private int settled;

  /** True if its children have all ended since the last fork, so far as joins have to wait. */
  private boolean thawing;

  /** True if it has thrown, because it was cancelled or by itself. */
  private volatile boolean failed;

  /** Its number on its way to other PEs; 0 for none. */
  int number;

  private CheckedTask(
      Supplier<String> name,
      Class<?> type,
      CheckedTask parent,
      int phase,
      int forked,
      long acquired) {
    this.name = name;
    this.type = type;
    this.parent = parent;
    this.root = parent == null ? this : parent.root;
    this.depth = parent == null ? 0 : parent.depth + 1;
    this.phase = phase;
    this.forked = forked;
    this.acquired = acquired;
  }

  /** A run, or what a program does, between the barriers {@code phase} and the next. */
  static CheckedTask root(Supplier<String> name, Class<?> type, int phase) {
    return new CheckedTask(name, type, null, phase, 0, 0);
  }

  /** Forks a child; what comes then is another step. */
  CheckedTask fork(Supplier<String> child, Class<?> childType) {
    unjoined++;
    thawing = false;
    return new CheckedTask(child, childType, this, phase, step++, acquired);
  }

  /** Starts a task that no other joins; what comes then is another step. */
  CheckedTask detach(Supplier<String> child, Class<?> childType) {
    for (CheckedTask task = this; task != null && !task.hasDetached; task = task.parent) {
      task.hasDetached = true;
    }
    CheckedTask started = new CheckedTask(child, childType, this, phase, step++, acquired);
    started.detached = true;
    return started;
  }

  /** The task that forked it has joined it; the first join counts. */
  void join() {
    if (joined == 0 && parent != null) {
      parent.acquired = Math.max(parent.acquired, acquired);
      joined = ++parent.step;
      if (--parent.unjoined == 0 && !parent.hasDetached) {
        parent.settled = parent.step;
      }
    }
  }

  boolean isDetached() {
    return detached;
  }

  int step() {
    return step;
  }

  long acquired() {
    return acquired;
  }

  /** Its children have ended; they may be still to be joined. */
  void thaw() {
    thawing = true;
  }

  /** Tells whether all children have ended and been joined, and it has not been told so yet. */
  boolean hasThawed() {
    boolean thaws = thawing && unjoined == 0;
    thawing &= !thaws;
    return thaws;
  }

  void fail() {
    failed = true;
  }

  boolean hasFailed() {
    return failed;
  }

  /**
   * A releasing fence, the job's number {@code fence}: of all that this task has done, and of what
   * its ancestors did before they forked it.
   */
  void release(long fence) {
    released(step++, fence);
  }

  /** A release that is complete later covers what it did up to the step that this returns. */
  int startRelease() {
    return step++;
  }

  /** {@code fence} covers what it did up to step {@code to}, on any strand. */
  void released(int to, long fence) {
    covered(to, fence);
    for (CheckedTask task = this; task.parent != null; task = task.parent) {
      task.parent.covered(task.forked, fence);
    }
  }

  private synchronized void covered(int to, long fence) {
    if (releases == null) {
      releases = new TreeMap<>();
    }
    Map.Entry<Integer, Long> wider = releases.ceilingEntry(to);
    if (wider != null && wider.getValue() <= fence) {
      return;
    }
    releases.put(to, fence);
    Map.Entry<Integer, Long> narrower = releases.lowerEntry(to);
    while (narrower != null && narrower.getValue() >= fence) {
      releases.remove(narrower.getKey());
      narrower = releases.lowerEntry(to);
    }
  }

  /**
   * Tells whether one of the fences up to number {@code fence} has released what it did at {@code
   * at}.
   */
  private synchronized boolean hasReleased(int at, long fence) {
    Map.Entry<Integer, Long> first = releases == null ? null : releases.ceilingEntry(at);
    return first != null && first.getValue() <= fence;
  }

  void acquire(long fence) {
    acquired = fence;
  }

  /**
   * Tells whether what {@code earlier} did at {@code at} comes before what {@code later} did, or
   * does, at {@code laterAt}.
   *
   * @param acquired what {@code later} had acquired by then
   */
  static boolean isBefore(
      CheckedTask earlier, int at, CheckedTask later, int laterAt, long acquired) {
    return isForkedOrJoinedBefore(earlier, at, later, laterAt)
        || acquired != 0 && isReleasedBefore(earlier, at, acquired);
  }

  private static boolean isForkedOrJoinedBefore(
      CheckedTask earlier, int at, CheckedTask later, int laterAt) {
    if (earlier.root != later.root) {
      return earlier.phase < later.phase;
    }
    CheckedTask one = earlier;
    CheckedTask other = later;
    CheckedTask oneChild = null;
    CheckedTask otherChild = null;
    boolean outlasts = false;
    while (one != other) {
      int depths = one.depth - other.depth;
      if (depths >= 0) {
        outlasts |= one.detached;
        oneChild = one;
        one = one.parent;
      }
      if (depths <= 0) {
        otherChild = other;
        other = other.parent;
      }
    }
    int end = otherChild == null ? laterAt : otherChild.forked;
    if (oneChild == null) {
      return at <= end;
    }
    return !outlasts && oneChild.joined != 0 && oneChild.joined <= end;
  }

  private static boolean isReleasedBefore(CheckedTask earlier, int at, long fence) {
    int position = at;
    CheckedTask task = earlier;
    while (task != null) {
      if (task.hasReleased(position, fence)) {
        return true;
      }
      position = task.joined;
      task = position == 0 ? null : task.parent;
    }
    return false;
  }

  /** Step that stands for another in any comparison with what is still to come. */
  record Lasting(CheckedTask task, int step) {}

  /**
   * Step {@code at} as one of the nearest of this task and its ancestors that has not been joined:
   * the last that nothing to come can tell from it, but for fences.
   */
  Lasting lasting(int at) {
    Lasting found = stays() ? new Lasting(this, at) : lasting();
    int end = found.task.settled;
    return found.step < end ? new Lasting(found.task, end) : found;
  }

  private boolean stays() {
    return joined == 0 || hasDetached;
  }

  private Lasting lasting() {
    CheckedTask task = this;
    Lasting found = task.further();
    while (!found.task.stays()) {
      task = found.task;
      found = task.further();
    }
    for (CheckedTask way = this; way.depth > found.task.depth; ) {
      CheckedTask next = way.further().task;
      way.lasting = found;
      way = next;
    }
    return found;
  }

  /**
   * Step that steps of this task, which has been joined, count as; or one still further up, if
   * known.
   */
  private Lasting further() {
    Lasting known = lasting;
    if (known == null) {
      known = new Lasting(parent, joined);
      lasting = known;
    }
    return known;
  }

  boolean hasBeenJoined() {
    return joined != 0;
  }

  /**
   * Tells whether {@code ancestor} is this task, or has forked it, or one that has, and none on the
   * way is detached.
   */
  boolean isBelow(CheckedTask ancestor) {
    CheckedTask task = this;
    while (task.depth > ancestor.depth && !task.detached) {
      task = task.parent;
    }
    return task == ancestor;
  }

  /** Tells whether it is {@code other}, or the same program between other barriers. */
  boolean isSame(CheckedTask other) {
    return this == other || parent == null && other.parent == null && name.equals(other.name);
  }

  /** From this task to the root, at most {@value #MOST_NAMES} of them. */
  List<String> path() {
    List<String> names = new ArrayList<>();
    for (CheckedTask task = this; task != null; task = task.parent) {
      if (names.size() == MOST_NAMES) {
        names.add("...");
        break;
      }
      names.add(task.name.get());
    }
    return names;
  }
}
