package org.temoto.task.trace.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Cursor over the whole records of a file. It ends where the rest is zero, or less than a record.
 */
final class RecordCursor {
  private static final int CHUNK = 64 << 10;

  private final Path file;
  private long left;
  private long offset = Layout.HEADER;
  private ByteBuffer chunk = ByteBuffer.allocate(0);

  /** Place of the record that is read, in {@link #chunk}. */
  private int at = -Layout.RECORD;

  /** One that reads {@code most} records at most. */
  RecordCursor(Path path, long most) {
    this.file = path;
    this.left = most;
  }

  /**
   * The bytes of a file at {@code offset}, {@code most} or as many as there are. Opens it for each,
   * so that nothing has to be closed by a reader that stops early.
   */
  static ByteBuffer read(Path path, long offset, int most) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(most).order(ByteOrder.nativeOrder());
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
      while (buffer.hasRemaining() && file.read(buffer, offset + buffer.position()) > 0) {}
    }
    return buffer.flip();
  }

  /** Goes on to the next record; false if there is none. */
  boolean next() throws IOException {
    if (left == 0) {
      return false;
    }
    at += Layout.RECORD;
    if (at + Layout.RECORD > chunk.limit()) {
      chunk = read(file, offset, CHUNK);
      offset += chunk.limit() - chunk.limit() % Layout.RECORD; // of a file that grows, less
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

  /** Bytes of a record of a name. */
  byte[] text() {
    int length = Math.min(Layout.TEXT, (int) (head() >>> Layout.LENGTH_SHIFT) & 0xff);
    byte[] text = new byte[length];
    chunk.get(at + Layout.AT_TEXT, text);
    return text;
  }
}
