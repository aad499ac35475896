package org.temoto.gas.spi;

import java.util.List;

/**
 * Atomic operations on aligned 64-bit words of the PEs' symmetric memory. A word is named by its PE
 * and its place: an offset or an address, as the implementation says. An operation that returns a
 * value has acted when it returns; the others, {@link #set} and {@link #add}, are ordered by a
 * fence and complete after a quiet.
 */
public interface RemoteWords {
  /** Atomic operation on a word. */
  enum Operation {
    FETCH,
    SET,
    ADD,
    FETCH_ADD,
    COMPARE_AND_SWAP,
    SWAP,
    FETCH_OR;

    /**
     * Does it by the CPU, on memory that this process reaches; volatile where it returns a value,
     * since a network's atomics are ordered with all that its card has delivered before.
     *
     * @return what the word was, where the operation returns that
     */
    public long apply(long address, long operand, long expected) {
      return switch (this) {
        case FETCH -> (long) RawMemory.WORD.getVolatile(RawMemory.ALL, address);
        case SET -> {
          // Release: after all that was delivered before; a fence or quiet orders what comes after.
          RawMemory.WORD.setRelease(RawMemory.ALL, address, operand);
          yield 0;
        }
        case ADD, FETCH_ADD -> (long) RawMemory.WORD.getAndAdd(RawMemory.ALL, address, operand);
        case COMPARE_AND_SWAP ->
            (long) RawMemory.WORD.compareAndExchange(RawMemory.ALL, address, expected, operand);
        case SWAP -> (long) RawMemory.WORD.getAndSet(RawMemory.ALL, address, operand);
        case FETCH_OR -> (long) RawMemory.WORD.getAndBitwiseOr(RawMemory.ALL, address, operand);
      };
    }

    /** True if nothing is returned: it may still be on its way when the call returns. */
    public boolean isPosted() {
      return this == SET || this == ADD;
    }
  }

  /**
   * Carries out {@code operation}; the other methods are this one by name.
   *
   * @param expected of {@link Operation#COMPARE_AND_SWAP} only
   * @return what the word was; unspecified where the operation {@link Operation#isPosted}
   */
  long atomic(Operation operation, int pe, long place, long operand, long expected);

  /** One of several operations that {@link #atomics} carries out; none that is posted. */
  final class Atomic {
    public final Operation operation;
    public final int pe;
    public final long place;
    public final long operand;
    public final long expected;

    /** The word as it was; set when the operation has acted. */
    public long result;

    public Atomic(Operation operation, int pe, long place, long operand, long expected) {
      this.operation = operation;
      this.pe = pe;
      this.place = place;
      this.operand = operand;
      this.expected = expected;
    }
  }

  /**
   * Carries out {@code all}, in no order that is promised: at the same time where the library can,
   * else one after the other.
   */
  default void atomics(List<Atomic> all) {
    for (Atomic each : all) {
      each.result = atomic(each.operation, each.pe, each.place, each.operand, each.expected);
    }
  }

  /**
   * Reads the word. It may count as a change of it: a network may write back what it has read, over
   * what the CPU of the word's PE has stored meanwhile.
   */
  default long fetch(int pe, long place) {
    return atomic(Operation.FETCH, pe, place, 0, 0);
  }

  /** Writes the word. */
  default void set(int pe, long place, long value) {
    atomic(Operation.SET, pe, place, value, 0);
  }

  /** Adds to the word. */
  default void add(int pe, long place, long value) {
    atomic(Operation.ADD, pe, place, value, 0);
  }

  /** Adds to the word; returns what it was. */
  default long fetchAdd(int pe, long place, long value) {
    return atomic(Operation.FETCH_ADD, pe, place, value, 0);
  }

  /** Writes {@code value} if the word is {@code expected}; returns what the word was. */
  default long compareAndSwap(int pe, long place, long expected, long value) {
    return atomic(Operation.COMPARE_AND_SWAP, pe, place, value, expected);
  }

  /** Writes the word; returns what it was. */
  default long swap(int pe, long place, long value) {
    return atomic(Operation.SWAP, pe, place, value, 0);
  }

  /** Sets the bits that {@code mask} has; returns what the word was. */
  default long fetchOr(int pe, long place, long mask) {
    return atomic(Operation.FETCH_OR, pe, place, mask, 0);
  }
}
