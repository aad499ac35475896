package org.temoto.task;

import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.function.Supplier;
import org.temoto.gas.GasException;
import org.temoto.gas.spi.JobAbortedException;

/**
 * A part of a task that does not end before the children forked in it: made by {@link
 * TaskContext#scope}, closed by {@code try}. Used by the task that made it; scopes nest.
 *
 * <pre>{@code
 * try (Scope scope = context.scope()) {
 *   for (GlobalInts row : rows) {
 *     scope.fork(new Fill(row));
 *   }
 * } // all rows are filled
 * }</pre>
 */
@SuppressWarnings("overloads") // as TaskContext
public final class Scope implements AutoCloseable {
  private final TaskContext context;
  private final SequencedSet<Handle> unjoined = new LinkedHashSet<>();

  /** True if a fork or join has thrown: then what has not been joined is cancelled. */
  private boolean failed;

  private boolean closed;

  Scope(TaskContext context) {
    this.context = context;
  }

  /**
   * As {@link TaskContext#fork(Task)}; the child has ended when the scope is closed, and may be
   * joined then or before.
   */
  public <R> Forked<R> fork(Task<R> task) {
    return noted(() -> context.fork(task));
  }

  /** As {@link #fork(Task)}. */
  public Forked.OfLong fork(LongTask task) {
    return noted(() -> context.fork(task));
  }

  /** As {@link #fork(Task)}. */
  public Forked.OfDouble fork(DoubleTask task) {
    return noted(() -> context.fork(task));
  }

  private <H extends Handle> H noted(Supplier<H> fork) {
    if (closed) {
      throw new IllegalStateException("the scope has been closed: nothing can be forked in it");
    }
    H child = noting(fork);
    unjoined.add(child);
    return child;
  }

  /** As {@link TaskContext#join(Forked)}, for a child of this scope; of any once it is closed. */
  public <R> R join(Forked<R> child) {
    return joined(child, () -> context.join(child));
  }

  /** As {@link #join(Forked)}. */
  public long join(Forked.OfLong child) {
    return joined(child, () -> context.join(child));
  }

  /** As {@link #join(Forked)}. */
  public double join(Forked.OfDouble child) {
    return joined(child, () -> context.join(child));
  }

  private <R> R joined(Handle child, Supplier<R> join) {
    if (closed) { // of its children, which have ended, it knows none any more
      return join.get();
    }
    if (!unjoined.contains(child)) {
      throw new IllegalStateException("the child was not forked in this scope, or has been joined");
    }
    try {
      return noting(join);
    } finally {
      if (!child.isUnjoined()) { // else the join has told of a sibling's failure
        unjoined.remove(child);
      }
    }
  }

  private <R> R noting(Supplier<R> call) {
    try {
      return call.get();
    } catch (GasException failure) {
      failed = true;
      throw failure;
    }
  }

  /**
   * Ends all children of the scope that have not been joined, youngest first; after a failure they
   * are cancelled. Children that the task has forked besides, and those of other scopes, may be run
   * meanwhile, and neither cancel nor are cancelled.
   *
   * @throws TaskException the first failure among them; the others are suppressed in it
   * @throws TaskCancelledException if the task is cancelled: then some may not have run
   */
  @Override
  public void close() {
    Handle any = unjoined.isEmpty() ? null : unjoined.getFirst();
    if (any != null) {
      any.requireJoining(); // before anything is ended
    }
    closed = true;
    GasException first = null;
    GasException stop = null;
    unjoined.forEach(Handle::endsInScope);
    while (!unjoined.isEmpty()) {
      try {
        unjoined.removeLast().finish(failed ? Frame.Ending.CANCEL : Frame.Ending.RUN);
      } catch (JobAbortedException abort) {
        throw abort;
      } catch (TaskCancelledException cancelled) {
        failed = true;
        stop = cancelled;
      } catch (GasException failure) {
        failed = true;
        if (first == null) {
          first = failure;
        } else if (first != failure) {
          first.addSuppressed(failure);
        }
      }
    }
    if (first == null && any != null) {
      first = stop == null ? any.stop() : stop;
    }
    if (first != null) {
      throw first;
    }
  }
}
