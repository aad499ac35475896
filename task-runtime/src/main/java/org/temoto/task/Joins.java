package org.temoto.task;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.temoto.gas.GasException;
import org.temoto.gas.spi.JobAbortedException;
import org.temoto.task.Frame.Ending;

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

  /** True if a claimed child has failed while its parent could not take note of it. */
  private boolean unnoted;

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
    strand.requireNoLock(parent);
    requireChild(parent, child, stamp);
    if (strand.isOnStack(child)) {
      end(parent, child);
    }
    syncAgain(parent);
    strand.watchJoin(child);
    int end = child.state();
    Object outcome = child.outcome;
    Task<?> task = child.task;
    child.free();
    if (strand.isOnStack(child)) {
      parent.tell(child);
      strand.dropJoined(parent);
      strand.demoteAbove(child);
    }
    if (end == Frame.CANCELLED) {
      requireGoingOn(parent);
    }
    return switch (end) {
      case Frame.RETURNED -> outcome;
      case Frame.THREW -> throw ((TaskFailure) outcome).exception(task);
      default ->
          throw new IllegalStateException(
              "task " + Frame.name(task) + " was cancelled, because a sibling had failed");
    };
  }

  // --- failures of others

  void requireGoingOn(Frame parent) {
    GasException stop = strand.cancellation.stop(parent);
    if (stop != null) {
      throw stop;
    }
  }

  /**
   * A claimed child of a task of this strand has failed, as its worker has heard. That concerns the
   * task only if it is ending the child together with others: these are cancelled. Else it is told
   * when it joins the child.
   */
  void failed(Frame child) {
    Frame parent = strand.parentOf(child);
    if (!parent.endsTogether(child)) {
      return;
    }
    Frame runs = strand.frames[strand.running];
    if (runs == parent && strand.worker != null && strand.awaited() == null) {
      takeNote(parent, child);
    } else {
      unnoted = true;
      Frame running = runs == parent ? null : childOnTheWay(parent, runs);
      if (running != null && parent.endsTogether(running)) {
        strand.cancellation.cancel(running.index, strand.last);
      }
    }
    // at once: the running task may wait for a lock behind one of them, or this one for room
    strand.cancellation.tellThieves(parent.endingFrom - 1, strand.last);
  }

  /**
   * Tells whether {@code child} is to be left alone: it or a task in a frame above {@code first}
   * that it is below is no child of the scope whose others its parent, which goes on, ends.
   */
  boolean isSpared(Frame child, int first, int cancelledFrom) {
    for (Frame each = child; each.index > first; ) {
      Frame parent = strand.parentOf(each);
      if (parent.endingScope && !each.isInScope() && parent.index < cancelledFrom) {
        return true;
      }
      each = parent;
    }
    return false;
  }

  /** Tells all thieves of children that end together, before the first of them is waited for. */
  private void tellEnding(Frame parent) {
    strand.worker.offers.takeBack(); // only so it is known which have been claimed
    strand.cancellation.tellThieves(parent.endingFrom - 1, strand.worker);
  }

  /**
   * From now on the children of {@code parent} in frame {@code from} and above end together;
   * whether they are to be cancelled.
   */
  boolean beginEnding(Frame parent, int from) {
    parent.endingFrom = from;
    unnoted |= strand.worker.hasHeardAlarms();
    return isStopping(parent);
  }

  /** Tells whether the children that end together are to be cancelled. */
  private boolean isStopping(Frame parent) {
    strand.worker.listen();
    if (unnoted) {
      unnoted = false;
      strand.worker.tellFailures(strand);
    }
    return strand.cancellation.isCancelled(parent) || hasFailed(parent);
  }

  private static boolean hasUntold(Frame child) {
    return child.state() == Frame.THREW && child.isUntold();
  }

  private boolean hasFailed(Frame parent) {
    if (parent.failed == 0 || !parent.endingScope) {
      return parent.failed != 0;
    }
    for (int i = parent.base; i < strand.top; i++) {
      if (hasUntold(strand.frames[i]) && strand.frames[i].isInScope()) {
        return true;
      }
    }
    return false;
  }

  /** The child of {@code ancestor} that the task in {@code runs} belongs to. */
  private Frame childOnTheWay(Frame ancestor, Frame runs) {
    Frame child = runs;
    for (Frame next = strand.parentOf(child); next != ancestor; next = strand.parentOf(next)) {
      child = next;
    }
    return child;
  }

  /**
   * Ends {@code child}, which may be joined later unless this throws what it threw. It ends
   * together with others of its scope: if one of them fails the others are cancelled.
   *
   * @param ending of those that have not ended
   */
  void finish(Frame parent, Frame child, long stamp, Ending ending) {
    strand.requireRunning(parent);
    strand.requireNoLock(parent);
    requireChild(parent, child, stamp);
    if (!strand.isOnStack(child)) {
      return;
    }
    try {
      parent.endingScope = true;
      boolean stopping = beginEnding(parent, parent.base);
      if (ending == Ending.CANCEL || stopping) {
        tellEnding(parent);
        cancel(parent, child);
      } else {
        endOrCancel(parent, child);
      }
    } finally {
      parent.stopEnding();
    }
    strand.watchJoin(child);
    if (child.isUntold()) {
      join(parent, child, stamp);
    }
    Frame left = strand.keep(parent, child);
    strand.dropJoined(parent);
    strand.demoteAbove(left);
  }

  private void requireChild(Frame parent, Frame child, long stamp) {
    if (!isChild(parent, child, stamp)) {
      throw notAChild(parent, child.isSameGeneration(stamp) ? child.task : null);
    }
  }

  /** Tells whether {@code child} is one of {@code parent} that has not been joined. */
  boolean isChild(Frame parent, Frame child, long stamp) {
    return child.isSameGeneration(stamp)
        && child.state() != Frame.FREE
        && (strand.isOnStack(child)
            ? child.index >= parent.base
            : child.hasEnded() && child.isKeptFor(parent));
  }

  static IllegalStateException notAChild(Frame parent, Task<?> task) {
    return new IllegalStateException(
        "%s, joined by task %s, must be joined by the task that forked it, once, before that ends"
            .formatted(task == null ? "a child" : "task " + Frame.name(task), parent.name()));
  }

  /**
   * As {@link #end}; a stop that comes before the child's end cancels it. That of a cancelled task
   * is not thrown: the child may have failed, which comes first.
   */
  private void endOrCancel(Frame parent, Frame child) {
    try {
      end(parent, child);
    } catch (JobAbortedException abort) {
      throw abort;
    } catch (GasException stop) {
      if (!child.hasEnded()) {
        cancel(parent, child);
      }
      if (!(stop instanceof TaskCancelledException)) {
        throw stop;
      }
    }
  }

  /** Ends {@code child}, and before it all children forked after it that are still here. */
  private void end(Frame parent, Frame child) {
    strand.steps.show();
    if (child.state() == Frame.CLAIMED && strand.worker.completions.poll(child)) {
      takeNote(parent, child);
    }
    int above = strand.top;
    while (!child.hasEnded() && above > parent.base) {
      requireGoingOn(parent);
      above = endYoungest(parent, above, endingOf(parent, strand.frames[above - 1]));
    }
    if (!child.hasEnded()) {
      requireGoingOn(parent);
      if (isStoppingScope(parent, child)) {
        tellEnding(parent);
      }
      await(parent, child);
    }
  }

  private Ending endingOf(Frame parent, Frame child) {
    return isStoppingScope(parent, child) ? Ending.CANCEL : Ending.RUN;
  }

  /** Ending of children of {@code parent} now, which one that failed may have changed. */
  private Ending endingNow(Frame parent, Ending ending) {
    return ending == Ending.CANCEL || isStopping(parent) ? Ending.CANCEL : Ending.RUN;
  }

  /**
   * Tells whether {@code child} is of a scope that its parent is ending, and is to be cancelled.
   */
  private boolean isStoppingScope(Frame parent, Frame child) {
    return parent.endingScope && child.isInScope() && isStopping(parent);
  }

  /** Ends {@code child}, not started if it is still here, told to end if a thief has it. */
  private void cancel(Frame parent, Frame child) {
    if (child.state() == Frame.OFFERED) {
      strand.worker.offers.takeBack();
    }
    if (child.isHere()) {
      cancelHere(parent, child);
    } else if (!child.hasEnded()) {
      strand.worker.cancel(List.of(child));
      await(parent, child);
    }
  }

  private void cancelHere(Frame parent, Frame child) {
    notRunHere++;
    child.outcome = null;
    ended(parent, child, Frame.CANCELLED);
  }

  /**
   * Ends the youngest child below {@code above}, if it is here.
   *
   * @return how far it has come: no child from there on is here
   */
  private int endYoungest(Frame parent, int above, Ending ending) {
    Frame child = strand.frames[above - 1];
    if (child.state() == Frame.OFFERED) {
      if (ending == Ending.RUN) {
        strand.worker.awaitClaims();
      }
      strand.worker.offers.takeBack();
      if (child.state() == Frame.OFFERED) {
        throw new IllegalStateException("task " + child.name() + " counts as on offer, and is not");
      }
      return above; // what it is now; all that was on offer is below
    }
    if (child.isHere()) {
      if (ending == Ending.CANCEL) {
        cancelHere(parent, child);
      } else {
        strand.runInPlace(parent, child);
      }
    }
    return above - 1;
  }

  /** Waits for a claimed child, and looks for other work if it takes long. */
  private void await(Frame parent, Frame child) {
    if (child.hasEnded()) { // noted while this strand listened to an alarm
      return;
    }
    if (child.group() != null) {
      strand.worker.deferrals.seal(child.group());
      strand.worker.offers.holdAll(strand); // what is here may have to run before the group ends
      if (child.hasEnded()) {
        return; // noted meanwhile
      }
    }
    for (int i = 0; i < SPINS && !strand.worker.completions.poll(child); i++) {
      strand.steps.spin();
    }
    if (!strand.worker.completions.poll(child)) {
      strand.suspend(child);
    }
    takeNote(parent, child);
  }

  /** Takes note of the end of a claimed child. */
  private void takeNote(Frame parent, Frame child) {
    Worker worker = strand.worker;
    if (child.group() != null) {
      worker.deferrals.joined(child.group(), child);
    }
    worker.completions.releaseCell(child);
    worker.claimed.remove(child);
    notRunHere++;
    if (child.remote) {
      // mutant: no-acquire-on-join
      strand.memory.acquire(); // what the child released
    } else {
      strand.memory.joined(child.epoch);
    }
    ended(parent, child, child.completion());
  }

  /** {@code parent} takes note that {@code child} has ended. */
  void ended(Frame parent, Frame child, int end) {
    parent.noteEnd(child, end, failures + 1);
    if (end == Frame.THREW) {
      failures++;
    }
    if (strand.hasNoChildren(parent)) {
      strand.memory.synced();
    }
  }

  /** Thaws what had no room when the last child of {@code parent} had ended. */
  void syncAgain(Frame parent) {
    if (strand.memory.isSyncRefused() && strand.hasNoChildren(parent)) {
      strand.memory.synced();
    }
  }

  // --- all children

  /**
   * Ends all children of {@code parent}; those not yet started are cancelled once one has failed.
   *
   * @param handles the children below this frame may be joined still; no task has handles of others
   * @throws TaskException the first failure that the task has not been told of; others are
   *     suppressed in it
   */
  void sync(Frame parent, int handles) {
    strand.requireNoLock(parent);
    endAll(parent, Ending.RUN);
    syncAgain(parent);
    GasException stop = firstFailure(parent);
    strand.keepChildren(parent, handles);
    if (stop != null) {
      throw stop;
    }
  }

  /** Exception that the task whose children have ended gets; null if it may go on. */
  private GasException firstFailure(Frame parent) {
    List<GasException> thrown = takeFailures(parent);
    if (thrown.isEmpty()) {
      return strand.cancellation.stop(parent);
    }
    GasException first = thrown.getFirst();
    thrown.stream().skip(1).forEach(each -> suppress(first, each));
    return first;
  }

  /** Ends the children of a task that threw, starting none; what they threw is suppressed. */
  void cancelChildren(Frame parent, Throwable thrown) {
    try {
      endAll(parent, Ending.CANCEL);
    } catch (JobAbortedException abort) {
      throw abort;
    } catch (GasException noRoom) { // for views that are not going to be used
      if (!strand.hasNoChildren(parent)) { // no children may stay behind without their parent
        throw noRoom;
      }
      suppress(thrown, noRoom);
    }
    for (GasException each : takeFailures(parent)) {
      suppress(thrown, each);
    }
    strand.dropChildren(parent);
  }

  /** First those that are here, youngest first; then those that thieves have. */
  private void endAll(Frame parent, Ending ending) {
    try {
      beginEnding(parent, parent.base);
      endChildren(parent, ending);
    } finally {
      parent.stopEnding();
    }
    for (int i = parent.base; strand.watch != null && i < strand.top; i++) {
      strand.watchJoin(strand.frames[i]);
    }
  }

  private void endChildren(Frame parent, Ending ending) {
    for (int above = strand.top; above > parent.base; ) {
      above = endYoungest(parent, above, endingNow(parent, ending));
    }
    boolean told = false;
    for (int i = strand.top - 1; i >= parent.base; i--) {
      if (strand.frames[i].state() == Frame.CLAIMED) {
        if (!told && endingNow(parent, ending) == Ending.CANCEL) {
          told = true;
          strand.cancellation.tellThieves(parent.base - 1, strand.worker);
        }
        await(parent, strand.frames[i]);
      }
    }
  }

  /**
   * Takes the failures of children that the task has not been told of, in the order of their ends.
   */
  private List<GasException> takeFailures(Frame parent) {
    if (parent.failed == 0) {
      return List.of();
    }
    List<Frame> failed = new ArrayList<>();
    for (int i = parent.base; i < strand.top; i++) {
      if (hasUntold(strand.frames[i])) {
        failed.add(strand.frames[i]);
      }
    }
    failed.sort(Comparator.comparingInt(each -> each.failureNumber));
    failed.forEach(parent::tell);
    return failed.stream().map(each -> ((TaskFailure) each.outcome).exception(each.task)).toList();
  }

  static void suppress(Throwable failure, Throwable other) {
    if (failure != other) {
      failure.addSuppressed(other);
    }
  }
}
