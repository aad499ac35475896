package org.temoto.gas.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.temoto.gas.RefusedException;
import org.temoto.gas.engine.file.CheckpointFiles;
import org.temoto.gas.engine.file.Draft;
import org.temoto.gas.engine.file.Manifest;
import org.temoto.gas.engine.file.PageSums;
import org.temoto.gas.spi.file.Reason;

/**
 * Reader that fills memories from a checkpoint; nothing is stored before all PEs have checked all
 * of it.
 */
record Restore(Space space, List<MemoryHandle> memories, CheckpointFiles files) {
  /** Collective. */
  void read() {
    Checkpoint.requireDifferentNames(memories, files.folder());
    space.barrier();
    AgreedSteps agreement = new AgreedSteps(space);
    Manifest manifest = agreement.get(this::manifest);
    long checksum = space.broadcast(manifest.checksum());
    agreement.onAll(() -> {
      if (manifest.checksum() != checksum) {
        throw refused("its manifest is another one for PE 0: must be one that does not change");
      }
      check(manifest);
    });
    agreement.onAll(() -> {
      for (MemoryHandle memory : memories) {
        MemoryFile.readOwn(memory, files.bytes(manifest.data(), index(manifest, memory)));
      }
    });
    space.barrier();
  }

  /** The manifest, if it has all the memories that there are, and no others. */
  private Manifest manifest() {
    Manifest manifest = files.manifest();
    for (MemoryHandle memory : memories) {
      if (memory.isSealed()) {
        throw refused(
            "memory \"%s\" of the program has been sealed: must not be".formatted(memory.name()));
      }
      requireSame(memory, manifest.entries().get(index(manifest, memory)));
    }
    for (Manifest.Entry entry : manifest.entries()) {
      if (memories.stream().noneMatch(memory -> memory.name().equals(entry.name()))) {
        throw refused(
            "it has a memory \"%s\" of %s bytes, the program has none of that name"
                .formatted(entry.name(), entry.byteSize()));
      }
    }
    return manifest;
  }

  private int index(Manifest manifest, MemoryHandle memory) {
    for (int i = 0; i < manifest.entries().size(); i++) {
      if (manifest.entries().get(i).name().equals(memory.name())) {
        return i;
      }
    }
    throw refused("it has no memory \"%s\", the program has one".formatted(memory.name()));
  }

  private void requireSame(MemoryHandle memory, Manifest.Entry entry) {
    boolean words = memory.sharedWords() != null;
    if (entry.byteSize() != memory.byteSize() || entry.words() != words) {
      throw refused(
          "memory \"%s\" has %s bytes of %s there, %s of %s in the program: must be equal"
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
    for (MemoryHandle memory : memories) {
      int index = index(manifest, memory);
      Manifest.Entry entry = manifest.entries().get(index);
      Path bytes = files.bytes(manifest.data(), index);
      Path sums = files.sums(manifest.data(), index);
      MemoryFile.requireBytes(bytes, memory, "checkpoint " + files.folder() + ": file " + bytes);
      requireWhole(sums, entry);
      int first = (int) ((long) entry.pages() * space.pe() / space.pes());
      int end = (int) ((long) entry.pages() * (space.pe() + 1) / space.pes());
      checkPages(entry, bytes, first, PageSums.read(sums, first, end));
    }
  }

  private void requireWhole(Path sums, Manifest.Entry entry) {
    Reason.notRegular(sums)
        .ifPresent(reason -> {
          throw refused("file " + sums + ": " + reason);
        });
    long wanted = (long) entry.pages() * Integer.BYTES;
    try {
      if (Files.size(sums) != wanted) {
        throw refused(
            "file %s has %s bytes, must have %s: 4 for each page of memory \"%s\""
                .formatted(sums, Files.size(sums), wanted, entry.name()));
      }
    } catch (IOException e) {
      throw Draft.failed(sums, "cannot be read", e);
    }
    if (PageSums.checksum(sums) != entry.sums()) {
      throw refused("file " + sums + " is not the one that was written: its checksum differs");
    }
  }

  private void checkPages(Manifest.Entry entry, Path file, int first, int[] sums) {
    ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(entry.pageSize(), entry.byteSize()));
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      for (int i = 0; i < sums.length; i++) {
        long from = ((long) first + i) * entry.pageSize();
        long end = Math.min(entry.byteSize(), from + entry.pageSize());
        Draft.read(file, channel, bytes.clear().limit((int) (end - from)), from);
        int sum = PageSums.of(bytes.flip());
        if (sum != sums[i]) {
          throw refused(
              "memory \"%s\" is damaged in bytes [%s, %s): their checksum is %08x, must be %08x"
                  .formatted(entry.name(), from, end, sum, sums[i]));
        }
      }
    } catch (IOException e) {
      throw Draft.failed(file, "cannot be read", e);
    }
  }

  private RefusedException refused(String why) {
    return new RefusedException("checkpoint " + files.folder() + ": " + why);
  }
}
