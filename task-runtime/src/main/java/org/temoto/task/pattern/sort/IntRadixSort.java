package org.temoto.task.pattern.sort;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.temoto.task.pattern.sort.ElementType.FLOAT32;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Radix sort of many 32-bit keys from one segment into another: one pass deals them out by their
 * highest digit, so that each bucket fits the cache, where two passes by lower digits sort it.
 * Digits are of what the keys differ in, from the least to the greatest. A bucket that has a large
 * part of all keys is dealt out again by its own digit; others that do not fit the cache are sorted
 * by comparisons, in a heap array of an eighth of the keys at most. Not thread-safe; instances are
 * reused.
 */
final class IntRadixSort {
  /** Fewer keys are sorted as fast by comparisons. */
  static final int FEWEST = 1 << 21;

  /** Two arrays of so many keys, and the counters, fit a second-level cache of 1 MiB. */
  private static final int BUCKET = 1 << 16;

  private static final int BUCKET_BITS = 15;

  /** With fewer buckets the digits within them are longer than their counters are meant for. */
  private static final int LEAST_DIGIT_BITS = 8;

  /** More buckets than this have more lines and pages open than the first-level cache and TLB. */
  private static final int MOST_DIGIT_BITS = 10;

  /** A bucket of a larger part of all keys is dealt out again. */
  private static final int LARGE_PART = 8;

  /** Keys that are read from a segment at a time. */
  private static final int BLOCK = 2048;

  /** So many counts of one digit stand apart: equal digits in a row do not wait for each other. */
  private static final int COUNTS = 4;

  private static final ConcurrentLinkedQueue<IntRadixSort> FREE = new ConcurrentLinkedQueue<>();

  private final int[] block = new int[BLOCK];
  private final int[] keys = new int[BUCKET];
  private final int[] other = new int[BUCKET];
  private final int[] counts = new int[COUNTS << MOST_DIGIT_BITS];
  private final int[] low = new int[1 << (Integer.SIZE - LEAST_DIGIT_BITS) / 2];
  private final int[] high = new int[low.length];

  private MemorySegment from;
  private MemorySegment to;
  private ElementType type;

  private IntRadixSort() {}

  /** Sorts at least {@link #FEWEST} keys of {@code from} into {@code to}, which is disjoint. */
  static void sort(MemorySegment from, MemorySegment to, ElementType type) {
    IntRadixSort reused = FREE.poll();
    IntRadixSort sort = reused == null ? new IntRadixSort() : reused;
    sort.from = from;
    sort.to = to;
    sort.type = type;
    sort.run(Math.toIntExact(from.byteSize() / Integer.BYTES));
    sort.from = null;
    sort.to = null;
    FREE.add(sort);
  }

  private void run(int count) {
    int least = Integer.MAX_VALUE;
    int greatest = Integer.MIN_VALUE;
    boolean ascending = true;
    for (int at = 0; at < count; at += BLOCK) {
      int length = read(at, count);
      ascending = ascending && greatest <= block[0] && isAscending(block, length);
      for (int i = 0; i < length; i++) {
        least = Math.min(least, block[i]);
        greatest = Math.max(greatest, block[i]);
      }
    }
    if (ascending) {
      MemorySegment.copy(from, 0, to, 0, from.byteSize());
      return;
    }
    sort(count, least, greatest - least, 0);
  }

  /**
   * Sorts the keys from {@code least} to {@code least + span}, a span without sign, into {@code to}
   * from {@code start} on.
   */
  private void sort(int count, int least, int span, int start) {
    int width = Integer.SIZE - Integer.numberOfLeadingZeros(span);
    int wanted = Integer.SIZE - Integer.numberOfLeadingZeros(count >>> BUCKET_BITS);
    int bits = Math.min(Math.clamp(wanted, LEAST_DIGIT_BITS, MOST_DIGIT_BITS), width);
    int shift = width - bits;
    int[] ends = deal(count, least, span, shift, 1 << bits, start);
    int from = start;
    for (int digit = 0; digit < 1 << bits; digit++) {
      int length = ends[digit] - from;
      if (length > BUCKET && length > count / LARGE_PART && shift > 0) {
        sort(count, least + (digit << shift), (1 << shift) - 1, from);
      } else {
        sortBucket(from, length, least, shift);
      }
      from = ends[digit];
    }
  }

  private static boolean isAscending(int[] keys, int length) {
    for (int i = 1; i < length; i++) {
      if (keys[i] < keys[i - 1]) {
        return false;
      }
    }
    return true;
  }

  /** Copies every key of the span into its bucket in {@code to}; returns where these end. */
  private int[] deal(int count, int least, int span, int shift, int digits, int start) {
    Arrays.fill(counts, 0);
    for (int at = 0; at < count; at += BLOCK) {
      count(block, read(at, count, least, span), counts, digits, least, shift);
    }
    int[] ends = new int[digits];
    int next = start;
    for (int digit = 0; digit < digits; digit++) {
      ends[digit] = next;
      for (int copy = 0; copy < COUNTS; copy++) {
        next += counts[copy * digits + digit];
      }
    }
    for (int at = 0; at < count; at += BLOCK) {
      deal(block, read(at, count, least, span), to, ends, least, shift);
    }
    return ends;
  }

  /** Reads a block of keys, and keeps those of the span. */
  private int read(int at, int count, int least, int span) {
    int length = read(at, count);
    int kept = 0;
    for (int i = 0; i < length; i++) {
      int key = block[i];
      block[kept] = key;
      kept += Integer.compareUnsigned(key - least, span) <= 0 ? 1 : 0;
    }
    return kept;
  }

  private int read(int at, int count) {
    int length = Math.min(BLOCK, count - at);
    TotalOrder.load(type, from, (long) at * Integer.BYTES, block, 0, length);
    return length;
  }

  private static void count(
      int[] keys, int length, int[] counts, int digits, int least, int shift) {
    int i = 0;
    for (; i + COUNTS <= length; i += COUNTS) {
      counts[keys[i] - least >>> shift]++;
      counts[digits + (keys[i + 1] - least >>> shift)]++;
      counts[2 * digits + (keys[i + 2] - least >>> shift)]++;
      counts[3 * digits + (keys[i + 3] - least >>> shift)]++;
    }
    for (; i < length; i++) {
      counts[keys[i] - least >>> shift]++;
    }
  }

  private static void deal(
      int[] keys, int length, MemorySegment to, int[] places, int least, int shift) {
    for (int i = 0; i < length; i++) {
      int key = keys[i];
      int digit = key - least >>> shift;
      int place = places[digit];
      to.set(JAVA_INT, (long) place * Integer.BYTES, key);
      places[digit] = place + 1;
    }
  }

  /** Sorts keys that stand in {@code to} and differ in their {@code bits} lowest bits only. */
  private void sortBucket(int start, int length, int least, int bits) {
    if (bits == 0) {
      // All are equal, and as integers that are ordered as the keys are.
      restore(start, length);
    } else if (length > BUCKET) {
      int[] array = ArrayPool.INTS.take(length);
      MemorySegment.copy(to, JAVA_INT, (long) start * Integer.BYTES, array, 0, length);
      Arrays.sort(array, 0, length);
      write(array, start, length);
      ArrayPool.INTS.give(array);
    } else if (length > 0) {
      MemorySegment.copy(to, JAVA_INT, (long) start * Integer.BYTES, keys, 0, length);
      if (length < low.length / 2) {
        Arrays.sort(keys, 0, length);
      } else {
        sortByDigits(length, least, (bits + 1) / 2);
      }
      write(keys, start, length);
    }
  }

  private void restore(int start, int length) {
    if (type == FLOAT32) {
      for (int at = 0; at < length; at += BLOCK) {
        int part = Math.min(BLOCK, length - at);
        MemorySegment.copy(to, JAVA_INT, (long) (start + at) * Integer.BYTES, block, 0, part);
        write(block, start + at, part);
      }
    }
  }

  private void write(int[] sorted, int start, int length) {
    TotalOrder.store(type, sorted, to, (long) start * Integer.BYTES, length);
  }

  /** Sorts {@link #keys} by two digits, the lower first. */
  private void sortByDigits(int length, int least, int digitBits) {
    int mask = (1 << digitBits) - 1;
    Arrays.fill(low, 0, mask + 1, 0);
    Arrays.fill(high, 0, mask + 1, 0);
    for (int i = 0; i < length; i++) {
      int key = keys[i] - least;
      low[key & mask]++;
      high[key >>> digitBits & mask]++;
    }
    startsOf(low, mask + 1);
    startsOf(high, mask + 1);
    move(keys, length, other, low, least, 0, mask);
    move(other, length, keys, high, least, digitBits, mask);
  }

  private static void startsOf(int[] counts, int digits) {
    int next = 0;
    for (int digit = 0; digit < digits; digit++) {
      int here = counts[digit];
      counts[digit] = next;
      next += here;
    }
  }

  private static void move(
      int[] from, int length, int[] to, int[] places, int least, int shift, int mask) {
    for (int i = 0; i < length; i++) {
      int key = from[i];
      int digit = key - least >>> shift & mask;
      int place = places[digit];
      to[place] = key;
      places[digit] = place + 1;
    }
  }
}
