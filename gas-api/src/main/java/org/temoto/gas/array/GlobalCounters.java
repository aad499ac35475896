package org.temoto.gas.array;

import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.MemoryOptions;

/**
 * A row of counters that can be read together; a value that tasks may carry. Each is a {@link
 * GlobalCounter}.
 *
 * @param memory one of {@link MemoryOptions#words}
 * @param from the first counter's word
 * @param count how many there are
 */
public record GlobalCounters(GlobalMemory memory, long from, int count) {
  public GlobalCounters {
    requireWords(memory, from, count);
  }

  static void requireWords(GlobalMemory memory, long from, long count) {
    if (from < 0 || count < 0 || from > memory.words().count() - count) {
      throw new IndexOutOfBoundsException(
          "counters ["
              + from
              + ", "
              + from
              + " + "
              + count
              + ") are outside memory \""
              + memory.name()
              + "\" of "
              + memory.words().count()
              + " words");
    }
  }

  /** Allocates {@code count} counters that begin at 0. Collective. */
  public static GlobalCounters allocate(GlobalAddressSpace space, String name, int count) {
    return new GlobalCounters(space.allocate(MemoryOptions.words(name, count)), 0, count);
  }

  /** Counter {@code i}, from 0. */
  public GlobalCounter at(int i) {
    if (i < 0 || i >= count) {
      throw new IndexOutOfBoundsException("counter " + i + " of " + count);
    }
    return new GlobalCounter(memory, from + i);
  }

  /**
   * The present values: one get for each page of 512 counters. Each value is one that its counter
   * had during the call; together they need not have been there at any one time.
   */
  public long[] get() {
    long[] values = new long[count];
    memory.words().read(from, values);
    return values;
  }
}
