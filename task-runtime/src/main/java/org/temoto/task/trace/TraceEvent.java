package org.temoto.task.trace;

/**
 * Event of a trace: something that took a worker from one moment to another.
 *
 * <p>The events {@link Kind#WORK}, {@link Kind#WAIT} and {@link Kind#SEARCH} of a worker do not
 * overlap, and cover its runs from the moment that it hears of them. {@link Kind#FETCH}, {@link
 * Kind#RELEASE} and {@link Kind#REPORT} lie inside one of these, as {@link Kind#STEAL} does; {@link
 * Kind#JOIN} spans whatever the worker did meanwhile.
 *
 * @param task the class of the task, of {@link Kind#WORK} and {@link Kind#JOIN}; else empty
 * @param start nanoseconds by the clock of PE 0; only differences have a meaning
 * @param nanos how long it took
 * @param value what else is to be told: see the kinds, and the methods that name it
 */
public record TraceEvent(Kind kind, String task, long start, long nanos, long value) {
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
