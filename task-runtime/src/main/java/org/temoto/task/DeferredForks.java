package org.temoto.task;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.temoto.task.marshal.TaskType;

/**
 * A strand's forks of tasks that get no frame of their own, only one for their group: those with
 * dependencies, which are joined as groups or by handle, and those that are detached; and its
 * promises. {@link Deferrals} has the tasks until they start.
 */
final class DeferredForks {
  /** Description of handles that may be waited for, for messages. */
  private static final String AWAITED = "one that forkAfter or promise has returned, or NONE";

  private final TaskExecution strand;

  /** Groups of children of tasks on the stack that are not being joined. */
  private final List<DeferredGroup> groups = new ArrayList<>();

  DeferredForks(TaskExecution strand) {
    this.strand = strand;
  }

  /**
   * Forks a task that starts when {@code dependencies} have ended, at home at {@code pe} or {@link
   * Deferrals#ANYWHERE}.
   */
  TaskHandle forkAfter(Frame parent, Task<?> task, int pe, TaskHandle[] dependencies) {
    strand.requireRunning(parent);
    Objects.requireNonNull(task, "task");
    Objects.requireNonNull(dependencies, "dependencies");
    List<TaskHandle> handles = new ArrayList<>();
    for (TaskHandle each : dependencies) {
      if (each != null && each.bits() != 0) {
        strand.worker.deferrals.requireMade(each, AWAITED);
        handles.add(each);
      }
    }
    strand.joins.requireGoingOn(parent);
    Task<?> prepared = prepared(task);
    DeferredGroup group = group(parent);
    Object watched = null;
    long handle;
    try {
      freeze();
      int number = 0;
      if (strand.watch != null) {
        watched = strand.watch.forked(() -> TaskPath.text(prepared), task.getClass());
        group.watched.add(watched);
        number = strand.watch.number(watched);
      }
      strand.steps.show();
      handle = strand.worker.deferrals.fork(strand, group, prepared, number, pe, handles);
    } catch (RuntimeException refusal) {
      refused(parent, group, watched);
      throw refusal;
    }
    strand.worker.counts.forks++;
    strand.offer(null);
    strand.giveWay();
    return new TaskHandle(handle);
  }

  /** The views that are open are frozen, before anyone can see the task that is to be forked. */
  private void freeze() {
    if (strand.memory.hasViews()) {
      strand.memory.forked();
    }
  }

  /** Undoes what {@code parent} has begun for a task of {@code group} that is refused. */
  private void refused(Frame parent, DeferredGroup group, Object watched) {
    Frame last = strand.frames[strand.top - 1];
    if (group.size == 0 && last.group() == group) { // nothing waits for its end
      groups.remove(group);
      strand.worker.completions.releaseCell(last);
      strand.worker.claimed.remove(last);
      strand.dropRefused(last);
      strand.worker.counts.forks++; // as it does not stand for others
    }
    if (watched != null) {
      group.watched.removeLast();
      strand.watch.joined(watched);
    }
    if (strand.hasNoChildren(parent)) {
      strand.memory.synced();
    }
  }

  private static Task<?> prepared(Task<?> task) {
    TaskType type = TaskType.of(task.getClass());
    return type.isPrepared() ? (Task<?>) type.prepare(task) : task;
  }

  /**
   * Starts a task that no other joins, at home at {@code pe} or {@link Deferrals#ANYWHERE}. Views
   * stay as they are: nothing that it does is awaited by {@code parent}.
   */
  void detach(Frame parent, Task<?> task, int pe) {
    strand.requireRunning(parent);
    Objects.requireNonNull(task, "task");
    strand.joins.requireGoingOn(parent);
    Task<?> prepared = prepared(task);
    int watched = 0;
    if (strand.watch != null) {
      watched =
          strand.watch.number(
              strand.watch.detached(() -> TaskPath.text(prepared), task.getClass()));
    }
    strand.steps.show();
    strand.memory.publish();
    strand.worker.deferrals.detach(strand, prepared, watched, pe);
    strand.worker.counts.forks++;
    strand.offer(null);
    strand.giveWay();
  }

  /** Makes a promise that was asked for at {@code place}. */
  TaskHandle promise(Frame task, String place) {
    strand.requireRunning(task);
    strand.joins.requireGoingOn(task);
    strand.runtime.defer(strand.worker.run, strand.worker.channel);
    return new TaskHandle(strand.worker.deferrals.promise(place));
  }

  /** Fulfils a promise: what waits for it sees what the running task has committed. */
  void fulfil(Frame task, TaskHandle promise) {
    releaseFor(task, promise);
    strand.worker.deferrals.fulfil(promise.bits());
    strand.offer(null);
    strand.giveWay();
  }

  /** Fulfils a promise with {@code value}, as {@link #fulfil(Frame, TaskHandle)} does without. */
  void fulfil(Frame task, TaskHandle promise, Object value) {
    releaseFor(task, promise);
    strand.worker.deferrals.fulfil(promise.bits(), value);
    strand.offer(null);
    strand.giveWay();
  }

  private void releaseFor(Frame task, TaskHandle promise) {
    strand.requireRunning(task);
    requirePromise(promise);
    strand.watchReleased();
    strand.memory.publish();
    // mutant: no-release-on-fulfil
    strand.memory.release();
    strand.steps.show();
  }

  private void requirePromise(TaskHandle promise) {
    Objects.requireNonNull(promise, "promise");
    strand.worker.deferrals.requireMade(promise, "one that promise has returned");
  }

  /** The value of a promise, which is a {@code type}. */
  <T> T value(Frame task, TaskHandle promise, Class<T> type) {
    strand.requireRunning(task);
    requirePromise(promise);
    Objects.requireNonNull(type, "type");
    strand.steps.show();
    Object value = strand.worker.deferrals.value(promise);
    if (value != null && !type.isInstance(value)) {
      throw new ClassCastException(
          "the value of the promise is %s: no %s".formatted(value, type.getName()));
    }
    return type.cast(value);
  }

  /** The group of children of {@code parent} that is not being joined, perhaps a new one. */
  private DeferredGroup group(Frame parent) {
    groups.removeIf(each -> each.sealed);
    for (DeferredGroup each : groups) {
      if (each.isOpenFor(parent)) {
        return each;
      }
    }
    DeferredGroup group = new DeferredGroup(parent);
    begin(group);
    groups.add(group);
    return group;
  }

  private Frame begin(DeferredGroup group) {
    Frame frame = strand.push(group, Frame.HERE);
    strand.worker.offers.claimGroup(strand, frame);
    begun(group, frame);
    strand.worker.deferrals.begin(group.cell);
    strand.runtime.defer(strand.worker.run, strand.worker.channel);
    return frame;
  }

  /** The frame of what is detached in the run; {@code after} is where the root task was. */
  Frame beginDetached(Frame after) {
    DeferredGroup group = new DeferredGroup(after);
    Frame frame = strand.push(group, Frame.HERE);
    strand.worker.offers.claim(
        strand, frame, strand.worker.cells.allocateForRun(strand.worker.run));
    begun(group, frame);
    group.size = -Deferrals.ROOT;
    return frame;
  }

  private void begun(DeferredGroup group, Frame frame) {
    group.cell = frame.cell();
    group.generation = strand.worker.cells.generation(frame.cell());
    strand.worker.counts.forks--; // it stands for others
  }

  /** Waits for {@code awaited}, which any task has forked, as for a child that comes after it. */
  void join(Frame task, TaskHandle awaited) {
    strand.requireRunning(task);
    strand.requireNoLock(task);
    if (Objects.requireNonNull(awaited, "task").bits() == 0) {
      return;
    }
    strand.worker.deferrals.requireMade(awaited, AWAITED);
    strand.joins.requireGoingOn(task);
    DeferredGroup group = new DeferredGroup(task);
    Frame after = begin(group);
    Deferrals.Gather joined = Deferrals.Gather.joinedBy(task.task);
    try {
      freeze();
      strand.steps.show();
      strand.worker.deferrals.fork(strand, group, joined, 0, Deferrals.ANYWHERE, List.of(awaited));
    } catch (RuntimeException refusal) {
      refused(task, group, null);
      throw refusal;
    }
    try {
      strand.joins.join(task, after, after.stamp);
    } catch (TaskException failure) {
      strand.watchAcquired(); // what has failed has ended, too
      throw failure;
    }
    strand.joins.requireGoingOn(task); // a group that is cancelled ends before what it waits for
    strand.watchAcquired();
  }
}
