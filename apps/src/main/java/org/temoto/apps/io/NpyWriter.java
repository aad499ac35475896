package org.temoto.apps.io;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.temoto.apps.OwnedParts;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;

/** Writer of a {@code .npy} file: of a global memory every PE writes the pages that it owns. */
public final class NpyWriter {
  /** Most bytes at once; a multiple of any element's. */
  private static final long MAX_PIECE = 16L << 20;

  private final Path path;

  public NpyWriter(Path path) {
    this.path = path;
  }

  /**
   * Writes the front of {@code memory} in the header's byte order and C order; the file appears
   * whole, under its name, when this returns, or not at all. Collective.
   */
  public void write(GlobalMemory memory, NpyHeader header) {
    write(
        memory.space(),
        header,
        sink ->
            OwnedParts.forEach(
                memory,
                header.dataBytes(),
                header.type().bytes(),
                (offset, length) -> {
                  try (LocalView view = memory.localize(offset, length, Access.READ)) {
                    sink.accept(offset, view.segment().asSlice(0, length));
                  }
                }));
  }

  /** Receiver of elements. */
  @FunctionalInterface
  public interface Sink {
    /** Takes elements; {@code offset} bytes of them stand before these in C order. */
    void accept(long offset, MemorySegment elements);
  }

  /**
   * Writes as {@link #write(GlobalMemory, NpyHeader)}: {@code own} passes on this PE's share of the
   * elements, of which every one is in one PE's. Collective.
   */
  public void write(GlobalAddressSpace space, NpyHeader header, Consumer<Sink> own) {
    long token = space.broadcast(ThreadLocalRandom.current().nextLong());
    try (OutputFile output = new OutputFile(path, token)) {
      if (space.pe() == 0) {
        output.create(header.encode());
      }
      space.barrier();
      writeOwned(output, header, own);
      space.barrier();
      if (space.pe() == 0) {
        output.publish();
      }
      space.barrier();
    }
  }

  private void writeOwned(OutputFile output, NpyHeader header, Consumer<Sink> own) {
    try (FileChannel file = output.open()) {
      own.accept((offset, elements) -> {
        for (long at = 0; at < elements.byteSize(); at += MAX_PIECE) {
          long length = Math.min(MAX_PIECE, elements.byteSize() - at);
          MemorySegment piece = inOrder(elements.asSlice(at, length), header);
          output.write(file, piece.asByteBuffer(), header.dataOffset() + offset + at);
        }
      });
      output.force(file);
    } catch (IOException e) {
      throw new UncheckedIOException(path + ": cannot be closed", e);
    }
  }

  /** The elements as the file has them: a copy, if bytes are swapped, of one piece at a time. */
  private static MemorySegment inOrder(MemorySegment elements, NpyHeader header) {
    if (header.order() == ByteOrder.nativeOrder()) {
      return elements;
    }
    MemorySegment swapped = MemorySegment.ofArray(elements.toArray(JAVA_BYTE));
    NpyReader.swapBytes(swapped, header.type().bytes());
    return swapped;
  }
}
