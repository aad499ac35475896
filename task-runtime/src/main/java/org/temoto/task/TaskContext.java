package org.temoto.task;

import java.util.OptionalLong;
import org.temoto.gas.GlobalAddressSpace;

/**
 * Interface of a running task, by which it forks children and joins them. Structured: children that
 * a task has not joined when it ends are joined then, also when it throws.
 *
 * <p><b>Failures.</b> A task is told of a child's failure by the child's own join, so that what it
 * sees does not depend on where the child ran; or where children end together, by {@link #sync},
 * {@link #forkJoin}, the end of a {@link Scope} or of the task itself: there the first failure
 * cancels the others at once. A task that fails, or is itself cancelled, cancels all its children.
 * Children that have not started never start; those that run end at their next fork or join by a
 * {@link TaskCancelledException}, on other PEs some milliseconds later. A task that computes
 * without forks and joins is waited for. A {@link VirtualMachineError} in a task, an exhausted
 * stack or heap, ends the job.
 *
 * <p>Belongs to the strand that runs the task; a task passes it only to methods that it calls.
 * Another thread that uses it gets an {@link IllegalStateException} from every method, but not from
 * a join whose child could be called at once, which does not look. A context whose task has ended
 * may have become that of another task, so that its use is not always noticed.
 */
@SuppressWarnings("overloads") // lambdas would be ambiguous, but what is forked is a record
public interface TaskContext {
  /**
   * Makes {@code task} available to other workers; costs nanoseconds and no communication unless a
   * thief is hungry. Views that the task has open are frozen until all its children are joined.
   *
   * <p>A task that is too large for any buffer runs on the PE that forked it.
   *
   * @throws org.temoto.gas.GasException if the task cannot be marshalled, naming the component
   * @throws TaskCancelledException if the running task is cancelled
   */
  <R> Forked<R> fork(Task<R> task);

  /** As {@link #fork(Task)}, for a task whose result is not boxed. */
  Forked.OfLong fork(LongTask task);

  /** As {@link #fork(Task)}, for a task whose result is not boxed. */
  Forked.OfDouble fork(DoubleTask task);

  /**
   * As {@link #fork(Task)}, for a task that had better run on {@code pe}, as its data are there: it
   * is sent to that PE, whose workers run it when they have nothing else to do. It is forked as any
   * other where that is not possible: two tasks of this PE, or sixteen of all, are there already
   * and no thief has taken them; older tasks that this strand has forked are still here; it is too
   * large for a slot of 472 bytes; it is this PE's own, none of whose workers is idle; or thieves
   * are not offered tasks ({@link RuntimeOptions.Exposure#NEVER}, {@link
   * RuntimeOptions.StealPolicy#REQUEST}).
   *
   * <p>A task that is at home where it is goes to thieves of other PEs when they have wanted one
   * for 50 us. One that has been sent is not taken back; its join waits. Costs a compare-and-swap,
   * a put and what a release takes, so it is for tasks that compute for much longer.
   *
   * @throws IndexOutOfBoundsException if there is no such PE
   * @throws org.temoto.gas.GasException if the task is sent and cannot be marshalled, naming the
   *     component
   * @throws TaskCancelledException if the running task is cancelled
   * @see org.temoto.gas.GlobalRange#home()
   */
  <R> Forked<R> forkAt(int pe, Task<R> task);

  /**
   * Forks a task that starts when all {@code dependencies} have ended, of whatever PE they are: so
   * it sees what they have committed. A child as others are, which {@link #sync} or the end of this
   * task joins; it has no result but what it commits, and its failure is told there. If a
   * dependency fails, or is cancelled, the task is not started and fails.
   *
   * <p>Costs a release, and an atomic operation for each dependency, at the PE that forked that.
   * Until it has ended it takes 256 bytes of this PE's symmetric heap, a 64th part of which is for
   * these. One of more than 112 bytes marshalled takes an overflow buffer, too, while it waits; one
   * of more than 456 only the PE runs that has ended the last dependency. At most 128 tasks of a
   * worker may have such children at once.
   *
   * @param dependencies null and {@link TaskHandle#NONE} stand for what has ended
   * @return what other tasks may wait for
   * @throws IllegalArgumentException if a dependency is no handle of this run
   * @throws org.temoto.gas.GasException if the task cannot be marshalled, naming the component, or
   *     too many wait
   * @throws TaskCancelledException if the running task is cancelled
   */
  TaskHandle forkAfter(Task<?> task, TaskHandle... dependencies);

  /**
   * As {@link #forkAfter}, for a task that had better run on {@code pe}: when it can start it is
   * sent there, unless sixteen others are there that have not started, or it has more than 456
   * bytes. Thieves that do not send requests get it if it would wait there for half a millisecond.
   *
   * @throws IndexOutOfBoundsException if there is no such PE
   */
  TaskHandle forkAfter(int pe, Task<?> task, TaskHandle... dependencies);

  /**
   * Starts a task that no other joins, which sees what this task has committed: the run ends when
   * it has, too, and fails if it does. It is no child of this task, nor part of a scope or search:
   * it goes on when these have ended or failed, and is cancelled only when the run fails. No task
   * comes after it; programs do, after the run.
   *
   * <p>The worker runs it when the tasks that it has begun have ended or wait, oldest first, if no
   * thief has taken it before; one of more than 456 bytes no other worker can take. Costs a
   * release, and communication only if the worker had none of these.
   *
   * @throws org.temoto.gas.GasException if the task cannot be marshalled, naming the component
   * @throws TaskCancelledException if the running task is cancelled
   */
  void detach(Task<?> task);

  /**
   * As {@link #detach(Task)}, for a task that had better run on {@code pe}, as of {@link
   * #forkAfter(int, Task, TaskHandle...)}.
   *
   * @throws IndexOutOfBoundsException if there is no such PE
   */
  void detach(int pe, Task<?> task);

  /**
   * Waits until the task or promise of {@code task}, which any task may have forked, has ended:
   * sees what it has committed. Before that children of the running task that are still here are
   * run. Costs as much as {@link #forkAfter} and a join; up to 128 tasks of a worker may do so at
   * once.
   *
   * @throws TaskException if it fails, or is not started
   * @throws TaskCancelledException if the running task is cancelled
   * @throws IllegalArgumentException if this is no handle of this run
   * @throws IllegalStateException if the running task holds a lock
   */
  void join(TaskHandle task);

  /**
   * Makes a promise: tasks that wait for its handle start when a task, of any PE, has {@linkplain
   * #fulfil fulfilled} it. One that is not fulfilled fails the run at its end, or as soon as no
   * task runs because all wait; the message has the line that made it. Takes a record as {@link
   * #forkAfter} does.
   *
   * @throws TaskCancelledException if the running task is cancelled
   */
  TaskHandle promise();

  /**
   * Fulfils a promise: what waits for it sees what this task has committed.
   *
   * @throws IllegalArgumentException if this is no handle of this run
   * @throws IllegalStateException if it has been fulfilled, or is no promise of this run
   */
  void fulfil(TaskHandle promise);

  /**
   * As {@link #fulfil(TaskHandle)}, with a value for tasks that come after it: what a task may
   * return, of at most 168 bytes. The promise keeps its record until the run ends.
   *
   * @throws org.temoto.gas.GasException if the value cannot be marshalled, or is too large
   */
  void fulfil(TaskHandle promise, Object value);

  /**
   * The value of a promise that has been fulfilled with one, for a task that has waited for it: a
   * copy, which takes two round trips if the promise was made on another PE.
   *
   * @throws IllegalArgumentException if this is no handle of this run
   * @throws IllegalStateException if it has not been fulfilled, or not with a value
   * @throws ClassCastException if the value is no {@code type}
   */
  <T> T value(TaskHandle promise, Class<T> type);

  /**
   * The result of a child of the running task: runs it here if no thief has taken it, else waits
   * for it without burying this task's stack. Children forked after it that are still here are run
   * first. A child that has ended already, as all have after {@link #sync}, costs a look. A child
   * is joined at most once.
   *
   * @throws TaskException if the child threw; the cause is what it threw, and a TaskException from
   *     further down passes as it is
   * @throws TaskCancelledException if the running task is cancelled
   * @throws IllegalStateException if another task forked the child, it has been joined, or it was
   *     cancelled; or the running task holds a lock
   */
  <R> R join(Forked<R> child);

  /** As {@link #join(Forked)}. */
  long join(Forked.OfLong child);

  /** As {@link #join(Forked)}. */
  double join(Forked.OfDouble child);

  /**
   * Joins all children forked so far. After a failure those that have not started are cancelled;
   * the first failure is thrown, others suppressed in it.
   */
  void sync();

  /**
   * Runs all tasks, perhaps in parallel, and joins them as {@link #sync} does, together with
   * children forked before. The first one is run in place, then, in their order, those that no
   * thief has taken; thieves begin with the last one. So the first tasks are likely to run where
   * this one does.
   */
  void forkJoin(Task<?>... tasks);

  /**
   * Joins children forked before, which are no part of the search, as {@link #sync} does. Then runs
   * tasks as {@link #forkJoin} does until one of them, or a task below it, {@linkplain #found
   * finds} something: the others are cancelled, as after a failure, and what they throw is not
   * told.
   *
   * @return what was found, by one of those that did; empty if all have ended
   * @throws TaskException if one failed before
   */
  default OptionalLong search(Task<?>... tasks) {
    sync();
    try {
      forkJoin(tasks);
      return OptionalLong.empty();
    } catch (TaskException end) {
      OptionalLong found = Found.in(end);
      if (found.isEmpty()) {
        throw end;
      }
      return found;
    }
  }

  /**
   * Exception by which a task ends the nearest {@link #search} that it is part of: {@code throw
   * context.found(i)}. Tasks between the two let it pass. Without a search the run fails.
   */
  default RuntimeException found(long value) {
    return new Found(value);
  }

  /** Opens a part of the running task that ends when the children forked in it have ended. */
  default Scope scope() {
    return new Scope(this);
  }

  /**
   * Does what a fork does for others, without one: offers tasks to thieves that have come in vain,
   * notices cancellation, and lets tasks that have begun on this worker and can go on have it if
   * this one has kept them for 20 ms, or a second while it holds a lock. For a task that computes
   * or waits long between forks; else costs nanoseconds unless a thief is hungry.
   *
   * @throws TaskCancelledException if the running task is cancelled
   */
  void attend();

  /**
   * Tells a simulation whose computing is modelled how long what the task has just computed takes,
   * in nanoseconds of a machine that the program has in mind; elsewhere it does nothing. Beside
   * forks, only what is told so takes time there.
   */
  void charge(long nanos);

  /**
   * For a task that is about to compute long without forks and joins: what {@link #attend} does,
   * and offers what is forked here and not begun also if no thief has asked yet. A task that cannot
   * be offered at once is when thieves have taken what is: waits for that, at most so many
   * nanoseconds, and less after waits in vain; with 0 it only offers. Without it they get one task
   * now, and the next one when this task forks, joins or ends.
   *
   * @throws TaskCancelledException if the running task is cancelled
   */
  void share(long nanos);

  /** The PE that runs the task at present. */
  int pe();

  /** The worker that runs the task at present, from 0 within its PE. */
  int worker();

  GlobalAddressSpace space();
}
