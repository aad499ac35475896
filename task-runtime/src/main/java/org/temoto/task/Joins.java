package org.temoto.task;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.temoto.gas.GasException;
import org.temoto.gas.JobAbortedException;

/**
 * The joins of a strand that are not simply a call: of children that siblings stand above, that are
 * on offer or with a thief, that have ended already; and of all children at once.
 */
final class Joins {
  /** Polls of a claimed child before its joiner gives its worker away. */
  private static final int SPINS = 100;

  private final TaskExecution strand;

  /** Failures so far: tells which of a task's children failed first. */
  private int failures;

  /** Children on the stack that threw, and no join or sync has told of it. */
  private int unreported;

  /** Tasks forked here and run elsewhere, or not at all, since the counts were last passed on. */
  private long notRunHere;

  Joins(TaskExecution strand) {
    this.strand = strand;
  }

  long takeNotRunHere() {
    long taken = notRunHere;
    notRunHere = 0;
    return taken;
  }

  // --- one child

  /** The result of {@code child}, which is run before if it is here and awaited if it is not. */
  Object join(Frame parent, Frame child, long stamp) {
    strand.requireRunning(parent);
    requireChild(parent, child, stamp);
    if (strand.isOnStack(child)) {
      end(parent, child);
    }
    int end = child.state();
    Object outcome = child.outcome;
    Task<?> task = child.task;
    child.outcome = null;
    child.state(Frame.FREE);
    if (strand.isOnStack(child)) {
      unreported -= end == Frame.THREW ? 1 : 0;
      strand.dropJoined(parent);
      strand.demoteAbove(child);
    }
    return switch (end) {
      case Frame.RETURNED -> outcome;
      case Frame.THREW -> throw TaskExecution.exception(task, (Frame.Failure) outcome);
      default ->
          throw new IllegalStateException(
              "task " + Frame.name(task) + " was cancelled, because a sibling had failed");
    };
  }

  /** Ends {@code child}, which may be joined later unless this throws what it threw. */
  void finish(Frame parent, Frame child, long stamp) {
    strand.requireRunning(parent);
    requireChild(parent, child, stamp);
    if (!strand.isOnStack(child)) {
      return;
    }
    end(parent, child);
    if (child.state() == Frame.THREW) {
      join(parent, child, stamp);
    }
    Frame left = strand.keep(parent, child);
    strand.dropJoined(parent);
    strand.demoteAbove(left);
  }

  private void requireChild(Frame parent, Frame child, long stamp) {
    boolean own =
        child.isSameGeneration(stamp)
            && child.state() != Frame.FREE
            && (strand.isOnStack(child)
                ? child.index >= parent.base
                : child.hasEnded() && child.isKeptFor(parent));
    if (!own) {
      throw notAChild(parent, null);
    }
  }

  static IllegalStateException notAChild(Frame parent, Task<?> task) {
    return new IllegalStateException(
        (task == null ? "a child" : "task " + Frame.name(task))
            + ", joined by task "
            + parent.name()
            + ", must be joined by the task that forked it, once, before that ends");
  }

  /** Ends {@code child}, and before it all children forked after it that are still here. */
  private void end(Frame parent, Frame child) {
    if (child.state() == Frame.CLAIMED && strand.worker.completions.poll(child)) {
      takeNote(parent, child);
    }
    int above = strand.top;
    while (!child.hasEnded() && above > parent.base) {
      above = endYoungest(parent, above, false);
    }
    if (!child.hasEnded()) {
      await(parent, child);
    }
  }

  /**
   * Ends the youngest child below {@code above}, if it is here.
   *
   * @return how far it has come: no child from there on is here
   */
  private int endYoungest(Frame parent, int above, boolean cancel) {
    Frame child = strand.frames[above - 1];
    if (child.state() == Frame.OFFERED) {
      strand.worker.offers.awaitClaims();
      strand.worker.offers.takeBack();
      return above; // what it is now; all that was on offer is below
    }
    if (child.isHere()) {
      if (cancel) {
        notRunHere++;
        child.outcome = null;
        ended(parent, child, Frame.CANCELLED);
      } else {
        strand.runInPlace(parent, child);
      }
    }
    return above - 1;
  }

  /** Waits for a claimed child, without the worker if it takes long. */
  private void await(Frame parent, Frame child) {
    for (int i = 0; i < SPINS && !strand.worker.completions.poll(child); i++) {
      Thread.onSpinWait();
    }
    if (!strand.worker.completions.poll(child)) {
      strand.suspend(child);
    }
    takeNote(parent, child);
  }

  /** Takes note of the end of a claimed child. */
  private void takeNote(Frame parent, Frame child) {
    Worker worker = strand.worker;
    worker.completions.releaseCell(child);
    worker.claimed.remove(child);
    notRunHere++;
    if (child.remote) {
      strand.memory.acquire(); // what the child released
    } else {
      strand.memory.joined(child.epoch);
    }
    ended(parent, child, child.completion());
  }

  /** {@code parent} takes note that {@code child} has ended. */
  void ended(Frame parent, Frame child, int end) {
    child.state(end);
    if (end == Frame.THREW) {
      child.failureNumber = ++failures;
      unreported++;
    }
    parent.ended++;
    if (strand.hasNoChildren(parent)) {
      strand.memory.synced();
    }
  }

  // --- all children

  /**
   * Ends all children of {@code parent}; those not yet started are cancelled once one has failed.
   *
   * @param handles the children below this frame may be joined still; nobody has handles of others
   * @throws TaskException the first failure that no join has told of; others are suppressed in it
   */
  void sync(Frame parent, int handles) {
    endAll(parent, false);
    List<TaskException> thrown = takeFailures(parent);
    strand.keepChildren(parent, handles);
    throwFirst(thrown);
  }

  /** As {@link #sync}, for a task that is over. */
  void endChildren(Frame parent) {
    endAll(parent, false);
    List<TaskException> thrown = takeFailures(parent);
    strand.dropChildren(parent);
    throwFirst(thrown);
  }

  private static void throwFirst(List<TaskException> thrown) {
    if (!thrown.isEmpty()) {
      TaskException first = thrown.getFirst();
      thrown.stream().skip(1).forEach(each -> suppress(first, each));
      throw first;
    }
  }

  /** Ends the children of a task that threw, starting none; what they threw is suppressed. */
  void cancelChildren(Frame parent, Throwable thrown) {
    try {
      endAll(parent, true);
    } catch (JobAbortedException abort) {
      throw abort;
    } catch (GasException noRoom) { // for views that nobody is going to use
      if (!strand.hasNoChildren(parent)) { // no children may stay behind without their parent
        throw noRoom;
      }
      suppress(thrown, noRoom);
    }
    for (TaskException each : takeFailures(parent)) {
      suppress(thrown, each);
    }
    strand.dropChildren(parent);
  }

  /** First those that are here, youngest first; then those that thieves have. */
  private void endAll(Frame parent, boolean cancel) {
    boolean cancelling = cancel;
    for (int above = strand.top; above > parent.base; ) {
      cancelling = cancelling || unreported != 0 && hasFailed(parent);
      above = endYoungest(parent, above, cancelling);
    }
    for (int i = strand.top - 1; i >= parent.base; i--) {
      if (strand.frames[i].state() == Frame.CLAIMED) {
        await(parent, strand.frames[i]);
      }
    }
  }

  private boolean hasFailed(Frame parent) {
    for (int i = parent.base; i < strand.top; i++) {
      if (strand.frames[i].state() == Frame.THREW) {
        return true;
      }
    }
    return false;
  }

  /** What the children threw that no join has told of, in the order in which they ended. */
  private List<TaskException> takeFailures(Frame parent) {
    if (unreported == 0) {
      return List.of();
    }
    List<Frame> failed = new ArrayList<>();
    for (int i = parent.base; i < strand.top; i++) {
      if (strand.frames[i].state() == Frame.THREW) {
        failed.add(strand.frames[i]);
      }
    }
    unreported -= failed.size();
    failed.sort(Comparator.comparingInt(each -> each.failureNumber));
    return failed.stream()
        .map(each -> TaskExecution.exception(each.task, (Frame.Failure) each.outcome))
        .toList();
  }

  static void suppress(Throwable failure, Throwable other) {
    if (failure != other) {
      failure.addSuppressed(other);
    }
  }
}
