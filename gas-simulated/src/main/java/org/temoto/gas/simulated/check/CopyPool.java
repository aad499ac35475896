package org.temoto.gas.simulated.check;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/** Memory for copies, used again and again: views come and go. Used by one strand. */
final class CopyPool {
  private static final int SMALLEST = 12;

  /** Larger ones are not kept. */
  private static final int LARGEST = 28;

  /** Line of the processor's caches: copies are faster where both sides begin with one. */
  private static final int LINE = 64;

  private final List<Deque<MemorySegment>> free =
      Stream.<Deque<MemorySegment>>generate(ArrayDeque::new).limit(LARGEST + 1).toList();

  /** At least {@code bytes}, of any contents. */
  MemorySegment take(long bytes) {
    int size = Math.max(SMALLEST, Long.SIZE - Long.numberOfLeadingZeros(bytes - 1));
    MemorySegment kept = size <= LARGEST ? free.get(size).pollLast() : null;
    return kept != null
        ? kept
        : Arena.ofAuto().allocate(size <= LARGEST ? 1L << size : bytes, LINE);
  }

  void giveBack(MemorySegment buffer) {
    int size = Long.numberOfTrailingZeros(buffer.byteSize());
    if (size <= LARGEST && buffer.byteSize() == 1L << size) {
      free.get(size).addLast(buffer);
    }
  }
}
