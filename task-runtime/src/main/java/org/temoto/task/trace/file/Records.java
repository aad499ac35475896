package org.temoto.task.trace.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Cursor over the whole records of a file. It ends where the rest is zero, or less than a record.
 */
final class Records {
  private static final int CHUNK = 64 << 10;

  private final Chunks file;
  private long left;
  private long offset = Layout.HEADER;
  private ByteBuffer chunk = ByteBuffer.allocate(0);

  /** Of the record that is read, in {@link #chunk}. */
  private int at = -Layout.RECORD;

  /** One that reads {@code most} records at most. */
  Records(Path path, long most) {
    this.file = new Chunks(path);
    this.left = most;
  }

  /** Goes on to the next record; false if there is none. */
  boolean next() throws IOException {
    if (left == 0) {
      return false;
    }
    at += Layout.RECORD;
    if (at + Layout.RECORD > chunk.limit()) {
      chunk = file.read(offset, CHUNK);
      offset += CHUNK;
      at = 0;
    }
    if (at + Layout.RECORD > chunk.limit() || head() == 0) {
      left = 0;
      return false;
    }
    left--;
    return true;
  }

  long head() {
    return word(0);
  }

  long word(int within) {
    return chunk.getLong(at + within);
  }

  /** Of a record of a name. */
  byte[] text() {
    int length = Math.min(Layout.TEXT, (int) (head() >>> Layout.LENGTH_SHIFT) & 0xff);
    byte[] text = new byte[length];
    chunk.get(at + Layout.AT_TEXT, text);
    return text;
  }
}
