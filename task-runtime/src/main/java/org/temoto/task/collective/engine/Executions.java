package org.temoto.task.collective.engine;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Pool of the executions of a runtime. Those that no collective has are kept for the next one of
 * their plan; when they hold too many bytes together, those are freed that have not been used for
 * longest. Thread-safe.
 */
final class Executions {
  static final long KEPT_BYTES = 32 << 20;

  /** In use or not. */
  private final Set<GraphExecution> all = new LinkedHashSet<>();

  /** Bytes held by those that are not in use. */
  private long keptBytes;

  private long returns;

  synchronized GraphExecution take(GraphPlan plan, CollectiveEngine engine) {
    GraphExecution kept = plan.unused.pollLast();
    if (kept != null) {
      keptBytes -= kept.ownBytes();
      return kept;
    }
    GraphExecution made = new GraphExecution(engine, plan);
    all.add(made);
    return made;
  }

  /** It is kept in any case if it is the only one. */
  synchronized void giveBack(GraphExecution execution) {
    if (execution.plan().dropped) {
      free(execution);
      return;
    }
    execution.returnedAs = ++returns;
    execution.plan().unused.addLast(execution);
    keptBytes += execution.ownBytes();
    while (keptBytes > KEPT_BYTES) {
      GraphExecution oldest = oldestUnused();
      if (oldest == execution) {
        return;
      }
      forget(oldest.plan().unused.pollFirst());
    }
  }

  /** The execution that was given back first; those of a plan are in that order. */
  private GraphExecution oldestUnused() {
    GraphExecution oldest = null;
    for (GraphExecution each : all) {
      GraphExecution first = each.plan().unused.peekFirst();
      if (first != null && (oldest == null || first.returnedAs < oldest.returnedAs)) {
        oldest = first;
      }
    }
    return oldest;
  }

  /** The plan is not used any more; what its collectives still have is freed when they end. */
  synchronized void drop(GraphPlan plan) {
    plan.dropped = true;
    while (!plan.unused.isEmpty()) {
      forget(plan.unused.pollFirst());
    }
  }

  private void forget(GraphExecution unused) {
    keptBytes -= unused.ownBytes();
    free(unused);
  }

  private void free(GraphExecution execution) {
    all.remove(execution);
    execution.free();
  }

  /** Frees everything; no strand uses any of it any more. */
  synchronized void close() {
    all.forEach(GraphExecution::free);
    all.clear(); // the job keeps this until its end, and none of the runtime with it
  }

  /** Bytes that are held, in use or not, for tests. */
  synchronized long bytes() {
    return all.stream().mapToLong(GraphExecution::ownBytes).sum();
  }
}
