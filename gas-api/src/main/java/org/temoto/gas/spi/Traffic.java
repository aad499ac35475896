package org.temoto.gas.spi;

/**
 * Counts of the bytes and operations that one PE has moved to and from the heaps of others, by PE.
 * Nothing is counted for the PE's own heap.
 *
 * @param bytes that it has read and written there; a word for an atomic
 * @param operations puts, gets and atomics that it has issued
 */
public record Traffic(long[] bytes, long[] operations) {
  /** Traffic since {@code before}. */
  public Traffic since(Traffic before) {
    return new Traffic(difference(bytes, before.bytes), difference(operations, before.operations));
  }

  private static long[] difference(long[] after, long[] before) {
    long[] difference = after.clone();
    for (int i = 0; i < difference.length; i++) {
      difference[i] -= before[i];
    }
    return difference;
  }
}
