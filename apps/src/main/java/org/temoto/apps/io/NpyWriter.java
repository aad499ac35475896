package org.temoto.apps.io;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import org.temoto.apps.OwnedParts;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;

/**
 * Writes a global memory as a {@code .npy} file: every PE writes the bytes of the pages that it
 * owns.
 */
public final class NpyWriter {
  private final Path path;

  public NpyWriter(Path path) {
    this.path = path;
  }

  /**
   * Writes the front of {@code memory} in the header's byte order and C order; the file appears
   * whole, under its name, when this returns, or not at all. Collective.
   */
  public void write(GlobalMemory memory, NpyHeader header) {
    GlobalAddressSpace space = memory.space();
    long token = space.broadcast(ThreadLocalRandom.current().nextLong());
    try (OutputFile output = new OutputFile(path, token)) {
      if (space.pe() == 0) {
        output.create(header.encode());
      }
      space.barrier();
      writeOwned(output, memory, header);
      space.barrier();
      if (space.pe() == 0) {
        output.publish();
      }
      space.barrier();
    }
  }

  private void writeOwned(OutputFile output, GlobalMemory memory, NpyHeader header) {
    try (FileChannel file = output.open()) {
      OwnedParts.forEach(
          memory,
          header.dataBytes(),
          header.type().bytes(),
          (offset, length) -> {
            try (LocalView view = memory.localize(offset, length, Access.READ)) {
              MemorySegment elements = inOrder(view.segment().asSlice(0, length), header);
              output.write(file, elements.asByteBuffer(), header.dataOffset() + offset);
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
