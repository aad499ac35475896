package org.temoto.task;

import java.util.ArrayList;
import java.util.List;

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
  private final List<Handle> unjoined = new ArrayList<>();

  Scope(TaskContext context) {
    this.context = context;
  }

  /**
   * As {@link TaskContext#fork(Task)}; the child has ended when the scope is closed, and may be
   * joined then or before.
   */
  public <R> Forked<R> fork(Task<R> task) {
    return noted(context.fork(task));
  }

  /** As {@link #fork(Task)}. */
  public ForkedLong fork(LongTask task) {
    return noted(context.fork(task));
  }

  /** As {@link #fork(Task)}. */
  public ForkedDouble fork(DoubleTask task) {
    return noted(context.fork(task));
  }

  private <H extends Handle> H noted(H child) {
    unjoined.add(child);
    return child;
  }

  /** As {@link TaskContext#join(Forked)}, for a child of this scope. */
  public <R> R join(Forked<R> child) {
    remove(child);
    return context.join(child);
  }

  /** As {@link #join(Forked)}. */
  public long join(ForkedLong child) {
    remove(child);
    return context.join(child);
  }

  /** As {@link #join(Forked)}. */
  public double join(ForkedDouble child) {
    remove(child);
    return context.join(child);
  }

  private void remove(Handle child) {
    if (!unjoined.remove(child)) {
      throw new IllegalStateException("the child was not forked in this scope, or has been joined");
    }
  }

  /**
   * Ends all children of the scope that have not been joined, youngest first.
   *
   * @throws TaskException the first failure among them; the others are suppressed in it
   */
  @Override
  public void close() {
    TaskException first = null;
    while (!unjoined.isEmpty()) {
      try {
        unjoined.removeLast().finish();
      } catch (TaskException failure) {
        if (first == null) {
          first = failure;
        } else if (first != failure) {
          first.addSuppressed(failure);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
