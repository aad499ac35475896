package org.temoto.gas.simulated.backend;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.temoto.gas.GasException;

/**
 * Check that all PEs make the same collective calls: each says what it calls, and after a barrier
 * all compare.
 */
final class CollectiveCalls {
  /** One collective call as a PE makes it: its number on that PE, what it does and with what. */
  record Call(long number, String text) {
    /** As equals, which the JVM would make at each start. */
    private boolean isThatOf(Call other) {
      return other != null && number == other.number && text.equals(other.text);
    }
  }

  private final int pes;

  /**
   * By ranks, calls of even and odd numbers apart: a PE may be one call ahead of another that still
   * compares.
   */
  private final AtomicReferenceArray<Call> calls;

  CollectiveCalls(int pes) {
    this.pes = pes;
    calls = new AtomicReferenceArray<>(2 * pes);
  }

  private int place(int rank, long number) {
    return number % 2 == 0 ? rank : pes + rank;
  }

  /** Before the barrier. */
  void announce(int rank, Call call) {
    calls.set(place(rank, call.number()), call);
  }

  /** After the barrier: throws, on every PE, if one has made another call than PE 0. */
  void compare(long number) {
    Call expected = calls.get(place(0, number));
    for (int pe = 0; pe < pes; pe++) {
      Call call = calls.get(place(pe, number));
      if (expected == null || !expected.isThatOf(call)) {
        throw new GasException(
            ("collective call %s on the heap differs: PE 0 called %s, PE %s called %s; every PE"
                    + " must make the same calls in the same order")
                .formatted(number, name(expected, number), pe, name(call, number)));
      }
    }
  }

  private static String name(Call call, long number) {
    return call == null || call.number() != number ? "a plain barrier" : call.text();
  }
}
