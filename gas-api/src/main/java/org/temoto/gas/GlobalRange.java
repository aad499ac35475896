package org.temoto.gas;

import java.lang.foreign.MemorySegment;

/**
 * A range of bytes of a global memory: the small immutable value that tasks carry, a global pointer
 * with a length.
 *
 * @param memory of which the bytes are
 * @param offset in bytes from the start of the memory
 * @param length in bytes
 */
public record GlobalRange(GlobalMemory memory, long offset, long length) implements Region {
  public GlobalRange {
    checkBounds(memory, offset, length);
  }

  static void checkBounds(GlobalMemory memory, long offset, long length) {
    if (offset < 0 || length < 0 || offset > memory.byteSize() - length) {
      throw new IndexOutOfBoundsException(
          "range of %s bytes at %s is outside memory \"%s\" of %s bytes"
              .formatted(length, offset, memory.name(), memory.byteSize()));
    }
  }

  /** The part of this range that starts {@code from} bytes into it. */
  public GlobalRange slice(long from, long bytes) {
    if (from < 0 || bytes < 0 || from > length - bytes) {
      throw new IndexOutOfBoundsException(
          "slice of %s bytes at %s is outside a range of %s bytes".formatted(bytes, from, length));
    }
    return new GlobalRange(memory, offset + from, bytes);
  }

  /**
   * The {@link GlobalMemory#home home} of the first byte.
   *
   * @throws IndexOutOfBoundsException if the range is empty and at the end of the memory
   */
  public int home() {
    return memory.home(offset);
  }

  @Override
  public LocalView localize(Access access) {
    return memory.localize(offset, length, access);
  }

  /** Copies the bytes from {@code from} on into {@code to}; see {@link GlobalMemory#read}. */
  public void read(long from, MemorySegment to) {
    GlobalRange part = slice(from, to.byteSize());
    memory.read(part.offset, to);
  }

  /** Short, as tasks that carry it are told by their components. */
  @Override
  public String toString() {
    return memory.name() + "[" + offset + ", " + (offset + length) + ")";
  }
}
