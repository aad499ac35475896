package org.temoto.task.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * Record of a job: what all workers of all PEs have recorded.
 *
 * @param workers by PE, and by number on the PE
 * @param clockErrorNanos by how much the moments of a PE may be wrong beside those of PE 0, when
 *     their clocks were compared; 0 if all have the same clock
 */
public record Trace(List<OfWorker> workers, long clockErrorNanos) {
  public Trace {
    workers = List.copyOf(workers);
  }

  /** Both together: what the same workers have recorded of several runtimes. */
  public Trace plus(Trace later) {
    List<OfWorker> both = new ArrayList<>(workers);
    for (OfWorker worker : later.workers) {
      int at = 0;
      while (at < both.size() && !both.get(at).isSameAs(worker)) {
        at++;
      }
      if (at == both.size()) {
        both.add(worker);
      } else {
        both.set(at, both.get(at).plus(worker));
      }
    }
    return new Trace(both, Math.max(clockErrorNanos, later.clockErrorNanos));
  }

  /** How many events there are. */
  public long events() {
    return workers.stream().mapToLong(worker -> worker.events().size()).sum();
  }

  /** How many events there was no room for. */
  public long dropped() {
    return workers.stream().mapToLong(OfWorker::dropped).sum();
  }

  /** When the first activity began; 0 if nothing was recorded. */
  public long start() {
    return workers.stream()
        .flatMap(worker -> worker.events().stream())
        .mapToLong(Event::start)
        .min()
        .orElse(0);
  }

  /** When the last activity ended; 0 if nothing was recorded. */
  public long end() {
    return workers.stream()
        .flatMap(worker -> worker.events().stream())
        .mapToLong(Event::end)
        .max()
        .orElse(0);
  }

  /**
   * Event of a trace: something that took a worker from one moment to another.
   *
   * <p>The events {@link Kind#WORK}, {@link Kind#WAIT} and {@link Kind#SEARCH} of a worker do not
   * overlap, and cover its runs from the moment that it hears of them. {@link Kind#FETCH}, {@link
   * Kind#RELEASE} and {@link Kind#REPORT} lie inside one of these, as {@link Kind#STEAL} does;
   * {@link Kind#JOIN} spans whatever the worker did meanwhile.
   *
   * @param task the class of the task, of {@link Kind#WORK} and {@link Kind#JOIN}; else empty
   * @param start nanoseconds by the clock of PE 0; only differences have a meaning
   * @param nanos how long it took
   * @param value what else is to be told: see the kinds, and the methods that name it
   */
  public record Event(Kind kind, String task, long start, long nanos, long value) {
    /** Kind of an event. */
    public enum Kind {
      /**
       * A task ran that the worker had begun (the root, a stolen one) or resumed, with all that it
       * forked and joined in place. The value is 1 if it was resumed.
       */
      WORK,
      /**
       * The worker looked for a task, while a join of it waited. The value counts failed attempts.
       */
      WAIT,
      /** The worker looked for a task. The value counts failed attempts to steal. */
      SEARCH,
      /** The attempt that brought a task of another worker. The value says of which. */
      STEAL,
      /** Pages were validated or fetched for a view. The value is the bytes from other PEs. */
      FETCH,
      /** Commits were completed. The value is the bytes to other PEs. */
      RELEASE,
      /** The end of a task of another PE was reported there. The value is the PE. */
      REPORT,
      /** A join had to wait for a child that a thief had, and was suspended. */
      JOIN;

      /** Whether events of this kind do not overlap and cover a worker's runs. */
      public boolean isActivity() {
        return this == WORK || this == WAIT || this == SEARCH;
      }
    }

    /** The end. */
    public long end() {
      return start + nanos;
    }

    /** Of {@link Kind#WORK}: whether the task had waited before. */
    public boolean isResumed() {
      return value != 0;
    }

    /** Of {@link Kind#STEAL}: the PE whose task it was. */
    public int victimPe() {
      return (int) (value >>> Integer.SIZE);
    }

    /** Of {@link Kind#STEAL}: the worker of {@link #victimPe()} whose task it was. */
    public int victim() {
      return (int) value;
    }
  }

  /**
   * Record of one worker: its events.
   *
   * @param worker its number on {@code pe}
   * @param dropped how many later events there was no room for
   * @param events in the order in which they ended
   */
  public record OfWorker(int pe, int worker, long dropped, List<Event> events) {
    private boolean isSameAs(OfWorker other) {
      return pe == other.pe && worker == other.worker;
    }

    private OfWorker plus(OfWorker later) {
      List<Event> both = new ArrayList<>(events);
      both.addAll(later.events);
      return new OfWorker(pe, worker, dropped + later.dropped, both);
    }

    /** How long all events of {@code kind} took together, in nanoseconds. */
    public long nanos(Trace.Event.Kind kind) {
      return events.stream()
          .filter(event -> event.kind() == kind)
          .mapToLong(Trace.Event::nanos)
          .sum();
    }

    /** How many events of {@code kind} there are. */
    public long count(Trace.Event.Kind kind) {
      return events.stream().filter(event -> event.kind() == kind).count();
    }
  }
}
