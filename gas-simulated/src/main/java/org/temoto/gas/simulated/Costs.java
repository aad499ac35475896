package org.temoto.gas.simulated;

import org.temoto.gas.InvalidOptionException;

/**
 * Costs of computing and waiting in {@link Schedule#VIRTUAL virtual time}, in nanoseconds. The time
 * that a program computes between two scheduling points is either measured on this machine, or
 * modelled: {@code forkNanos} per fork, and what the program says (see {@code TaskContext.charge});
 * then two runs with equal options take the same course and the same time, on any machine.
 *
 * @param isMeasured whether computing is measured
 * @param forkNanos of a fork, the start and the join of its task, if that is modelled
 * @param readingNanos of reading the clock
 * @param pointNanos of any operation of the transport or wait, beside what the network takes
 * @param wakeNanos from waking a strand that sleeps until it goes on
 * @param startNanos from starting a strand until it runs
 * @param timerNanos how much later than asked a strand goes on that has slept for a time
 */
public record Costs(
    boolean isMeasured,
    long forkNanos,
    long readingNanos,
    long pointNanos,
    long wakeNanos,
    long startNanos,
    long timerNanos) {
  /** From one thread's unpark to another's return from park, as the bench measures it. */
  private static final long WAKE_NANOS = 12_000;

  /** From the start of a platform thread to its first reading of the clock, measured. */
  private static final long START_NANOS = 60_000;

  /**
   * From the moment that a thread wanted to sleep until to its return, measured. Strands have the
   * kernel's slack, 50 us, taken away.
   */
  private static final long TIMER_NANOS = 17_000;

  /** Everything is computed. */
  public static final Costs MODELLED =
      new Costs(false, 10, 20, 20, WAKE_NANOS, START_NANOS, TIMER_NANOS);

  /** Computing is measured. */
  public static final Costs MEASURED =
      new Costs(true, 0, 1, 1, WAKE_NANOS, START_NANOS, TIMER_NANOS);

  public Costs {
    require("forkNanos", forkNanos, 0);
    require("readingNanos", readingNanos, 1);
    require("pointNanos", pointNanos, 1);
    require("wakeNanos", wakeNanos, 0);
    require("startNanos", startNanos, 0);
    require("timerNanos", timerNanos, 0);
  }

  private static void require(String name, long value, long least) {
    if (value < least) { // a spin on the clock, or a poll, must end
      throw new InvalidOptionException(name, value, "at least " + least);
    }
  }
}
