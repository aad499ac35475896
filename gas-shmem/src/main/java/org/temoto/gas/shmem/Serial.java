package org.temoto.gas.shmem;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A lock for the nanoseconds of a library call: it spins, then yields; not reentrant. */
final class Serial implements AutoCloseable {
  private static final int SPINS = 64;
  private static final VarHandle HELD =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "held", VarHandle.class, Serial.class, boolean.class);

  @SuppressWarnings("unused") // by its handle
  private boolean held;

  /** Returns when the caller has the lock, until it closes what this returns. */
  Serial lock() {
    // Acquire: what the last holder did to the library is seen.
    for (int tries = 1; !HELD.weakCompareAndSetAcquire(this, false, true); tries++) {
      if (tries % SPINS == 0) {
        Thread.yield();
      } else {
        Thread.onSpinWait();
      }
    }
    return this;
  }

  boolean tryLock() {
    // Acquire: what the last holder did to the library is seen.
    return HELD.weakCompareAndSetAcquire(this, false, true);
  }

  @Override
  public void close() {
    HELD.setRelease(this, false); // release: the next holder sees what this one did
  }
}
