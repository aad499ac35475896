package org.temoto.gas.spi.local;

import java.util.BitSet;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.temoto.gas.spi.LibraryFunction;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.Strands;
import org.temoto.gas.spi.Strands.Strand;

/**
 * A strand on the wall clock: a daemon thread of one PE, with a stack deep enough for recursive
 * programs.
 */
public final class StrandThread extends Thread implements Strand {
  /** Address space only: physical memory is taken as the stack grows. */
  private static final long STACK_BYTES = 64L << 20;

  /** Message for an exhausted stack. */
  static final String STACK_ADVICE =
      "a task, or a chain of tasks that wait for each other, recursed too deeply for the stack of"
          + " its strand, which has "
          + (STACK_BYTES >> 20)
          + " MiB and takes no option";

  private static final int ANYWHERE = -1;
  private static final int PR_SET_TIMERSLACK = 29;
  private static final Optional<LibraryFunction> PRCTL = LibraryFunction.find("prctl");

  private final ProcessingElement pe;
  private final Job job;
  private final Runnable body;
  private final Queue<Thread> joiners = new ConcurrentLinkedQueue<>();

  /** The core that the strand is bound to. Volatile: others bind it while it waits. */
  private volatile int core = ANYWHERE;

  /** The kernel's number of the thread, once it has been bound. Volatile: as the core. */
  private volatile int number;

  /** An address in the middle of the stack; negative where it is not known. */
  private long middle;

  /** Volatile: a joiner that sees it has seen all that the strand did. */
  private volatile boolean ended;

  /**
   * The permit of {@link Strands#unpark}, beside the one of LockSupport, which internal waits of
   * the strand may consume. Atomic: a strand that takes the permit sees what was written before it
   * was given.
   */
  private final AtomicBoolean permit = new AtomicBoolean();

  public StrandThread(ProcessingElement pe, Job job, String name, Runnable body) {
    super(null, null, "pe" + pe.rank() + "-" + name, STACK_BYTES, false);
    this.pe = pe;
    this.job = job;
    this.body = body;
    setDaemon(true);
    // Such a thread inherits no loader, and tasks may be of classes that only the creator's finds.
    setContextClassLoader(Thread.currentThread().getContextClassLoader());
  }

  @Override
  public String name() {
    return getName();
  }

  @Override
  @SuppressWarnings(
      "CatchingThrowable") // also an exhausted heap or stack must end the job, not only this thread
  public void run() {
    job.enterRunning();
    try {
      reduceTimerSlack();
      middle = StackPages.pointer() - STACK_BYTES / 2;
      body.run();
    } catch (Throwable failure) {
      pe.abort(failure);
    } finally {
      job.leaveRunning();
      ended = true;
      joiners.forEach(LockSupport::unpark);
    }
  }

  /**
   * Has the kernel end the strand's timed waits when they are over: Linux adds up to 50 us, to wake
   * several threads at once, which is more than the shortest of them. A refusal does no harm.
   */
  private static void reduceTimerSlack() {
    PRCTL.ifPresent(prctl -> prctl.call(PR_SET_TIMERSLACK, 1));
  }

  /**
   * The strand runs on {@code next} only. It calls itself the first time; later it waits for the
   * strand that calls.
   */
  void bindTo(int next) {
    if (core == next) {
      return;
    }
    if (number == 0) {
      number = Affinity.thread();
    }
    core = next;
    BitSet one = new BitSet();
    one.set(next);
    Affinity.set(number, one);
  }

  /** The strand, which calls, is about to wait: gives back stack that it does not use. */
  void shrink() {
    if (middle > 0) {
      StackPages.release(middle);
    }
  }

  /** Gives the permit and wakes the strand if it waits. */
  void give() {
    permit.set(true);
    LockSupport.unpark(this);
  }

  /** Takes the permit; false if there was none. */
  boolean take() {
    return permit.getAndSet(false);
  }

  boolean hasEnded() {
    return ended;
  }

  /** Has {@code thread} unparked at this strand's end, or before if that has passed. */
  void addJoiner(Thread thread) {
    joiners.add(thread);
    if (ended) {
      LockSupport.unpark(thread);
    }
  }
}
