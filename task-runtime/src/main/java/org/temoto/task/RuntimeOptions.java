package org.temoto.task;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasOptions.OptionGroup;
import org.temoto.gas.InvalidOptionException;
import org.temoto.task.trace.Trace;

/**
 * Options of a task runtime; immutable, validated here and nowhere else. Passed to {@link
 * TaskRuntime#start}, or attached to the options of the space, whose runtimes have them then.
 *
 * @param exposure when forked tasks are offered to thieves; default {@link Exposure#LAZY}
 * @param patienceNanos how long a join waits for a thief to claim an exposed child before it takes
 *     the child back; 0, the default, does not wait. A test sets it to force steals.
 * @param timeoutNanos how long a run may take; default {@link #UNLIMITED}. After that its tasks are
 *     cancelled: they end at their next fork or join, {@link TaskRuntime#run} throws {@link
 *     RunTimeoutException} on every PE, and the runtime can be used on. If a task neither forks nor
 *     joins for two more seconds, the job is ended, with the tasks that its PEs are at. The time is
 *     the PE's; where strands take turns also this machine's, with five more seconds, for a strand
 *     that lets no other go on.
 * @param policy how thieves get tasks from other PEs; default {@link StealPolicy#ONE_SIDED}
 * @param amount how much of what is offered they take at once; what they ask for is one task;
 *     default {@link StealAmount#ONE}
 * @param traceFolder where each worker records what it does, in a file of its own; empty, the
 *     default, if nothing is recorded. The first runtime of a job creates it if it is not there; it
 *     has to be empty, and on a file system that all hosts share. An event takes 32 bytes and is in
 *     the file at once, also if the process is killed. {@link TaskRuntime#readTrace} reads them.
 * @param failedTrace gets on PE 0 what has been recorded when a run fails, before {@link
 *     TaskRuntime#run} throws on any PE; not if the job is ended; by default it goes nowhere
 */
public record RuntimeOptions(
    Exposure exposure,
    long patienceNanos,
    long timeoutNanos,
    StealPolicy policy,
    StealAmount amount,
    Optional<Path> traceFolder,
    Consumer<Trace> failedTrace)
    implements OptionGroup {
  /**
   * Policy by which thieves get tasks from other PEs. Inside a PE they claim what is offered by
   * reference.
   */
  public enum StealPolicy {
    /** A thief claims what its victim offers, by operations that the victim need not answer. */
    ONE_SIDED,
    /**
     * A thief asks, and its victim answers at its next fork or join: with its oldest task, or none.
     */
    REQUEST
  }

  /** Choice of how many tasks a thief takes from another PE at once. */
  public enum StealAmount {
    /** One: for recursions, whose oldest task is the largest. */
    ONE,
    /**
     * Half of what is offered, of which there is more than with {@link #ONE} where a task forks a
     * long row: for flat forests of small tasks. The thief runs one, and offers the others as its
     * own.
     */
    HALF
  }

  /** No limit on the time of a run. */
  public static final long UNLIMITED = 0;

  /** Policy that says when forked tasks are offered to thieves. */
  public enum Exposure {
    /** After a thief has come in vain. */
    LAZY,
    /** At every fork that finds nothing on offer; for tests, which want many steals. */
    EAGER,
    /** Never: one worker of PE 0 does everything; to see what a program costs without steals. */
    NEVER
  }

  public static final RuntimeOptions DEFAULT = new RuntimeOptions(Exposure.LAZY, 0);

  public RuntimeOptions {
    if (patienceNanos < 0) {
      throw new InvalidOptionException("patienceNanos", patienceNanos, "at least 0");
    }
    if (timeoutNanos < 0) {
      throw new InvalidOptionException("timeoutNanos", timeoutNanos, "at least 0");
    }
    if (amount != StealAmount.ONE && policy == StealPolicy.REQUEST) {
      throw new InvalidOptionException(
          "stealAmount", "half", "one with steal=request, which is answered by one task");
    }
  }

  /** One-sided, one task at a time, and runs may take as long as they like. */
  public RuntimeOptions(Exposure exposure, long patienceNanos) {
    this(
        exposure,
        patienceNanos,
        UNLIMITED,
        StealPolicy.ONE_SIDED,
        StealAmount.ONE,
        Optional.empty(),
        _ -> {});
  }

  /** The same with another {@link #timeoutNanos()}. */
  public RuntimeOptions withTimeoutNanos(long nanos) {
    return new RuntimeOptions(
        exposure, patienceNanos, nanos, policy, amount, traceFolder, failedTrace);
  }

  /** The same with another {@link #policy()}. */
  public RuntimeOptions withPolicy(StealPolicy chosen) {
    return new RuntimeOptions(
        exposure, patienceNanos, timeoutNanos, chosen, amount, traceFolder, failedTrace);
  }

  /** The same with another {@link #amount()}. */
  public RuntimeOptions withAmount(StealAmount chosen) {
    return new RuntimeOptions(
        exposure, patienceNanos, timeoutNanos, policy, chosen, traceFolder, failedTrace);
  }

  /** The same with a {@link #traceFolder()}. */
  public RuntimeOptions withTraceFolder(Path folder) {
    return new RuntimeOptions(
        exposure, patienceNanos, timeoutNanos, policy, amount, Optional.of(folder), failedTrace);
  }

  /** The same with another {@link #failedTrace()}. */
  public RuntimeOptions withFailedTrace(Consumer<Trace> receiver) {
    return new RuntimeOptions(
        exposure, patienceNanos, timeoutNanos, policy, amount, traceFolder, receiver);
  }

  /** The runtime options attached to {@code space}, or {@link #DEFAULT}. */
  public static RuntimeOptions of(GasOptions space) {
    return space.group(DEFAULT);
  }

  /** Tells whether workers record what they do. */
  public boolean traces() {
    return traceFolder.isPresent();
  }
}
