package org.temoto.gas.array;

import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.SharedWords;

/**
 * A number that all PEs read and change while tasks run; a value that tasks may carry. It stands on
 * one PE: each operation is a round trip to it ({@link #get} on that PE itself costs nothing, see
 * {@link SharedWords}). Where all PEs read all the time and the number seldom changes, {@link
 * GlobalBest} is cheaper.
 *
 * <p>Many counters are words of one memory, which {@link SharedWords#read(long, long[])} reads
 * together.
 *
 * <p>Operations are atomic. They do not order other memory: a task that sees a change does not
 * thereby see what the changing task has committed.
 *
 * @param memory one of {@link MemoryOptions#words}
 * @param index the word of it; outside of the memory an {@link IndexOutOfBoundsException} says so
 */
public record GlobalCounter(GlobalMemory memory, long index) {
  public GlobalCounter {
    long words = memory.words().count();
    if (index < 0 || index >= words) {
      throw new IndexOutOfBoundsException(
          "counter %s is outside memory \"%s\" of %s words".formatted(index, memory.name(), words));
    }
  }

  /** Allocates a counter that begins at 0. Collective; freed by closing {@link #memory}. */
  public static GlobalCounter allocate(GlobalAddressSpace space, String name) {
    return new GlobalCounter(space.allocate(MemoryOptions.words(name, 1)), 0);
  }

  /** The present value. */
  public long get() {
    return memory.words().read(index);
  }

  /** Adds {@code delta} and returns what the value was. */
  public long getAndAdd(long delta) {
    return memory.words().fetchAdd(index, delta);
  }

  /** Writes {@code value} if the counter is at {@code expected}, and tells whether it was. */
  public boolean compareAndSet(long expected, long value) {
    return memory.words().compareAndSwap(index, expected, value) == expected;
  }

  /**
   * Lowers the value to {@code value} if it is above, and tells whether it was. One read, and one
   * compare-and-swap for each change that comes in between.
   */
  public boolean min(long value) {
    return improve(value, false);
  }

  /** Raises the value to {@code value} if it is below; otherwise as {@link #min}. */
  public boolean max(long value) {
    return improve(value, true);
  }

  private boolean improve(long value, boolean highest) {
    SharedWords words = memory.words();
    long seen = words.read(index);
    while (highest ? value > seen : value < seen) {
      long before = words.compareAndSwap(index, seen, value);
      if (before == seen) {
        return true;
      }
      seen = before;
    }
    return false;
  }
}
