package org.temoto.task.marshal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import java.util.function.IntFunction;
import org.temoto.gas.GasException;
import org.temoto.gas.GlobalMemory;

/**
 * Input that codecs read from: the bytes that an {@link Output} was given, and how names and
 * numbers in them are resolved on this PE. Used by one strand at a time.
 */
final class Source {
  private final IntFunction<GlobalMemory> memories;
  private final ClassNames names;
  private MemorySegment memory;
  private long position;
  private long end;

  /**
   * @param names of classes, as those met before
   */
  Source(IntFunction<GlobalMemory> memories, ClassNames names) {
    this.memories = memories;
    this.names = names;
  }

  /** Goes on with [{@code offset}, {@code offset + length}) of {@code from}. */
  void begin(MemorySegment from, long offset, int length) {
    Objects.checkFromIndexSize(offset, length, from.byteSize());
    memory = from;
    position = offset;
    end = offset + length;
  }

  ClassNames names() {
    return names;
  }

  /** The class whose name stands next. */
  Class<?> type() {
    return names.read(this);
  }

  /** The global memory whose number stands next. */
  GlobalMemory globalMemory() {
    return memories.apply(getInt());
  }

  /** Bytes that have not been read. */
  long remaining() {
    return end - position;
  }

  boolean getBoolean() {
    return getByte() != 0;
  }

  byte getByte() {
    return memory.get(ValueLayout.JAVA_BYTE, advance(Byte.BYTES));
  }

  short getShort() {
    return memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, advance(Short.BYTES));
  }

  char getChar() {
    return (char) getShort();
  }

  int getInt() {
    return memory.get(ValueLayout.JAVA_INT_UNALIGNED, advance(Integer.BYTES));
  }

  long getLong() {
    return memory.get(ValueLayout.JAVA_LONG_UNALIGNED, advance(Long.BYTES));
  }

  float getFloat() {
    return Float.intBitsToFloat(getInt());
  }

  double getDouble() {
    return Double.longBitsToDouble(getLong());
  }

  /** The number that stands next, of elements of which each takes {@code least} bytes or more. */
  int getCount(long least) {
    return requireCount(getInt(), least);
  }

  /** Refuses a number of elements that cannot stand in what is left, before they are allocated. */
  int requireCount(int count, long least) {
    if (count < 0 || count > remaining() / least) {
      throw new GasException(
          "a marshalled value has %s elements of %s bytes or more, in the %s that are left"
              .formatted(count, least, remaining()));
    }
    return count;
  }

  /** Fills {@code array}, of primitives of the type of {@code layout}. */
  void getAll(Object array, int length, ValueLayout layout) {
    MemorySegment.copy(memory, layout, advance(length * layout.byteSize()), array, 0, length);
  }

  private long advance(long bytes) {
    if (bytes > end - position) {
      throw new GasException(
          "a marshalled value ends where %s should stand: %s are left"
              .formatted(bytes == 1 ? "a byte" : bytes + " bytes", end - position));
    }
    long at = position;
    position = at + bytes;
    return at;
  }
}
