package org.temoto.gas.engine.coherence;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counter of this PE's acquires. A strand whose last acquire was number e must see what was
 * released before that moment; a copy validated at epoch e' (read before its directory word) is
 * good for every strand with e at most e'.
 *
 * <p>Acquires between which nothing has come to count as valid have the same number, and only the
 * first of them pays for an atomic: the bit that tells so is set before the directory words are
 * read. An acquire that does not find it set came before, and so before all that is validated for
 * its number. (A strand that finds it set by another reads the words later than that: on all
 * processors whose stores others see at the same time, as those of x86-64 and AArch64.)
 */
public final class Epochs {
  private static final long VALIDATED = 1;

  /**
   * Twice the number of the last acquire; {@link #VALIDATED} is set if anything may count as valid
   * for that number. Number 0 is of no acquire: fresh pages are valid for that.
   */
  private final AtomicLong current = new AtomicLong(1 << 1);

  /**
   * The number of the last acquire, for a validation, which reads it before the directory words
   * that it is going to trust.
   */
  public long current() {
    long seen = current.get();
    // mutant: validated-untold
    while ((seen & VALIDATED) == 0) {
      current.compareAndSet(seen, seen | VALIDATED);
      seen = current.get(); // volatile as the store, so after it; what is read later is after both
    }
    return seen >>> 1;
  }

  /**
   * A view counts as valid for its strand's epoch though nothing has been looked at: the next
   * acquire must have another number.
   */
  public void trust() {
    current();
  }

  /** A new acquire; its number, which may be that of the one before. */
  public long acquire() {
    VarHandle.acquireFence(); // the word that told the strand to acquire is read before
    long seen = current.get();
    return (seen & VALIDATED) == 0 ? seen >>> 1 : current.incrementAndGet() >>> 1;
  }
}
