package org.temoto.task.trace;

import java.util.List;

/**
 * Record of a job: what all workers of all PEs have recorded.
 *
 * @param workers by PE, and by number on the PE
 * @param clockErrorNanos by how much the moments of a PE may be wrong beside those of PE 0, when
 *     their clocks were compared; 0 if all have the same clock
 */
public record Trace(List<WorkerTrace> workers, long clockErrorNanos) {
  public Trace {
    workers = List.copyOf(workers);
  }

  /** How many events there are. */
  public long events() {
    return workers.stream().mapToLong(worker -> worker.events().size()).sum();
  }

  /** How many events there was no room for. */
  public long dropped() {
    return workers.stream().mapToLong(WorkerTrace::dropped).sum();
  }

  /** When the first activity began; 0 if nothing was recorded. */
  public long start() {
    return workers.stream()
        .flatMap(worker -> worker.events().stream())
        .mapToLong(TraceEvent::start)
        .min()
        .orElse(0);
  }

  /** When the last activity ended; 0 if nothing was recorded. */
  public long end() {
    return workers.stream()
        .flatMap(worker -> worker.events().stream())
        .mapToLong(TraceEvent::end)
        .max()
        .orElse(0);
  }
}
