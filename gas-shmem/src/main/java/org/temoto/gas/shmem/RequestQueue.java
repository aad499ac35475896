package org.temoto.gas.shmem;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * A ring of requests from the strands that use one channel to the library's thread, in order. One
 * strand at a time is in it, under a lock of the channel; requests are used again and again.
 *
 * <pre>
 *         done               posted
 *  ...free | carried out next ... | free ...
 * </pre>
 */
final class RequestQueue {
  private static final int CAPACITY = 64;
  private static final int SPINS = 100;
  private static final int YIELDS = 50;
  private static final VarHandle POSTED = handle("posted", long.class);
  private static final VarHandle DONE = handle("done", long.class);
  private static final VarHandle WAITER = handle("waiter", Thread.class);

  private final LibraryCall[] ring = new LibraryCall[CAPACITY];
  private final LockedContext library;
  private final LibraryThread thread;

  private long posted;
  private long done;

  /** The strand that waits, for {@link #awaited} requests to be done; null if there is none. */
  @SuppressWarnings("unused") // by its handle
  private Thread waiter;

  private long awaited;

  /** Failure of the library's thread: told to the next strand that waits. */
  private Throwable failure;

  RequestQueue(LockedContext library, LibraryThread thread) {
    this.library = library;
    this.thread = thread;
    for (int i = 0; i < CAPACITY; i++) {
      ring[i] = new LibraryCall();
    }
  }

  private static VarHandle handle(String field, Class<?> type) {
    return ConstantBootstraps.fieldVarHandle(
        MethodHandles.lookup(), field, VarHandle.class, RequestQueue.class, type);
  }

  private static LibraryCall at(LibraryCall[] ring, long number) {
    return ring[(int) (number & CAPACITY - 1)];
  }

  /** The request to fill in next; waits until there is one. By the strand in the queue. */
  LibraryCall next() {
    if (posted - (long) DONE.getAcquire(this) == CAPACITY) { // acquire: it is not in use any more
      await(posted - CAPACITY + 1);
    }
    return at(ring, posted);
  }

  /** Hands over the request that {@link #next} gave. By the strand in the queue. */
  void post() {
    POSTED.setVolatile(this, posted + 1); // volatile: before the look whether the thread sleeps
    thread.wake();
  }

  /** Waits until all that was posted is done; returns the last one's result. */
  long awaitLast() {
    await(posted);
    return at(ring, posted - 1).result();
  }

  private void await(long number) {
    for (int tries = 0; (long) DONE.getAcquire(this) < number; tries++) { // acquire: its results
      if (tries < SPINS) {
        Thread.onSpinWait();
      } else if (tries < SPINS + YIELDS) {
        Thread.yield();
      } else {
        sleepUntil(number);
      }
    }
    if (failure != null) {
      throw new AssertionError("the library's thread failed", failure);
    }
  }

  private void sleepUntil(long number) {
    boolean interrupted = false;
    awaited = number;
    WAITER.setVolatile(this, Thread.currentThread()); // volatile: before the next look at done
    while ((long) DONE.getVolatile(this) < number) { // volatile: after the waiter was set
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    WAITER.setOpaque(this, null); // opaque: being woken once more does no harm
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Tells whether a request waits. */
  boolean hasWork() {
    return (long) POSTED.getVolatile(this) != done; // volatile: after the thread said it sleeps
  }

  /** Carries out one request; false if there is none. On the library's thread. */
  @SuppressWarnings("CatchingThrowable") // told to the strand, which would wait forever otherwise
  boolean carryOut() {
    long number = done;
    if (number == (long) POSTED.getAcquire(this)) { // acquire: the request's fields
      return false;
    }
    try {
      at(ring, number).carryOut(library);
    } catch (Throwable e) {
      failure = e;
    }
    DONE.setVolatile(this, number + 1); // volatile: before the look whether a strand waits
    Thread asleep = (Thread) WAITER.getVolatile(this); // volatile: after done was set
    if (asleep != null && number + 1 >= awaited) {
      LockSupport.unpark(asleep);
    }
    return true;
  }
}
