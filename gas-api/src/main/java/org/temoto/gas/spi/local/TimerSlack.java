package org.temoto.gas.spi.local;

import java.util.Optional;
import org.temoto.gas.spi.LibraryFunction;

/**
 * System call that has the kernel end a thread's timed waits when they are over. Linux adds up to
 * 50 us, to wake several threads at once, which is more than the shortest waits of a strand.
 * Elsewhere there is nothing to set.
 */
final class TimerSlack {
  private static final int PR_SET_TIMERSLACK = 29;
  private static final long LEAST_NANOS = 1;

  private static final Optional<LibraryFunction> PRCTL = LibraryFunction.find("prctl");

  private TimerSlack() {}

  /** Of the calling thread, from now on. */
  static void reduce() {
    // A refusal does no harm: waits are longer.
    PRCTL.ifPresent(prctl -> prctl.call(PR_SET_TIMERSLACK, LEAST_NANOS));
  }
}
