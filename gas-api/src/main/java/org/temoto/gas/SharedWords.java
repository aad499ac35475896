package org.temoto.gas;

/**
 * The 64-bit words of a memory that was allocated as {@link MemoryOptions#words}: every PE reads
 * and changes them at any time, during tasks too. They are never cached and never move; each access
 * goes to the PE that manages the word's page. Used by tasks and by the program of a PE.
 *
 * <p>Every method is atomic for each word. Only {@link #getAcquire} and {@link #setRelease} order
 * other memory; the rest do not make visible what a task has committed. Cost: one round trip to the
 * word's PE each, unless a method says otherwise.
 */
public interface SharedWords {
  /** The number of words. */
  long count();

  /** The PE that has word {@code index}. */
  int home(long index);

  /** The word; without communication if this PE has it. */
  long read(long index);

  /** Reads the words from {@code from} on into {@code to}; one get per page that they touch. */
  void read(long from, long[] to);

  /**
   * Writes {@code values} from {@code from} on, and returns when they are there; one put per page
   * that they touch. Each word arrives whole; several do not arrive together.
   */
  void write(long from, long[] values);

  /**
   * Reads the word; what was committed before the {@link #setRelease} that wrote it, or before any
   * later change, is visible to what this strand localizes from now on. Each call is an acquire
   * ({@link GlobalAddressSpace#acquireFence}), so a strand that waits calls {@link #read(long)}
   * until there is something to see.
   */
  long getAcquire(long index);

  /**
   * Completes all commits of this PE ({@link GlobalAddressSpace#releaseFence}), then writes the
   * word; returns when it is there.
   */
  void setRelease(long index, long value);

  /** Adds to the word and returns what it was. */
  long fetchAdd(long index, long delta);

  /** Writes {@code value} if the word is {@code expected}; returns what the word was. */
  long compareAndSwap(long index, long expected, long value);
}
