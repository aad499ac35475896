package org.temoto.task.marshal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * Buffer that codecs append to: given memory, and where that ends a buffer of its own, to which all
 * that was written before goes over. Numbers are in native byte order. Used by one strand at a
 * time.
 */
final class Output {
  private static final int FIRST_SPILL = 4096;

  /** A buffer that has grown beyond this is not kept. */
  private static final int MAX_KEPT_SPILL = 1 << 20;

  private static final byte[] NONE = {};

  private final int most;
  private byte[] spill = NONE;
  private boolean spilled;
  private MemorySegment memory;
  private long start;
  private long position;
  private long end;

  /** Exception for a value that does not fit: it takes {@code bytes} at least. */
  static final class TooLarge extends RuntimeException {
    private static final long serialVersionUID = 1L;

    final long bytes;

    private TooLarge(long bytes) {
      super(null, null, false, false);
      this.bytes = bytes;
    }
  }

  /**
   * @param most bytes of a value that does not fit into the memory given for it
   */
  Output(int most) {
    this.most = most;
  }

  /** Goes on with [{@code offset}, {@code offset + capacity}) of {@code target}. */
  void begin(MemorySegment target, long offset, int capacity) {
    Objects.checkFromIndexSize(offset, capacity, target.byteSize());
    dropLargeSpill(); // of a value that was too large, or failed
    memory = target;
    start = offset;
    position = offset;
    end = offset + capacity;
    spilled = false;
  }

  /** Bytes written since {@link #begin}. */
  int length() {
    return (int) (position - start);
  }

  /** Tells whether they are in the buffer. */
  boolean isSpilled() {
    return spilled;
  }

  /** Copies the bytes that are in the buffer, which may be lost by that. */
  void copySpill(MemorySegment target, long offset) {
    MemorySegment.copy(spill, 0, target, ValueLayout.JAVA_BYTE, offset, length());
    dropLargeSpill();
  }

  private void dropLargeSpill() {
    if (spill.length > MAX_KEPT_SPILL) {
      spill = NONE;
      memory = MemorySegment.NULL;
    }
  }

  void putBoolean(boolean value) {
    putByte((byte) (value ? 1 : 0));
  }

  void putByte(byte value) {
    long at = advance(Byte.BYTES);
    memory.set(ValueLayout.JAVA_BYTE, at, value);
  }

  void putShort(short value) {
    long at = advance(Short.BYTES);
    memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, value);
  }

  void putChar(char value) {
    putShort((short) value);
  }

  void putInt(int value) {
    long at = advance(Integer.BYTES);
    memory.set(ValueLayout.JAVA_INT_UNALIGNED, at, value);
  }

  void putLong(long value) {
    long at = advance(Long.BYTES);
    memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at, value);
  }

  void putFloat(float value) {
    putInt(Float.floatToRawIntBits(value));
  }

  void putDouble(double value) {
    putLong(Double.doubleToRawLongBits(value));
  }

  /** Appends the elements of {@code array}, of primitives of the type of {@code layout}. */
  void putAll(Object array, int length, ValueLayout layout) {
    long at = advance(length * layout.byteSize());
    MemorySegment.copy(array, 0, memory, layout, at, length);
  }

  /**
   * Makes room for as many bytes more.
   *
   * @throws TooLarge before anything is allocated
   */
  void reserve(long bytes) {
    if (bytes > end - position) {
      grow(position - start + bytes);
    }
  }

  /** Makes room for the next bytes; returns their place in the memory that then is there. */
  private long advance(long bytes) {
    reserve(bytes);
    long at = position;
    position = at + bytes;
    return at;
  }

  private void grow(long wanted) {
    if (wanted > most) {
      throw new TooLarge(wanted);
    }
    int written = length();
    byte[] larger =
        !spilled && wanted <= spill.length
            ? spill
            : new byte[(int) Math.min(Math.max(wanted, Math.max(FIRST_SPILL, 2L * written)), most)];
    MemorySegment all = MemorySegment.ofArray(larger);
    MemorySegment.copy(memory, start, all, 0, written);
    spill = larger;
    spilled = true;
    memory = all;
    start = 0;
    position = written;
    end = larger.length;
  }
}
