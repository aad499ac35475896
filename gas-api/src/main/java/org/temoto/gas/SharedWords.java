package org.temoto.gas;

/**
 * The 64-bit words of a memory that was allocated as {@link MemoryOptions#words}: every PE reads
 * and changes them at any time, during tasks too. They are never cached and never move; each access
 * goes to the PE that manages the word's page. Used by tasks and by the program of a PE.
 *
 * <p>Every method is atomic for each word, and says nothing about other memory: what a task has
 * committed is not made visible by it. Cost: one round trip to the word's PE each, unless a method
 * says otherwise.
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

  /** Adds to the word and returns what it was. */
  long fetchAdd(long index, long delta);

  /** Writes {@code value} if the word is {@code expected}; returns what the word was. */
  long compareAndSwap(long index, long expected, long value);
}
