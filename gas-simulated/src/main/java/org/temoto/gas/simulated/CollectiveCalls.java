package org.temoto.gas.simulated;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.temoto.gas.GasException;

/**
 * Check that all PEs make the same collective calls: each says what it calls, and after a barrier
 * all compare.
 */
final class CollectiveCalls {
  /** One collective call as a PE makes it: its number on that PE, what it does and with what. */
  record Call(long number, String text) {}

  /**
   * Calls of even and odd numbers apart: a PE may be one call ahead of another that still compares.
   */
  private final AtomicReferenceArray<Call> even;

  private final AtomicReferenceArray<Call> odd;

  CollectiveCalls(int pes) {
    even = new AtomicReferenceArray<>(pes);
    odd = new AtomicReferenceArray<>(pes);
  }

  private AtomicReferenceArray<Call> of(long number) {
    return number % 2 == 0 ? even : odd;
  }

  /** Before the barrier. */
  void announce(int rank, Call call) {
    of(call.number()).set(rank, call);
  }

  /** After the barrier: throws, on every PE, if one has made another call than PE 0. */
  void compare(long number) {
    AtomicReferenceArray<Call> calls = of(number);
    Call expected = calls.get(0);
    for (int pe = 0; pe < calls.length(); pe++) {
      Call call = calls.get(pe);
      if (expected == null || !expected.equals(call)) {
        throw new GasException(
            "collective call "
                + number
                + " on the heap differs: PE 0 called "
                + name(expected, number)
                + ", PE "
                + pe
                + " called "
                + name(call, number)
                + "; every PE must make the same calls in the same order");
      }
    }
  }

  private static String name(Call call, long number) {
    return call == null || call.number() != number ? "a plain barrier" : call.text();
  }
}
