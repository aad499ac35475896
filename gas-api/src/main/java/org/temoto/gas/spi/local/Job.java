package org.temoto.gas.spi.local;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.temoto.gas.GasException;
import org.temoto.gas.spi.Causes;
import org.temoto.gas.spi.JobAbortedException;

/** State of a job: the strands of all PEs, and whether it has failed and why. Thread-safe. */
public final class Job {
  private static final int PURGE_INTERVAL = 256;

  /** Time to wait for the end of a strand before the others and the failure are looked at. */
  private static final long JOIN_MILLIS = 100;

  /**
   * Most strands whose lines are told if they do not end: after an error there may be thousands.
   */
  private static final int MOST_STUCK = 8;

  /** With more strands than this, the stacks of those that wait count. */
  private static final int POPULOUS = 256;

  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  /** Failures that PEs have come to different calls, which several may find. */
  private final Set<Throwable> disagreements =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

  private final Queue<Throwable> laterFailures = new ConcurrentLinkedQueue<>();
  private final Set<StrandThread> strands = ConcurrentHashMap.newKeySet();
  private final AtomicInteger started = new AtomicInteger();

  /** Strands that neither have ended nor are parked. */
  private final AtomicInteger running = new AtomicInteger();

  /** Origins of what was thrown, as far as they have been told. */
  private final Map<Throwable, String> places =
      Collections.synchronizedMap(new IdentityHashMap<>());

  /** Advice to a program whose stack is exhausted. */
  private final String stackAdvice;

  /** A job of strands on {@link StrandThread}s. */
  public Job() {
    this(StrandThread.STACK_ADVICE);
  }

  /**
   * @param stackAdvice what limits the stacks of strands, for the message of an exhausted one
   */
  public Job(String stackAdvice) {
    this.stackAdvice = stackAdvice;
  }

  public boolean isAborted() {
    return failure.get() != null; // volatile, so that polling loops see it
  }

  /** Cause of the job's failure; null if it has not failed. */
  public Throwable failure() {
    return failure.get();
  }

  public void checkAlive() {
    Throwable cause = failure.get();
    if (cause != null) {
      throw new JobAbortedException(cause);
    }
  }

  /**
   * Fails the job and wakes all that wait; only the first failure counts, later genuine ones are
   * kept beside it. One that was on its way when the first was found is older, and takes its place.
   */
  public void abort(Throwable cause) {
    if (!failure.compareAndSet(null, cause)) {
      noteLater(cause);
    }
    wakeAll(); // after later failures too: an exhausted stack may have cut the first call short
  }

  /** As {@link #abort}, because PEs have come to different calls. */
  public void disagree(GasException found) {
    disagreements.add(found);
    abort(found);
  }

  /** Tells where {@code thrown}, which is about to abort the job, comes from. */
  public void comesFrom(Throwable thrown, String where) {
    places.put(thrown, where);
  }

  /** Wakes all strands that wait, which then see whether the job has failed. */
  public void wakeAll() {
    for (StrandThread strand : strands) {
      LockSupport.unpark(strand);
    }
  }

  private synchronized void noteLater(Throwable cause) {
    Throwable first = failure.get();
    if (cause == first || isConsequence(cause) || isSame(innermost(cause), innermost(first))) {
      return;
    }
    if (isOlder(cause, first)) { // and has the first with it
      laterFailures.removeIf(later -> isSame(innermost(later), innermost(cause)));
      failure.set(cause);
    } else if (!isOlder(first, cause)) {
      laterFailures.add(cause);
    }
  }

  /**
   * Tells whether {@code thrown} was on its way when {@code found} was: a resource that is closed
   * meanwhile waits for PEs that call something else, and what comes of it is suppressed.
   */
  private boolean isOlder(Throwable thrown, Throwable found) {
    return hasSuppressed(thrown, each -> comesOf(each, found));
  }

  private static boolean hasSuppressed(Throwable thrown, Predicate<Throwable> condition) {
    Throwable cause = thrown;
    for (int depth = 0; cause != null && depth < Causes.MOST; depth++) {
      if (Arrays.stream(cause.getSuppressed()).anyMatch(condition)) {
        return true;
      }
      cause = Causes.next(cause);
    }
    return false;
  }

  /**
   * Tells whether {@code thrown} is {@code found}, or, if that is a disagreement of PEs, tells of
   * it. Any other failure that a strand is only told of may be older than what the strand throws.
   */
  private boolean comesOf(Throwable thrown, Throwable found) {
    Throwable cause = thrown;
    for (int depth = 0; cause != null && depth < Causes.MOST; depth++) {
      if (cause == found) {
        return true;
      }
      if (cause instanceof JobAbortedException && !disagreements.contains(found)) {
        return false;
      }
      cause = Causes.next(cause);
    }
    return false;
  }

  /** Tells whether one is a copy of the other: what a task threw is thrown on every PE. */
  private static boolean isSame(Throwable one, Throwable other) {
    return one.getClass() == other.getClass() && isSameTold(one, other);
  }

  private static boolean isSameTold(Throwable one, Throwable other) {
    try {
      return Objects.equals(one.getMessage(), other.getMessage())
          && Arrays.equals(one.getStackTrace(), other.getStackTrace());
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) { // the program's own class does not tell
      return false;
    }
  }

  private static Throwable innermost(Throwable thrown) {
    Throwable cause = thrown;
    for (int depth = 0; Causes.next(cause) != null && depth < Causes.MOST; depth++) {
      cause = Causes.next(cause);
    }
    return cause;
  }

  /** Tells whether {@code thrown} only tells that the job was aborted. */
  private static boolean isConsequence(Throwable thrown) {
    Throwable cause = thrown;
    for (int depth = 0; cause != null && depth < Causes.MOST; depth++) {
      if (cause instanceof JobAbortedException) {
        return true;
      }
      cause = Causes.next(cause);
    }
    return false;
  }

  /**
   * Tells whether there are so many strands that their memory matters more than the time of a wait.
   */
  boolean isPopulous() {
    return strands.size() > POPULOUS;
  }

  /**
   * Starts a strand and counts it. It is entered after its start, by a strand that is entered
   * itself: so {@link #awaitEnd} misses none.
   */
  public void start(StrandThread strand) {
    strand.start();
    strands.add(strand);
    if (isAborted()) {
      LockSupport.unpark(strand); // it may have parked before the abort and been entered after
    }
    if (started.incrementAndGet() % PURGE_INTERVAL == 0) {
      strands.removeIf(other -> !other.isAlive());
    }
  }

  /** A strand begins or goes on after it was parked. */
  void enterRunning() {
    running.incrementAndGet();
  }

  /** A strand ends or is about to park. */
  void leaveRunning() {
    running.decrementAndGet();
  }

  public int runningStrands() {
    return running.getOpaque(); // opaque: a hint for strands that spin
  }

  /**
   * Returns when all strands have ended, also if the caller is interrupted, which aborts the job.
   */
  public void awaitEnd() {
    awaitEnd(Long.MAX_VALUE);
  }

  /**
   * As {@link #awaitEnd()}, but waits no longer than {@code patienceNanos} once the job has failed:
   * nothing stops a strand that computes, or waits for something that is not this library's.
   *
   * @return whether all strands have ended; those that have not are reported beside the failure
   */
  public boolean awaitEnd(long patienceNanos) {
    boolean interrupted = false;
    long failedAt = 0;
    while (!strands.isEmpty()) {
      strands.removeIf(strand -> !strand.isAlive());
      if (isAborted()) {
        long now = System.nanoTime();
        failedAt = failedAt == 0 ? now : failedAt;
        if (now - failedAt >= patienceNanos) {
          break;
        }
      }
      interrupted |= joinOrAbort();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    List<StrandThread> left = List.copyOf(strands);
    reportStuck(left);
    return left.isEmpty();
  }

  /**
   * Waits for the end of some strand, for a while; aborts the job and returns true if the caller is
   * interrupted.
   */
  private boolean joinOrAbort() {
    Iterator<StrandThread> all = strands.iterator();
    try {
      if (all.hasNext()) {
        all.next().join(JOIN_MILLIS);
      }
      return false;
    } catch (InterruptedException e) {
      abort(new GasException("the job was interrupted", e));
      return true;
    }
  }

  /** Adds to the failure which strands go on: the first few one by one, then their number. */
  public void reportStuck(List<? extends Thread> left) {
    left.stream()
        .sorted(Comparator.comparing(Thread::getName)) // main strands before the others of a PE
        .limit(MOST_STUCK)
        .map(StuckStrand::of)
        .forEach(this::report);
    int others = left.size() - MOST_STUCK;
    if (others > 0) {
      report(withoutTrace("strands that do not end either: " + others));
    }
  }

  /**
   * Failures of the program that were on their way when their strands were told that PEs had come
   * to different calls, or of another failure: what came of that, as a resource was closed, is
   * suppressed in them.
   */
  public List<Throwable> onTheirWay() {
    return Stream.concat(Stream.ofNullable(failure.get()), laterFailures.stream())
        .filter(each -> !disagreements.contains(each))
        .filter(each ->
            hasSuppressed(each, other -> isConsequence(other) || disagreements.contains(other)))
        .toList();
  }

  /** Adds to the failure of a job that has failed how things stood then. */
  public void report(Throwable circumstances) {
    laterFailures.add(circumstances);
  }

  /**
   * Cause of the job's failure, with other failures of its strands and reports beside it; empty if
   * it has not failed.
   */
  public Optional<Throwable> completeFailure() {
    Throwable cause = failure.get();
    if (cause == null) {
      return Optional.empty();
    }
    List<Throwable> others =
        Stream.concat(
                laterFailures.stream(),
                Stream.ofNullable(places.remove(cause)).map(Job::withoutTrace))
            .filter(later -> later != cause)
            .toList();
    laterFailures.clear();
    Throwable told = isOfTheVirtualMachine(cause) ? copy(cause) : cause;
    others.forEach(told::addSuppressed);
    return Optional.of(told);
  }

  private static GasException withoutTrace(String text) {
    GasException note = new GasException(text);
    note.setStackTrace(new StackTraceElement[0]);
    return note;
  }

  /**
   * The virtual machine makes some errors without their constructors, as when a stack is exhausted:
   * nothing can be added to these, and they do not say what can be done.
   */
  private static boolean isOfTheVirtualMachine(Throwable cause) {
    return cause.getClass() == StackOverflowError.class
        || cause.getClass() == OutOfMemoryError.class;
  }

  private Throwable copy(Throwable cause) {
    Throwable copy =
        cause instanceof StackOverflowError
            ? new StackOverflowError(cause.getMessage() == null ? stackAdvice : cause.getMessage())
            : new OutOfMemoryError(cause.getMessage());
    for (Throwable each : cause.getSuppressed()) {
      copy.addSuppressed(each);
    }
    copy.setStackTrace(cause.getStackTrace());
    return copy;
  }

  /** Throws the {@link #completeFailure}, if the job has failed. */
  public void throwFailure() {
    Throwable cause = completeFailure().orElse(null);
    if (cause == null) {
      return;
    }
    addCaller(cause);
    switch (cause) {
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new GasException("the job failed: " + cause, cause);
    }
  }

  /**
   * Puts the caller's stack below that of the strand which failed: so a trace tells where the job
   * came from. (Java's launcher of source files relies on it, and cuts its own frames off.)
   */
  private static void addCaller(Throwable failure) {
    StackTraceElement[] own;
    try {
      own = Objects.requireNonNull(failure.getStackTrace());
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) { // the program's own class does not tell
      return;
    }
    Stream<StackTraceElement> strand = Arrays.stream(own);
    Stream<StackTraceElement> caller = Arrays.stream(new Throwable().getStackTrace()).skip(1);
    failure.setStackTrace(Stream.concat(strand, caller).toArray(StackTraceElement[]::new));
  }
}
