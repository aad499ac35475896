package org.temoto.gas.engine.coherence;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counter of this PE's acquires. A strand whose last acquire was number e must see what was
 * released before that moment; a copy validated at epoch e' (read before its directory word) is
 * good for every strand with e at most e'.
 */
public final class Epochs {
  private final AtomicLong current = new AtomicLong();

  /** Volatile: a validation reads it before the directory words that it is going to trust. */
  public long current() {
    return current.get();
  }

  /** A new acquire; its number. */
  public long acquire() {
    return current.incrementAndGet();
  }
}
