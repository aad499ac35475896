package org.temoto.task.join;

/**
 * An overflow buffer: a payload too large for a slot or cell, in the heap of the PE that wrote it.
 *
 * <pre>
 *   0  long  0 while in use; the reader sets it to 1 when it has got the bytes
 *   8  long  of a failure that is told beside others: the one before it
 *  16        the bytes
 * </pre>
 */
public final class OverflowLayout {
  public static final int FREED = 0;
  public static final int EARLIER = FREED + Long.BYTES;
  public static final int PAYLOAD = EARLIER + Long.BYTES;

  /** Buffers begin and end on this. */
  public static final int ALIGNMENT = 16;

  /** Value to which a reader sets {@link #FREED}. */
  public static final long YES = 1;

  private OverflowLayout() {}

  /** Bytes that a buffer for {@code payload} bytes takes. */
  public static long bytes(long payload) {
    return PAYLOAD + (payload + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }
}
