package org.temoto.task;

/**
 * What a program may choose about its task runtime; immutable, validated here and nowhere else.
 *
 * @param exposure when forked tasks are offered to thieves
 * @param patienceNanos how long a join waits for a thief to claim an exposed child before it takes
 *     the child back; 0, the default, does not wait. A test sets it to force steals.
 * @param policy how thieves get tasks from other PEs
 */
public record RuntimeOptions(Exposure exposure, long patienceNanos, StealPolicy policy) {
  /** How thieves get tasks from other PEs. Inside a PE they claim what is offered by reference. */
  public enum StealPolicy {
    /** A thief claims what its victim offers, by operations that the victim need not answer. */
    ONE_SIDED,
    /**
     * A thief asks, and its victim answers at its next fork or join: with its oldest task, or none.
     */
    REQUEST
  }

  /** When forked tasks are offered to thieves. */
  public enum Exposure {
    /** When a thief has come in vain. */
    LAZY,
    /** At every fork that finds nothing on offer; for tests, which want many steals. */
    EAGER,
    /** Never: one worker of PE 0 does everything; to see what a program costs without steals. */
    NEVER
  }

  public static final RuntimeOptions DEFAULT = new RuntimeOptions(Exposure.LAZY, 0);

  public RuntimeOptions(Exposure exposure, long patienceNanos) {
    this(exposure, patienceNanos, StealPolicy.ONE_SIDED);
  }

  public RuntimeOptions withPolicy(StealPolicy chosen) {
    return new RuntimeOptions(exposure, patienceNanos, chosen);
  }

  public RuntimeOptions {
    if (patienceNanos < 0) {
      throw new IllegalArgumentException(
          "patienceNanos=" + patienceNanos + " must not be negative");
    }
  }
}
