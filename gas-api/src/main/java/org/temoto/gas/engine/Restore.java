package org.temoto.gas.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.temoto.gas.RefusedException;
import org.temoto.gas.engine.file.CheckpointFiles;
import org.temoto.gas.engine.file.Draft;
import org.temoto.gas.engine.file.Manifest;

/** Fills memories from a checkpoint; nothing is stored before all PEs have checked all of it. */
record Restore(Space space, List<Memory> memories, CheckpointFiles files) {
  /** Collective. */
  void read() {
    Checkpoint.requireDifferentNames(memories, files.folder());
    space.barrier();
    Agreement agreement = new Agreement(space);
    agreement.onAll(() -> check(manifest()));
    Manifest manifest = files.manifest();
    agreement.onAll(() -> {
      for (Memory memory : memories) {
        MemoryFile.readOwn(memory, files.bytes(manifest.data(), index(manifest, memory)));
      }
    });
    space.barrier();
  }

  /** The manifest, if it has all the memories that there are, and no others. */
  private Manifest manifest() {
    Manifest manifest = files.manifest();
    for (Memory memory : memories) {
      requireSame(memory, manifest.entries().get(index(manifest, memory)));
    }
    for (Manifest.Entry entry : manifest.entries()) {
      if (memories.stream().noneMatch(memory -> memory.name().equals(entry.name()))) {
        throw refused(
            "it has a memory \"%s\" of %d bytes, the program has none of that name"
                .formatted(entry.name(), entry.byteSize()));
      }
    }
    return manifest;
  }

  private int index(Manifest manifest, Memory memory) {
    for (int i = 0; i < manifest.entries().size(); i++) {
      if (manifest.entries().get(i).name().equals(memory.name())) {
        return i;
      }
    }
    throw refused("it has no memory \"%s\", the program has one".formatted(memory.name()));
  }

  private void requireSame(Memory memory, Manifest.Entry entry) {
    boolean words = memory.sharedWords() != null;
    if (entry.byteSize() != memory.byteSize() || entry.words() != words) {
      throw refused(
          "memory \"%s\" has %d bytes of %s there, %d of %s in the program: must be equal"
              .formatted(
                  memory.name(),
                  entry.byteSize(),
                  entry.words() ? "shared words" : "data",
                  memory.byteSize(),
                  words ? "shared words" : "data"));
    }
  }

  /** Each PE checks its share of the pages of each memory. */
  private void check(Manifest manifest) {
    for (Memory memory : memories) {
      int index = index(manifest, memory);
      Manifest.Entry entry = manifest.entries().get(index);
      Path bytes = files.bytes(manifest.data(), index);
      MemoryFile.requireBytes(bytes, memory, "checkpoint " + files.folder() + ": file " + bytes);
      ByteBuffer sums = sums(files.sums(manifest.data(), index), entry);
      int first = (int) ((long) entry.pages() * space.pe() / space.pes());
      int end = (int) ((long) entry.pages() * (space.pe() + 1) / space.pes());
      try (FileChannel channel = CheckpointFiles.open(bytes)) {
        for (int page = first; page < end; page++) {
          checkPage(entry, bytes, channel, page, sums.getInt(page * Integer.BYTES));
        }
      } catch (IOException e) {
        throw Draft.failed(bytes, "cannot be closed", e);
      }
    }
  }

  private ByteBuffer sums(Path file, Manifest.Entry entry) {
    try {
      ByteBuffer sums =
          ByteBuffer.wrap(Files.exists(file) ? Files.readAllBytes(file) : new byte[0]);
      if (sums.remaining() != entry.pages() * Integer.BYTES
          || CheckpointFiles.sum(sums.duplicate()) != entry.sums()) {
        throw refused("file " + file + " is not the one that was written: its checksum differs");
      }
      return sums;
    } catch (IOException e) {
      throw Draft.failed(file, "cannot be read", e);
    }
  }

  private void checkPage(
      Manifest.Entry entry, Path file, FileChannel channel, int page, int expected) {
    long from = (long) page * entry.pageSize();
    int length = (int) Math.min(entry.pageSize(), entry.byteSize() - from);
    ByteBuffer bytes = ByteBuffer.allocate(length);
    Draft.read(file, channel, bytes, from);
    int sum = CheckpointFiles.sum(bytes.flip());
    if (sum != expected) {
      throw refused(
          "memory \"%s\" is damaged in bytes [%d, %d): their checksum is %08x, must be %08x"
              .formatted(entry.name(), from, from + length, sum, expected));
    }
  }

  private RefusedException refused(String why) {
    return new RefusedException("checkpoint " + files.folder() + ": " + why);
  }
}
