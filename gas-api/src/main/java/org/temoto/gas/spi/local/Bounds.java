package org.temoto.gas.spi.local;

import java.lang.foreign.MemorySegment;

/** Checks that a transfer stays inside the memory that its caller names. */
public final class Bounds {
  private Bounds() {}

  /**
   * Address of {@code bytes} bytes at {@code offset} of local native memory; throws if they are not
   * in it.
   */
  public static long localAddress(MemorySegment segment, long offset, long bytes) {
    if (!segment.isNative()) {
      throw new IllegalArgumentException("local memory must be native, not " + segment);
    }
    if ((offset | bytes) < 0 || bytes > segment.byteSize() - offset) {
      throw new IndexOutOfBoundsException(
          "%s bytes at offset=%s are outside the local segment of %s bytes"
              .formatted(bytes, offset, segment.byteSize()));
    }
    return segment.address() + offset;
  }

  /** The bytes from the first to behind the last block of a strided transfer. */
  public static long span(long stride, long blockBytes, long count) {
    if (stride < 0 || blockBytes < 0 || count < 0) {
      throw new IllegalArgumentException(
          "stride=%s blockBytes=%s count=%s must not be negative"
              .formatted(stride, blockBytes, count));
    }
    return count == 0 ? 0 : Math.addExact(Math.multiplyExact(count - 1, stride), blockBytes);
  }

  /** Throws if {@code pe} or the bytes of its heap of {@code size} bytes do not exist. */
  public static void requireRemote(int pe, int pes, long offset, long bytes, long size) {
    if (pe < 0 || pe >= pes) {
      throw new IndexOutOfBoundsException("pe=" + pe + " is none of the job's " + pes + " PEs");
    }
    if ((offset | bytes) < 0 || bytes > size - offset) {
      throw new IndexOutOfBoundsException(
          "%s bytes at offset=%s are outside the heap of %s bytes of PE %s"
              .formatted(bytes, offset, size, pe));
    }
  }

  /** Throws if an atomic's offset is not that of a whole word. */
  public static void requireWord(long offset) {
    if ((offset & Long.BYTES - 1) != 0) {
      throw new IllegalArgumentException(
          "offset=" + offset + " of an atomic must be a multiple of " + Long.BYTES);
    }
  }
}
