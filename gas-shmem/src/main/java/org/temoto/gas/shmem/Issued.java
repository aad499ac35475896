package org.temoto.gas.shmem;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts that tell whether operations that were issued may not be complete: a flag that a
 * completion clears before it has ended would let another strand pass meanwhile, and one cleared
 * after its end would forget what was issued in between. Thread-safe.
 */
final class Issued {
  private static final VarHandle COUNT =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "count", VarHandle.class, Issued.class, long.class);
  private static final VarHandle COMPLETED =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "completed", VarHandle.class, Issued.class, long.class);

  @SuppressWarnings("unused") // by its handle
  private long count;

  @SuppressWarnings("unused") // by its handle
  private long completed;

  /**
   * An operation has been issued: after it, so that a thread that sees the count has it completed.
   */
  void add() {
    long ignored =
        (long) COUNT.getAndAddRelease(this, 1L); // release: the operation comes before its count
  }

  /** Number up to which a completion that begins now is going to complete. */
  long count() {
    return (long) COUNT.getAcquire(this); // acquire: the operations that it counts are issued
  }

  /** Tells whether some of the first {@code count} may not be complete. */
  boolean isPending(long count) {
    return (long) COMPLETED.getAcquire(this) < count; // acquire: after the completion's end
  }

  /**
   * The first {@code count} are complete. If another strand's greater number is overwritten, the
   * next completion is one too many.
   */
  void complete(long count) {
    COMPLETED.setRelease(this, count); // release: the completion has ended before
  }
}
