package org.temoto.task.collective;

/**
 * A word that tells a sender where its messages go: a ring of buffers.
 *
 * <pre>
 *   63        48 47                     0
 *   |  buffers  |  offset in the heap   |
 * </pre>
 */
final class Window {
  private static final int OFFSET_BITS = 48;

  private Window() {}

  static long of(long offset, int buffers) {
    return (long) buffers << OFFSET_BITS | offset;
  }

  /** Where message {@code number} goes, if each buffer has {@code bytes}. */
  static long place(long window, long number, long bytes) {
    long offset = window & (1L << OFFSET_BITS) - 1;
    return offset + number % (window >>> OFFSET_BITS) * bytes;
  }
}
