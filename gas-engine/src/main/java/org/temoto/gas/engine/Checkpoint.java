package org.temoto.gas.engine;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.temoto.gas.RefusedException;
import org.temoto.gas.engine.file.CheckpointFiles;
import org.temoto.gas.engine.file.Draft;
import org.temoto.gas.engine.file.FolderLock;
import org.temoto.gas.engine.file.Manifest;
import org.temoto.gas.engine.file.PageSums;

/** Writer of a checkpoint of some memories; the one that was there is valid until this one is. */
record Checkpoint(Space space, List<MemoryHandle> memories, CheckpointFiles files) {
  /** Collective. */
  void write() {
    requireDifferentNames(memories, files.folder());
    space.barrier();
    long token = space.broadcast(ThreadLocalRandom.current().nextLong());
    String data = CheckpointFiles.dataName(token);
    AgreedSteps agreement = new AgreedSteps(space);
    FolderLock lock = new FolderLock(files.folder());
    try {
      agreement.onFirst(() -> begin(data, lock));
      agreement.onAll(() -> writeOwn(data));
      agreement.onFirst(() -> files.publish(manifest(data), token));
      agreement.onFirst(lock::release);
    } catch (Throwable failure) {
      if (space.pe() == 0) {
        files.giveUp(data, token, failure);
        lock.giveUp(failure);
      }
      throw failure;
    }
  }

  /** Memories are found again by their names. */
  static void requireDifferentNames(List<MemoryHandle> memories, Path folder) {
    Set<String> names = new HashSet<>();
    for (MemoryHandle memory : memories) {
      if (!names.add(memory.name())) {
        throw new RefusedException(
            "checkpoint %s: there are two memories \"%s\": names must differ"
                .formatted(folder, memory.name()));
      }
    }
  }

  private void begin(String data, FolderLock lock) {
    files.begin(data, lock);
    for (int i = 0; i < memories.size(); i++) {
      Draft.create(files.bytes(data, i), memories.get(i).byteSize());
    }
  }

  private void writeOwn(String data) {
    for (int i = 0; i < memories.size(); i++) {
      MemoryHandle memory = memories.get(i);
      try (PageSums.Part sums = new PageSums.Part(files.sums(data, i, space.pe()))) {
        MemoryFile.writeOwn(
            memory,
            files.bytes(data, i),
            (offset, bytes) -> addSums(sums, memory.pageSize(), offset, bytes));
        sums.finish();
      }
    }
  }

  /** Adds the checksums of the pages that {@code bytes} are. */
  private static void addSums(PageSums.Part sums, int pageSize, long offset, MemorySegment bytes) {
    int first = (int) (offset / pageSize);
    for (long at = 0; at < bytes.byteSize(); at += pageSize) {
      long length = Math.min(pageSize, bytes.byteSize() - at);
      ByteBuffer page = bytes.asSlice(at, length).asByteBuffer();
      sums.add(first + (int) (at / pageSize), PageSums.of(page));
    }
  }

  private Manifest manifest(String data) {
    List<Manifest.Entry> entries = new ArrayList<>();
    for (int i = 0; i < memories.size(); i++) {
      MemoryHandle memory = memories.get(i);
      entries.add(
          new Manifest.Entry(
              memory.name(),
              memory.byteSize(),
              memory.pageSize(),
              memory.sharedWords() != null,
              memory.ownership().name(),
              mergeSums(data, i)));
    }
    return new Manifest(data, entries);
  }

  private int mergeSums(String data, int memory) {
    List<Path> parts =
        IntStream.range(0, space.pes()).mapToObj(pe -> files.sums(data, memory, pe)).toList();
    return PageSums.merge(parts, files.sums(data, memory), memories.get(memory).pages());
  }
}
