package org.temoto.task.collective.engine;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/** A text in the symmetric heap: int bytes, UTF-8, cut to what fits. */
final class HeapText {
  private HeapText() {}

  static void write(byte[] bytes, MemorySegment to, long offset, int room) {
    int length = Math.min(bytes.length, room - Integer.BYTES);
    while (length < bytes.length && length > 0 && (bytes[length] & 0xc0) == 0x80) {
      length--; // not in the middle of a letter
    }
    to.set(ValueLayout.JAVA_INT, offset, length);
    MemorySegment.copy(bytes, 0, to, ValueLayout.JAVA_BYTE, offset + Integer.BYTES, length);
  }

  static String read(MemorySegment from, long offset, int room) {
    int length = Math.clamp(from.get(ValueLayout.JAVA_INT, offset), 0, room - Integer.BYTES);
    byte[] bytes = new byte[length];
    MemorySegment.copy(from, ValueLayout.JAVA_BYTE, offset + Integer.BYTES, bytes, 0, length);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
