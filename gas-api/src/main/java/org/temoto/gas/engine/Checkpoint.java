package org.temoto.gas.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.temoto.gas.RefusedException;
import org.temoto.gas.engine.file.CheckpointFiles;
import org.temoto.gas.engine.file.Draft;
import org.temoto.gas.engine.file.Manifest;

/** Writes a checkpoint of some memories; the one that was there is valid until this one is. */
record Checkpoint(Space space, List<Memory> memories, CheckpointFiles files) {
  /** Collective. */
  void write() {
    requireDifferentNames(memories, files.folder());
    space.barrier();
    long token = space.broadcast(ThreadLocalRandom.current().nextLong());
    String data = CheckpointFiles.dataName(token);
    Agreement agreement = new Agreement(space);
    try {
      agreement.onFirst(() -> begin(data));
      agreement.onAll(() -> writeOwn(data));
      agreement.onFirst(() -> files.publish(manifest(data), token));
    } catch (RefusedException | UncheckedIOException failure) {
      if (space.pe() == 0) {
        giveUp(data, failure);
      }
      throw failure;
    }
    agreement.onFirst(() -> files.deleteAllBut(data));
  }

  private void giveUp(String data, RuntimeException failure) {
    try {
      files.deleteUnnamed(data);
    } catch (UncheckedIOException e) {
      failure.addSuppressed(e);
    }
  }

  /** Memories are found again by their names. */
  static void requireDifferentNames(List<Memory> memories, Path folder) {
    Set<String> names = new HashSet<>();
    for (Memory memory : memories) {
      if (!names.add(memory.name())) {
        throw new RefusedException(
            "checkpoint %s: there are two memories \"%s\": names must differ"
                .formatted(folder, memory.name()));
      }
    }
  }

  private void begin(String data) {
    files.begin(data);
    for (int i = 0; i < memories.size(); i++) {
      Draft.create(files.bytes(data, i), memories.get(i).byteSize());
      Draft.create(files.sums(data, i), (long) memories.get(i).pages() * Integer.BYTES);
    }
  }

  private void writeOwn(String data) {
    for (int i = 0; i < memories.size(); i++) {
      Memory memory = memories.get(i);
      Path file = files.sums(data, i);
      try (FileChannel sums = FileChannel.open(file, StandardOpenOption.WRITE)) {
        MemoryFile.writeOwn(
            memory,
            files.bytes(data, i),
            (offset, bytes) -> {
              long at = offset / memory.pageSize() * Integer.BYTES;
              Draft.write(file, sums, sums(bytes, memory.pageSize()), at);
            });
        sums.force(true);
      } catch (IOException e) {
        throw Draft.failed(file, "cannot be written", e);
      }
    }
  }

  /** The checksums of the pages that {@code bytes} are. */
  private static ByteBuffer sums(MemorySegment bytes, int pageSize) {
    ByteBuffer sums =
        ByteBuffer.allocate((int) Math.ceilDiv(bytes.byteSize(), (long) pageSize) * Integer.BYTES);
    for (long at = 0; at < bytes.byteSize(); at += pageSize) {
      long length = Math.min(pageSize, bytes.byteSize() - at);
      sums.putInt(CheckpointFiles.sum(bytes.asSlice(at, length).asByteBuffer()));
    }
    return sums.flip();
  }

  private Manifest manifest(String data) {
    List<Manifest.Entry> entries = new ArrayList<>();
    for (int i = 0; i < memories.size(); i++) {
      Memory memory = memories.get(i);
      entries.add(
          new Manifest.Entry(
              memory.name(),
              memory.byteSize(),
              memory.pageSize(),
              memory.sharedWords() != null,
              memory.ownership().name(),
              files.sumOfSums(data, i)));
    }
    return new Manifest(data, entries);
  }
}
