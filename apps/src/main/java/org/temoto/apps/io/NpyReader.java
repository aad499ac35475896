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
import org.temoto.apps.OwnedParts;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;

/**
 * Reader that brings a {@code .npy} file into memory. Into a global one every PE reads the bytes of
 * the pages that it owns, so nothing is communicated. Bytes are swapped and matrices transposed on
 * the way; memory has native byte order and C order.
 */
public final class NpyReader {
  /** Most bytes at once; a multiple of any element's. */
  private static final long MAX_PIECE = 16L << 20;

  private final NpyFile file;

  public NpyReader(NpyFile file) {
    this.file = file;
  }

  /**
   * Fills the front of {@code memory} with the file's elements. Called by every PE; a barrier makes
   * it visible.
   */
  public void readInto(GlobalMemory memory) {
    OwnedParts.forEach(
        memory,
        file.header().dataBytes(),
        file.header().type().bytes(),
        (offset, length) -> {
          try (LocalView view = memory.localize(offset, length, Access.WRITE)) {
            read(offset, view.segment().asSlice(0, length));
            view.commit();
          }
        });
  }

  /**
   * Fills {@code to} with elements from byte {@code offset} on, counted from the first element in C
   * order.
   */
  public void read(long offset, MemorySegment to) {
    NpyHeader header = file.header();
    try (FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.READ)) {
      for (long at = 0; at < to.byteSize(); at += MAX_PIECE) {
        MemorySegment piece = to.asSlice(at, Math.min(MAX_PIECE, to.byteSize() - at));
        if (isTransposed(header)) {
          readTransposed(channel, piece, offset + at);
        } else {
          readStraight(channel, piece, offset + at);
        }
      }
    } catch (IOException e) {
      throw InputFile.refused(file.path(), e);
    }
    if (header.order() != ByteOrder.nativeOrder()) {
      swapBytes(to, header.type().bytes());
    }
  }

  private static boolean isTransposed(NpyHeader header) {
    return header.fortran()
        && header.shape().size() == 2
        && header.shape().stream().allMatch(n -> n > 1);
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
