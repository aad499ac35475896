package org.temoto.apps.io;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import org.temoto.apps.BadInputException;
import org.temoto.apps.OwnedParts;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;

/**
 * Brings a {@code .npy} file into a global memory: every PE reads the bytes of the pages that it
 * owns, so nothing is communicated. Bytes are swapped and matrices transposed on the way; the
 * memory has native byte order and C order.
 */
public final class NpyReader {
  private final NpyFile file;

  public NpyReader(NpyFile file) {
    this.file = file;
  }

  /**
   * Fills the front of {@code memory} with the file's elements. Called by every PE; a barrier makes
   * it visible.
   */
  public void readInto(GlobalMemory memory) {
    NpyHeader header = file.header();
    try (FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.READ)) {
      PieceReader reader = isTransposed(header) ? this::readTransposed : this::readStraight;
      OwnedParts.forEach(
          memory,
          header.dataBytes(),
          header.type().bytes(),
          (offset, length) -> readPiece(channel, memory, offset, length, reader));
    } catch (IOException e) {
      throw new BadInputException(file.path() + ": cannot be read: " + e.getMessage(), e);
    }
  }

  @FunctionalInterface
  private interface PieceReader {
    void read(FileChannel channel, MemorySegment to, long offset) throws IOException;
  }

  private void readPiece(
      FileChannel channel, GlobalMemory memory, long offset, long length, PieceReader reader) {
    try (LocalView view = memory.localize(offset, length, Access.WRITE)) {
      MemorySegment to = view.segment().asSlice(0, length);
      reader.read(channel, to, offset);
      if (file.header().order() != ByteOrder.nativeOrder()) {
        swapBytes(to, file.header().type().bytes());
      }
      view.commit();
    } catch (IOException e) {
      throw new BadInputException(file.path() + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private void readStraight(FileChannel channel, MemorySegment to, long offset) throws IOException {
    ByteBuffer buffer = to.asByteBuffer();
    while (buffer.hasRemaining()) {
      long at = file.header().dataOffset() + offset + buffer.position();
      if (channel.read(buffer, at) < 0) {
        throw NpyFile.bad(file.path(), at, "the file has become shorter while it was read");
      }
    }
  }

  private static boolean isTransposed(NpyHeader header) {
    return header.fortran()
        && header.shape().size() == 2
        && header.shape().stream().allMatch(n -> n > 1);
  }

  private void readTransposed(FileChannel channel, MemorySegment to, long offset)
      throws IOException {
    NpyHeader header = file.header();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment columns =
          channel.map(
              FileChannel.MapMode.READ_ONLY, header.dataOffset(), header.dataBytes(), arena);
      Transposition.of(header).copy(columns, to, offset);
    }
  }

  static void swapBytes(MemorySegment segment, int elementBytes) {
    if (elementBytes == Integer.BYTES) {
      for (long at = 0; at < segment.byteSize(); at += Integer.BYTES) {
        segment.set(
            JAVA_INT_UNALIGNED, at, Integer.reverseBytes(segment.get(JAVA_INT_UNALIGNED, at)));
      }
    } else {
      for (long at = 0; at < segment.byteSize(); at += Long.BYTES) {
        segment.set(
            JAVA_LONG_UNALIGNED, at, Long.reverseBytes(segment.get(JAVA_LONG_UNALIGNED, at)));
      }
    }
  }
}
