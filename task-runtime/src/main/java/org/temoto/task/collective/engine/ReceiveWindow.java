package org.temoto.task.collective.engine;

import org.temoto.gas.RefusedException;

/**
 * Word that tells a sender where its messages go: into a ring of buffers, whose size is part of the
 * word.
 *
 * <pre>
 *   63     61 60                         36 35                      0
 *   | buffers |  lines of each, of 64 bytes  |  line in the heap    |
 * </pre>
 */
final class ReceiveWindow {
  private static final int LINE_BITS = 36;
  private static final int SIZE_BITS = 25;
  private static final long LARGEST_HEAP = SeatLayout.LINE * (1L << LINE_BITS);

  private ReceiveWindow() {}

  /** Refuses heaps of which a word cannot name every line. */
  static void requireReach(long heapBytes) {
    if (heapBytes > LARGEST_HEAP) {
      throw RefusedException.byOption(
          "heapBytes",
          "collectives reach %s bytes of a symmetric heap, this one has %s"
              .formatted(LARGEST_HEAP, heapBytes));
    }
  }

  /** Both are multiples of a line; a buffer has at most {@link CollectiveSettings} chunk. */
  static long of(long offset, long bufferBytes, int buffers) {
    return ((long) buffers << SIZE_BITS | bufferBytes / SeatLayout.LINE) << LINE_BITS
        | offset / SeatLayout.LINE;
  }

  /** Tells whether a message of {@code bytes} fits into a buffer. */
  static boolean holds(long window, long bytes) {
    return bytes <= bufferBytes(window);
  }

  private static long bufferBytes(long window) {
    return (window >>> LINE_BITS & (1L << SIZE_BITS) - 1) * SeatLayout.LINE;
  }

  /** The place where message {@code number} goes. */
  static long place(long window, long number) {
    long offset = (window & (1L << LINE_BITS) - 1) * SeatLayout.LINE;
    return offset + number % (window >>> LINE_BITS + SIZE_BITS) * bufferBytes(window);
  }
}
