package org.temoto.gas.shmem;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A lock for the nanoseconds of a library call: it spins, then yields; not reentrant. */
final class Serial {
  private static final int SPINS = 64;
  private static final VarHandle HELD = held();

  @SuppressWarnings("unused") // by its handle
  private boolean held;

  private static VarHandle held() {
    try {
      return MethodHandles.lookup().findVarHandle(Serial.class, "held", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  void lock() {
    // Acquire: what the last holder did to the library is seen.
    for (int tries = 1; !HELD.weakCompareAndSetAcquire(this, false, true); tries++) {
      if (tries % SPINS == 0) {
        Thread.yield();
      } else {
        Thread.onSpinWait();
      }
    }
  }

  boolean tryLock() {
    // Acquire: what the last holder did to the library is seen.
    return HELD.weakCompareAndSetAcquire(this, false, true);
  }

  void unlock() {
    HELD.setRelease(this, false); // release: the next holder sees what this one did
  }
}
