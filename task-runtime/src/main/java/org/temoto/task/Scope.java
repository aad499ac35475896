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
public final class Scope implements AutoCloseable {
  private final TaskContext context;
  private final List<Forked<?>> unjoined = new ArrayList<>();

  Scope(TaskContext context) {
    this.context = context;
  }

  /** As {@link TaskContext#fork}; the child is joined when the scope is closed, if not before. */
  public <R> Forked<R> fork(Task<R> task) {
    Forked<R> child = context.fork(task);
    unjoined.add(child);
    return child;
  }

  /** As {@link TaskContext#join}, for a child of this scope. */
  public <R> R join(Forked<R> child) {
    if (!unjoined.remove(child)) {
      throw new IllegalStateException("the child was not forked in this scope, or has been joined");
    }
    return context.join(child);
  }

  /**
   * Joins all children of the scope that have not been joined, youngest first.
   *
   * @throws TaskException the first failure among them; the others are suppressed in it
   */
  @Override
  public void close() {
    TaskException first = null;
    while (!unjoined.isEmpty()) {
      try {
        context.join(unjoined.removeLast());
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
