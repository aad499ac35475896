package org.temoto.gas.spi;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.temoto.gas.GasException;
import org.temoto.gas.GlobalMemory;

/**
 * The memory side of a strand: the epoch of its last acquire, its open views, and the channel that
 * it communicates on. The task runtime tells it where tasks begin, fork and join; the engine does
 * what coherence asks at these moments. All methods but {@link #bind()} are called by the bound
 * strand only. None communicates unless it says so.
 *
 * <p>The life of a task on a strand: {@code begin(epoch)} or {@code enter()}; any number of {@code
 * forked()}, {@code joined(epoch)} and, whenever no forked child is outstanding any more, {@code
 * synced()}; at its end {@code leave()}. A task in place that begins when {@link #hasViews} says
 * that there are none costs less without {@code enter()} and {@code leave()}; if there are any at
 * its end, it left them open, and {@code abandon()} closes them. Without views {@code forked()} and
 * {@code synced()} do nothing and may be left out, too.
 */
public abstract class StrandMemory {
  /**
   * Watch of this strand; null if nothing watches it, or if there is no memory to localize: then a
   * run, in which none is allocated, need not be followed.
   */
  public abstract StrandWatch watch();

  /** The number of views that are open on this strand. */
  private int openViews;

  /** True if {@link #synced} has been refused, and views may be frozen still. */
  private boolean syncRefused;

  /** The way in which a strand of the task runtime waits; null for a loop that polls. */
  private Waiter waiter;

  /** Called when a view is opened and none was. */
  private Runnable onFirstView = () -> {};

  /** Binds this object to the calling thread, for which it answers from now on. */
  public abstract void bind();

  /**
   * Has in memory what the strand needs at its first communication, for one that has the time: it
   * begins before the tasks do. The others, of which there may be thousands, take a page less.
   */
  public abstract void prepare();

  /** Undoes {@link #bind()}. */
  public abstract void unbind();

  /** The channel that this strand uses from now on: that of the worker whose identity it has. */
  public abstract void use(Channel channel);

  /** Tells {@code listener} of this strand's waits for other PEs from now on; null for none. */
  public abstract void tell(CommunicationListener listener);

  /**
   * Time for which this strand has been fetching pages and completing commits so far, by the PE's
   * clock.
   */
  public abstract long communicationNanos();

  /**
   * The epoch that a child forked now inherits, and that a joiner of a task ending now takes over.
   */
  public abstract long epoch();

  /** Begins a task on a strand that runs none, with the epoch that its forker had. */
  public abstract void begin(long epoch);

  /** Begins a task in place, on top of the task that forked it. */
  public abstract void enter();

  /**
   * Ends the task begun last. Views that it left open are closed.
   *
   * @return texts of what was left open, which is an error of the program, views last; mostly empty
   */
  public abstract List<String> leave();

  /** Tells whether views are open on this strand, of whatever task. */
  public final boolean hasViews() {
    return openViews != 0;
  }

  /** Has {@code action} called whenever a view is opened and none is, so that no code need ask. */
  public final void onFirstView(Runnable action) {
    onFirstView = action;
  }

  /** Told by the subclass: so many views are open now. */
  protected final void openViews(int count) {
    if (openViews == 0 && count != 0) {
      onFirstView.run();
    }
    openViews = count;
  }

  // --- what tasks hold that others wait for

  /**
   * Something of a memory that a task has taken, and gives back before it ends: a lock. It counts
   * as open, as a view does.
   */
  public interface Held {
    GlobalMemory memory();

    /** Gives it back: the task has failed, or ended without doing so. */
    void abandon();
  }

  /** The running task of this strand, which is the calling one, has got {@code taken}: acquires. */
  public abstract void holds(Held taken);

  /**
   * The strand, which is the calling one, is about to give {@code given} back: releases, with what
   * the task has open for writing. False if it does not hold that any more.
   *
   * @throws IllegalStateException if the calling thread is not this strand's
   */
  public abstract boolean gives(Held given);

  /** All that the strand holds, that which was taken last at the end. */
  public abstract List<Held> held();

  /** Tells whether the strand holds anything. */
  public abstract boolean isHolding();

  /** Gives back all that the running task, which has failed, holds; others may wait for it. */
  public abstract void abandonHeld();

  /** Way in which a strand of the task runtime waits. */
  public interface Waiter {
    /**
     * Returns when {@code isOver}, which any strand may ask; the worker may do something else
     * meanwhile.
     */
    void await(BooleanSupplier isOver);

    /**
     * Tells whether the running task is cancelled, which it stays while the strand waits; may be
     * asked where {@code isOver} is.
     */
    boolean isStopped();

    /** Exception that the running task gets because it is cancelled; null if it may go on. */
    GasException stop();

    /** A wait has lasted long: has the runtime look whether anything can end it. */
    void waitsLong();
  }

  /** Has the strand wait by {@code other}. */
  public final void waitBy(Waiter other) {
    waiter = other;
  }

  /** Returns when {@code isOver}; may take long. */
  public final void await(BooleanSupplier isOver) {
    if (waiter != null) {
      waiter.await(isOver);
      return;
    }
    for (int round = 0; !isOver.getAsBoolean(); round++) {
      pause(round);
    }
  }

  /**
   * As {@link #await}; returns earlier if the running task is cancelled.
   *
   * @return the exception that the task gets then; null if {@code isOver}
   */
  public final GasException awaitUnlessStopped(BooleanSupplier isOver) {
    if (waiter == null) {
      await(isOver);
      return null;
    }
    waiter.await(() -> waiter.isStopped() || isOver.getAsBoolean());
    return waiter.isStopped() && !isOver.getAsBoolean() ? waiter.stop() : null;
  }

  /**
   * A wait has lasted long that this strand, which is the calling one, asks after: tells the task
   * runtime. False if there is none.
   */
  public final boolean tellsLongWait() {
    if (waiter != null) {
      waiter.waitsLong();
    }
    return waiter != null;
  }

  /**
   * Lets others run while this strand waits for one of them, for longer after many rounds; fails if
   * the job has been aborted.
   */
  public abstract void pause(int round);

  /**
   * Closes the views of a task that began, without {@link #enter}, when there were none.
   *
   * @return texts of what was left open, which is an error of the program
   */
  public abstract List<String> abandon();

  /**
   * The running task is about to fork: the views that it has opened are frozen until {@link
   * #synced()}.
   */
  public abstract void forked();

  /** A child that ended with {@code epoch} on this PE has been joined: takes the maximum. */
  public abstract void joined(long epoch);

  /**
   * No child is outstanding: revalidates the task's views against the strand's epoch and makes them
   * active together. No communication if the epoch is unchanged and nothing was evicted; else as a
   * localize of each view. If that is refused, they stay frozen.
   */
  public abstract void synced();

  /** Tells whether {@link #synced} has been refused since it last was not: then it is due still. */
  public final boolean isSyncRefused() {
    return syncRefused;
  }

  /** Told by the subclass. */
  protected final void syncRefused(boolean refused) {
    syncRefused = refused;
  }

  /**
   * Commits, where coherence is automatic, what the running task has open for writing, and may
   * write again after: before a release that the program asks for.
   */
  public abstract void publish();

  /**
   * Release: every commit that any strand of this PE registered before is complete and visible to
   * strands that acquire later. Waits for the transport if there are such commits; free otherwise.
   */
  public abstract void release();

  /**
   * Tells whether {@link #release} would wait for bytes of a release that was started before; true
   * if that cannot be told. Free if nothing is on its way, else a compare-and-set.
   */
  public abstract boolean isReleaseTravelling();

  /**
   * Starts a release, whose bytes travel when this returns, with those of one that travels already.
   * Does not wait for them, unless the same bytes are on their way or no channel is free to carry
   * them.
   *
   * @return its number, for {@link #awaitRelease}; 0 if nothing is outstanding
   */
  public abstract long startRelease();

  /** Tells whether the release of that number is known to be complete. */
  public abstract boolean hasReleased(long number);

  /** Returns when the release of that number is complete: free if it is, or if it is 0. */
  public abstract void awaitRelease(long number);

  /**
   * Acquire: a new epoch of this PE, taken over by this strand; what it trusted before is validated
   * again when used.
   */
  public abstract void acquire();
}
