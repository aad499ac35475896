package org.temoto.task.trace.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reader of pieces of a file. It opens the file for each, so that nothing has to be closed by a
 * reader that stops early.
 *
 * @param path the file
 */
record Chunks(Path path) {
  /** The bytes at {@code at}, {@code most} or as many as there are. */
  ByteBuffer read(long at, int most) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(most).order(ByteOrder.nativeOrder());
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
      while (buffer.hasRemaining() && file.read(buffer, at + buffer.position()) > 0) {}
    }
    return buffer.flip();
  }
}
